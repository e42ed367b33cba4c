package dev.amdahl.profilers.kineto.host;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.job.Activity;

/**
 * Time that a thread spent waiting, or launching, under one interpreter frame.
 *
 * @param frame {@code train.py:120 step}, the line being where the function begins, or a name without a line: untrusted
 * @param activity {@code SYNC}, {@code LAUNCH}, {@code INPUT_WAIT}, {@code CHECKPOINT}, {@code SIDE_WORK} or {@code OFF_CPU}
 * @param calls how many of them had this frame as the innermost one with a line
 * @param selfNanos their time
 * @param totalNanos time of all of them under this frame, at whatever depth
 */
public record FrameWait(
        @JsonProperty("frame") String frame,
        @JsonProperty("activity") Activity activity,
        @JsonProperty("calls") long calls,
        @JsonProperty("self_ns") long selfNanos,
        @JsonProperty("total_ns") long totalNanos) {}
