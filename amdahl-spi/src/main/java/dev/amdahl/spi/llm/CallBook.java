package dev.amdahl.spi.llm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The book of model calls: money and tokens are set aside before a call and settled after it, and no question is paid for twice. The loop
 * hands its plugins one over its ledger. Implementations are as thread-safe as what they book in.
 */
public interface CallBook {
    /** Bounds nothing, keeps nothing, remembers nothing. */
    CallBook NONE = new CallBook() {
        @Override
        public Optional<LlmReply> answered(String question) {
            return Optional.empty();
        }

        @Override
        public Ticket reserve(Intent intent) {
            return new Ticket(intent.question(), List.of());
        }

        @Override
        public List<String> settle(Call call) {
            return List.of();
        }
    };

    /**
     * A call about to be made.
     *
     * @param question the digest of all that is asked, the model not included
     * @param model which model
     * @param role who asks, such as {@code advisor}
     * @param about the hypothesis or family it is for
     * @param tokens most tokens, read and written
     * @param price their most price
     * @param escalation why another model before it was not enough; empty for the first one asked
     * @param place digest of where the model is asked; empty text where nothing tells
     */
    record Intent(
            String question,
            String model,
            String role,
            String about,
            long tokens,
            double price,
            Optional<String> escalation,
            String place) {
        /** Returns where nothing tells the place. */
        public Intent(
                String question,
                String model,
                String role,
                String about,
                long tokens,
                double price,
                Optional<String> escalation) {
            this(question, model, role, about, tokens, price, escalation, "");
        }

        /** Returns the first model asked. */
        public Intent(String question, String model, String role, String about, long tokens, double price) {
            this(question, model, role, about, tokens, price, Optional.empty());
        }
    }

    /**
     * Leave to make one call.
     *
     * @param id of the call
     * @param alerts what people should know: bounds of which four fifths or more are used
     * @param timeLimit how long the call may take; empty without a bound
     */
    record Ticket(String id, List<String> alerts, Optional<Duration> timeLimit) {
        public Ticket {
            alerts = List.copyOf(alerts);
        }

        /** Without a bound on time. */
        public Ticket(String id, List<String> alerts) {
            this(id, alerts, Optional.empty());
        }
    }

    /**
     * A call that has ended, well or not.
     *
     * @param ticket the id that it was made under
     * @param intent what it was
     * @param prompt all that was sent, redacted
     * @param reply the answer, redacted; empty if there is none
     * @param failure why there is none
     * @param usage what it cost
     * @param latency how long it took
     * @param isAnswer whether the reply is the one that answers the question, not one of several that are compared
     * @param unrouted what the best model would have cost for the answer; 0 for a call that did not bring it
     */
    record Call(
            String ticket,
            Intent intent,
            String prompt,
            Optional<LlmReply> reply,
            Optional<LlmException.Reason> failure,
            LlmUsage usage,
            Duration latency,
            boolean isAnswer,
            double unrouted) {
        /** A call of the only model there is. */
        public Call(
                String ticket,
                Intent intent,
                String prompt,
                Optional<LlmReply> reply,
                Optional<LlmException.Reason> failure,
                LlmUsage usage,
                Duration latency) {
            this(
                    ticket,
                    intent,
                    prompt,
                    reply,
                    failure,
                    usage,
                    latency,
                    reply.isPresent(),
                    reply.isPresent() ? usage.price() : 0);
        }
    }

    /** Returns the answer that was paid for already to the very same question, the evidence in it included. */
    Optional<LlmReply> answered(String question);

    /**
     * Sets aside; the call may be made once this returns.
     *
     * @throws LlmException NOT_ALLOWED if the budget or the time left does not allow it, or the reason for which the same model has
     *     failed on the same question before; the call must not be made
     */
    Ticket reserve(Intent intent);

    /** Records that a rule of the operator forbids a call, which is not made. */
    default void refused(Intent intent, String reason) {}

    /**
     * Books what a call came to, once, and keeps question and answer.
     *
     * @return what people should know: bounds of which four fifths or more are used
     */
    List<String> settle(Call call);
}
