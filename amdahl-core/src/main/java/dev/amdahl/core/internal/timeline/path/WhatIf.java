package dev.amdahl.core.internal.timeline.path;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The length of a window if some of it took another time, by replaying its dependencies.
 *
 * @param what which time
 * @param factor by what it was multiplied; 0 removes it
 * @param lengthNanos the new length
 * @param speedup recorded length over new length; infinite where nothing is left
 * @param shareBound 1 / (1 - (1 - factor) f) with f its share of the recorded critical path: no less than the speed-up, except
 *     where removing it removes waits (sync)
 */
public record WhatIf(
        @JsonProperty("what") String what,
        @JsonProperty("factor") double factor,
        @JsonProperty("length_ns") long lengthNanos,
        @JsonProperty("speedup") double speedup,
        @JsonProperty("share_bound") double shareBound) {}
