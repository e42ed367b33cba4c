package dev.amdahl.core.internal.timeline.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much launched work waited on a stream: plus one when the launch call begins, minus one when the work begins. A graph counts
 * once, with its first work on the stream. Mean and percentiles are weighted by time, from the first launch call to the last begin
 * of work.
 *
 * @param launches launches counted
 * @param unlinked pieces of work whose launch call was not recorded, or begins after its work: not counted
 * @param maxLength the most at once; null without launches, as are the next ones
 * @param fullNanos time at 1,024 or more: the launching thread is blocked then
 */
public record StreamQueue(
        @JsonProperty("name") String name,
        @JsonProperty("device") int device,
        @JsonProperty("launches") int launches,
        @JsonProperty("unlinked") int unlinked,
        @JsonProperty("max") @Nullable Integer maxLength,
        @JsonProperty("mean") @Nullable Double meanLength,
        @JsonProperty("p50") @Nullable Integer p50Length,
        @JsonProperty("p95") @Nullable Integer p95Length,
        @JsonProperty("full_ns") @Nullable Long fullNanos) {
    /** Launches that a stream holds before a further one blocks. */
    public static final int FULL = 1024;

    static List<StreamQueue> of(Timeline timeline, Launches launches) {
        List<StreamQueue> queues = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.DEVICE && lane.size() > 0) {
                queues.add(of(lane, launches));
            }
        }
        return queues;
    }

    private static StreamQueue of(Lane lane, Launches launches) {
        LongIndex seen = new LongIndex();
        long[] called = new long[lane.size()];
        long[] begun = new long[lane.size()];
        int n = 0;
        int unlinked = 0;
        for (int i = 0; i < lane.size(); i++) {
            int launch = launches.of(lane, i);
            if (launch < 0 || !launches.hasCall(launch) || launches.callStart(launch) > lane.start(i)) {
                unlinked++;
            } else if (seen.size() < seen.add(launch) + 1) {
                called[n] = launches.callStart(launch);
                begun[n++] = lane.start(i);
            }
        }
        if (n == 0) {
            return new StreamQueue(lane.name(), lane.device(), 0, unlinked, null, null, null, null, null);
        }
        long[] nanosAt = nanosAt(Arrays.copyOf(called, n), Arrays.copyOf(begun, n));
        double all = 0;
        double weighted = 0;
        long full = 0;
        for (int length = 0; length < nanosAt.length; length++) {
            all += nanosAt[length];
            weighted += (double) nanosAt[length] * length;
            full += length >= FULL ? nanosAt[length] : 0;
        }
        return new StreamQueue(
                lane.name(),
                lane.device(),
                n,
                unlinked,
                nanosAt.length - 1,
                all > 0 ? weighted / all : null,
                percentile(nanosAt, .50 * all),
                percentile(nanosAt, .95 * all),
                full);
    }

    /** Time spent at each length, from the first call to the last begin; what is launched as another begins is counted first. */
    private static long[] nanosAt(long[] called, long[] begun) {
        Arrays.sort(called);
        Arrays.sort(begun);
        long[] nanos = new long[called.length + 1];
        int length = 0;
        int most = 0;
        int next = 0;
        long at = called[0];
        for (long begin : begun) {
            while (next < called.length && called[next] <= begin) {
                nanos[length++] += called[next] - at;
                at = called[next++];
                most = Math.max(most, length);
            }
            nanos[length] += begin - at;
            at = begin;
            length--;
        }
        return Arrays.copyOf(nanos, most + 1);
    }

    private static int percentile(long[] nanosAt, double wanted) {
        double reached = 0;
        for (int length = 0; length < nanosAt.length; length++) {
            reached += nanosAt[length];
            if (reached >= wanted) {
                return length;
            }
        }
        return nanosAt.length - 1;
    }
}
