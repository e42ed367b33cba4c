package dev.amdahl.core.internal.timeline.joined;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How one artifact's clock lies to another's.
 *
 * @param offsetNanos what is added to its times
 * @param skewNanos how far a time may then still be off, at most
 * @param basis what it rests on, in words
 */
public record ClockFit(
        @JsonProperty("offset_ns") long offsetNanos,
        @JsonProperty("skew_bound_ns") long skewNanos,
        @JsonProperty("basis") String basis) {}
