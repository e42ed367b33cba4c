package dev.amdahl.core.internal.timeline.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one timeline tells about its streams, kernels, launches and steps, exact in integer nanoseconds, all steps.
 *
 * @param idle each stream with work, in the order of the timeline
 * @param overlap each device with work, by index
 * @param overlapAll all devices together; null without device work
 * @param queue each stream with work, in the order of the timeline
 */
public record TraceAnalysis(
        @JsonProperty("idle") List<StreamIdle> idle,
        @JsonProperty("overlap") List<Overlap> overlap,
        @JsonProperty("overlap_all") @Nullable Overlap overlapAll,
        @JsonProperty("kernels") KernelBreakdown kernels,
        @JsonProperty("queue") List<StreamQueue> queue,
        @JsonProperty("launches") LaunchStatistics launches,
        @JsonProperty("steps") Steps steps) {
    public TraceAnalysis {
        idle = List.copyOf(idle);
        overlap = List.copyOf(overlap);
        queue = List.copyOf(queue);
    }

    /** Analyses a timeline, with all names of kernels. */
    public static TraceAnalysis of(Timeline timeline) {
        return of(timeline, Integer.MAX_VALUE);
    }

    /**
     * Analyses a timeline.
     *
     * @param top how many names of kernels to keep
     */
    public static TraceAnalysis of(Timeline timeline, int top) {
        Launches launches = Launches.of(timeline);
        HostRole.Names names = new HostRole.Names();
        List<DeviceWork> devices = DeviceWork.of(timeline);
        List<Overlap> overlap = Overlap.of(devices);
        return new TraceAnalysis(
                IdleStreams.of(timeline, launches, names),
                overlap,
                Overlap.all(overlap),
                KernelBreakdown.of(timeline, launches, devices, top),
                StreamQueue.of(timeline, launches),
                LaunchStatistics.of(launches),
                Steps.of(timeline, launches, devices, names));
    }
}
