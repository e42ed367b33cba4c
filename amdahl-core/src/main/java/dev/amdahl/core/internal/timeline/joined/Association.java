package dev.amdahl.core.internal.timeline.joined;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/**
 * That a thread was off the processor during an idle time of an accelerator, seen by another artifact of the same run. It is an
 * association in time and scope, not yet a cause.
 *
 * @param device the accelerator
 * @param fromNanos start of its idle time, on the joined clock
 * @param toNanos end of it
 * @param lane the thread's lane
 * @param profiler what saw the thread
 * @param share of the idle time that the thread was off the processor, 0 to 1
 * @param uncertainty how far the share may be off for the skew of the clocks
 */
public record Association(
        @JsonProperty("device") int device,
        @JsonProperty("from_ns") long fromNanos,
        @JsonProperty("to_ns") long toNanos,
        @JsonProperty("lane") String lane,
        @JsonProperty("profiler") String profiler,
        @JsonProperty("share") double share,
        @JsonProperty("uncertainty") double uncertainty) {

    /** Returns one sentence for people. */
    public String sentence() {
        return String.format(
                Locale.ROOT,
                "during %.0f %% (± %.0f) of a gap of %.3f ms on device %d, %s was off the processor (%s)",
                100 * share,
                100 * uncertainty,
                (toNanos - fromNanos) / 1e6,
                device,
                lane,
                profiler);
    }
}
