package dev.amdahl.spi.experiment;

import java.time.Instant;

/**
 * A person's answer. Immutable.
 *
 * @param id the review it answers
 * @param isApproved yes or no
 * @param by who
 * @param reason why: untrusted text
 * @param at when
 * @param evidenceHead the evidence it was given for
 */
public record Review(String id, boolean isApproved, String by, String reason, Instant at, String evidenceHead) {}
