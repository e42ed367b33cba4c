package dev.amdahl.spi.experiment;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * A person's answer. Immutable.
 *
 * @param id the review it answers
 * @param isApproved yes or no
 * @param by who
 * @param reason why: untrusted text
 * @param at when
 * @param evidenceHead the evidence it was given for
 * @param minutes how long the person took, where said
 */
public record Review(
        String id,
        boolean isApproved,
        String by,
        String reason,
        Instant at,
        String evidenceHead,
        OptionalDouble minutes) {

    /** An answer that does not say how long it took. */
    public Review(String id, boolean isApproved, String by, String reason, Instant at, String evidenceHead) {
        this(id, isApproved, by, reason, at, evidenceHead, OptionalDouble.empty());
    }
}
