package dev.amdahl.spi.experiment;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A person's answer.
 *
 * @param id the review it answers
 * @param isApproved yes or no
 * @param by who
 * @param reason why: untrusted text
 * @param at when
 * @param evidenceHead the evidence it was given for
 * @param minutes how long the person took, where said
 * @param audit what the person has read of the code, without which no change of code is promoted: untrusted text
 */
public record Review(
        String id,
        boolean isApproved,
        String by,
        String reason,
        Instant at,
        String evidenceHead,
        OptionalDouble minutes,
        Optional<String> audit) {

    /** Returns an answer that does not say how long it took. */
    public Review(String id, boolean isApproved, String by, String reason, Instant at, String evidenceHead) {
        this(id, isApproved, by, reason, at, evidenceHead, OptionalDouble.empty(), Optional.empty());
    }

    /** Returns an answer that does not speak of code. */
    public Review(
            String id,
            boolean isApproved,
            String by,
            String reason,
            Instant at,
            String evidenceHead,
            OptionalDouble minutes) {
        this(id, isApproved, by, reason, at, evidenceHead, minutes, Optional.empty());
    }

    /** Returns the same with a note on the code that was read. */
    public Review audited(String note) {
        return new Review(id, isApproved, by, reason, at, evidenceHead, minutes, Optional.of(note));
    }
}
