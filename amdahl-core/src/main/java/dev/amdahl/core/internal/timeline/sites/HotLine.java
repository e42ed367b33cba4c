package dev.amdahl.core.internal.timeline.sites;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A hot place in the source at which no site stands.
 *
 * @param file relative to the root of the source
 * @param line from 1, as the frame has it
 * @param function the frame's function; empty text where it does not tell
 * @param seconds seconds of the profiles' frames
 */
public record HotLine(
        @JsonProperty("file") String file,
        @JsonProperty("line") int line,
        @JsonProperty("function") String function,
        @JsonProperty("seconds") double seconds) {}
