package dev.amdahl.core.internal.timeline.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far communication and copies hide behind other work. Exposed communication has no compute kernel beside it, an exposed copy
 * neither a kernel nor communication; exposed time and compute time add up to the busy time. Lengths of unions over the streams
 * of a device; over several devices their sums.
 *
 * @param device the accelerator's index; null for all together
 * @param spanNanos last end minus first start, of each device by itself
 * @param communicationNanos total
 * @param overlapShare the part of the communication that is hidden, 0 to 1; null without communication
 */
public record Overlap(
        @JsonProperty("device") @Nullable Integer device,
        @JsonProperty("span_ns") long spanNanos,
        @JsonProperty("busy_ns") long busyNanos,
        @JsonProperty("idle_ns") long idleNanos,
        @JsonProperty("compute_ns") long computeNanos,
        @JsonProperty("communication_ns") long communicationNanos,
        @JsonProperty("communication_exposed_ns") long communicationExposedNanos,
        @JsonProperty("communication_overlapped_ns") long communicationOverlappedNanos,
        @JsonProperty("overlap_share") @Nullable Double overlapShare,
        @JsonProperty("copy_ns") long copyNanos,
        @JsonProperty("copy_exposed_ns") long copyExposedNanos) {

    /** Returns one per device with work, by index. */
    static List<Overlap> of(List<DeviceWork> devices) {
        return devices.stream().map(Overlap::of).toList();
    }

    /** Returns one per device with work, by index. */
    public static List<Overlap> of(Timeline timeline) {
        return of(DeviceWork.of(timeline));
    }

    private static Overlap of(DeviceWork work) {
        Spans busy = work.busy();
        if (busy.size() == 0) {
            return of(work.device(), 0, 0, new long[5]);
        }
        Spans exposed = work.communication().minus(work.compute());
        long compute = work.compute().length();
        return of(work.device(), busy.end(busy.size() - 1) - busy.start(0), busy.length(), new long[] {
            compute,
            work.communication().length(),
            exposed.length(),
            work.copy().length(),
            busy.length() - compute - exposed.length()
        });
    }

    /** All devices together; null if there are none. */
    static @Nullable Overlap all(List<Overlap> devices) {
        if (devices.isEmpty()) {
            return null;
        }
        long span = 0;
        long busy = 0;
        long[] sums = new long[5];
        for (Overlap device : devices) {
            span = Distribution.plus(span, device.spanNanos);
            busy = Distribution.plus(busy, device.busyNanos);
            long[] own = {
                device.computeNanos,
                device.communicationNanos,
                device.communicationExposedNanos,
                device.copyNanos,
                device.copyExposedNanos
            };
            for (int i = 0; i < sums.length; i++) {
                sums[i] = Distribution.plus(sums[i], own[i]);
            }
        }
        return of(null, span, busy, sums);
    }

    private static Overlap of(@Nullable Integer device, long span, long busy, long[] times) {
        long hidden = times[1] - times[2];
        return new Overlap(
                device,
                span,
                busy,
                span - busy,
                times[0],
                times[1],
                times[2],
                hidden,
                times[1] == 0 ? null : (double) hidden / times[1],
                times[3],
                times[4]);
    }
}
