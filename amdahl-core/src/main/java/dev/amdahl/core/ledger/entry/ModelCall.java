package dev.amdahl.core.ledger.entry;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * One call of a model as the ledger knows it.
 *
 * @param id its key in the budget
 * @param model which model
 * @param about the hypothesis or family it was for
 * @param purpose for what; earlier versions did not record it
 * @param standing where it stands
 * @param tokens set aside, or what it came to
 * @param money as tokens
 * @param outcome how it ended, where that is known
 * @param reason why it was refused; else empty
 * @param at when it was set aside or refused
 */
public record ModelCall(
        String id,
        String model,
        String about,
        Optional<Purpose> purpose,
        Standing standing,
        long tokens,
        double money,
        Optional<Outcome> outcome,
        String reason,
        Instant at) {

    /** The state of a call. */
    public enum Standing {
        /** Set aside; it may be under way. */
        RESERVED,
        /** Booked. */
        SETTLED,
        /** Never made. */
        REFUSED
    }

    /**
     * The purpose of a call.
     *
     * @param role who asks
     * @param question digest of all that is asked, the model not included
     * @param escalation why the model asked before it was not enough
     * @param place digest of where the model is asked, where that is known
     * @param proposer the advisor or source of ideas that asked, where the loop keeps a record of it
     */
    public record Purpose(
            String role,
            String question,
            Optional<String> escalation,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> place,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> proposer) {
        /** Of nobody that the loop keeps a record of. */
        public Purpose(String role, String question, Optional<String> escalation, Optional<String> place) {
            this(role, question, escalation, place, Optional.empty());
        }

        /** Of a model whose place is not known. */
        public Purpose(String role, String question, Optional<String> escalation) {
            this(role, question, escalation, Optional.empty());
        }
    }

    /**
     * The outcome of a call.
     *
     * @param cachedTokens tokens that a cache of the service supplied
     * @param seconds how long it took
     * @param failure why there is no reply
     * @param prompt digest of what was sent
     * @param reply digest of what came back, where it is kept
     * @param isAnswer whether the reply answers the question
     * @param unrouted what the best model would have cost for it
     */
    public record Outcome(
            long cachedTokens,
            double seconds,
            Optional<String> failure,
            String prompt,
            Optional<String> reply,
            boolean isAnswer,
            double unrouted) {}

    /** Returns who asked; empty where an earlier version did not record it. */
    public String role() {
        return purpose.map(Purpose::role).orElse("");
    }

    /** Digest of what was asked; empty where an earlier version did not record it. */
    public String question() {
        return purpose.map(Purpose::question).orElse("");
    }

    /** Digest of where its model was asked; empty where that is not known. */
    public String place() {
        return purpose.flatMap(Purpose::place).orElse("");
    }

    /** The advisor or source of ideas that asked; empty where no record is kept of it. */
    public String proposer() {
        return purpose.flatMap(Purpose::proposer).orElse("");
    }

    /** The same call once it is over, at what it took. */
    public ModelCall settled(long nowTokens, double nowMoney, Optional<Outcome> ended) {
        return new ModelCall(id, model, about, purpose, Standing.SETTLED, nowTokens, nowMoney, ended, reason, at);
    }
}
