package dev.amdahl.profilers.kineto.host;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Device work that was launched under one module or line.
 *
 * @param frame {@code Linear_3}, a module with its number, or {@code train.py:120 step}, the line being where the function begins: untrusted
 * @param launches calls with device work
 * @param nanos durations of its pieces of device work, added up
 */
public record FrameWork(
        @JsonProperty("frame") String frame,
        @JsonProperty("launches") long launches,
        @JsonProperty("ns") long nanos) {}
