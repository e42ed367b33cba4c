package dev.amdahl.core.internal.timeline.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stream inside its own span, and why it was idle there.
 *
 * @param name device and stream
 * @param device the accelerator's index
 * @param ops pieces of work
 * @param spanNanos last end minus first start
 * @param busyNanos union of its work
 * @param idleNanos span minus busy: the parts add up to it
 * @param gaps how many times it waited
 * @param longestGapNanos the longest of them, 0 if none
 * @param launchAnomalies gaps over 30 us more than a quarter of which passed between a launch call and the start of its work, while
 *     no other stream of the device worked
 * @param reasons the idle time by reason, the longest first
 * @param longest the longest gaps, at most ten
 */
public record StreamIdle(
        @JsonProperty("name") String name,
        @JsonProperty("device") int device,
        @JsonProperty("ops") int ops,
        @JsonProperty("span_ns") long spanNanos,
        @JsonProperty("busy_ns") long busyNanos,
        @JsonProperty("idle_ns") long idleNanos,
        @JsonProperty("gaps") int gaps,
        @JsonProperty("longest_gap_ns") long longestGapNanos,
        @JsonProperty("launch_anomalies") int launchAnomalies,
        @JsonProperty("reasons") List<Part> reasons,
        @JsonProperty("longest_gaps") List<Gap> longest) {
    public StreamIdle {
        reasons = List.copyOf(reasons);
        longest = List.copyOf(longest);
    }

    /** Idle time of a reason; 0 if it has none. */
    public long nanos(IdleReason reason) {
        long sum = 0;
        for (Part part : reasons) {
            sum += part.reason() == reason ? part.nanos() : 0;
        }
        return sum;
    }

    /**
     * The idle time of one reason.
     *
     * @param share of the stream's idle time
     * @param gaps in which it holds the most time
     */
    public record Part(
            @JsonProperty("reason") IdleReason reason,
            @JsonProperty("ns") long nanos,
            @JsonProperty("share") double share,
            @JsonProperty("gaps") int gaps) {}

    /**
     * One gap.
     *
     * @param startNanos from the timeline's first instant
     * @param reason the one that holds the most of it
     * @param before the work that ended it last: untrusted text
     * @param after the work that followed: untrusted text
     * @param launch the call that launched what followed, if recorded
     */
    public record Gap(
            @JsonProperty("start_ns") long startNanos,
            @JsonProperty("ns") long nanos,
            @JsonProperty("reason") IdleReason reason,
            @JsonProperty("before") String before,
            @JsonProperty("after") String after,
            @JsonProperty("launch") @Nullable String launch) {}
}
