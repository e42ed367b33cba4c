package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.profilers.internal.kineto.lane.LaneColumns;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Exact sums over the device work of a timeline, in integer nanoseconds: unions over all devices and streams, all steps. Serialises
 * to the keys of the {@code trace} command.
 *
 * @param device the whole of the GPUs' work
 * @param accelerators the whole of the work of accelerators that are no GPUs; null without any
 * @param kernels device work by name, the longest total first
 */
public record TraceSummary(
        @JsonProperty("device") Device device,

        @JsonProperty("accelerators") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Accelerators accelerators,

        @JsonProperty("kernels") List<Kernel> kernels) {
    public TraceSummary {
        kernels = List.copyOf(kernels);
    }

    /**
     * The device work as a whole; without any, everything but the count is null.
     *
     * @param gpuOps kernels, copies and fills
     * @param spanNanos last end minus first start
     * @param busyNanos union of all
     * @param idleNanos span minus busy
     * @param computeNanos union of kernels that are not communication
     * @param commNanos union of communication kernels
     * @param memNanos union of copies and fills
     * @param commOverlappedByComputeNanos where both unions are
     */
    public record Device(
            @JsonProperty("gpu_ops") long gpuOps,
            @JsonProperty("span_ns") @Nullable Long spanNanos,
            @JsonProperty("busy_ns") @Nullable Long busyNanos,
            @JsonProperty("idle_ns") @Nullable Long idleNanos,
            @JsonProperty("compute_ns") @Nullable Long computeNanos,
            @JsonProperty("comm_ns") @Nullable Long commNanos,
            @JsonProperty("mem_ns") @Nullable Long memNanos,

            @JsonProperty("comm_overlapped_by_compute_ns") @Nullable
            Long commOverlappedByComputeNanos) {}

    /**
     * The work of accelerators that are no GPUs, as {@link Device} counts that of GPUs.
     *
     * @param ops pieces of work
     * @param spanNanos last end minus first start
     * @param busyNanos union of all
     * @param idleNanos span minus busy
     * @param computeNanos union of what is neither communication nor a copy
     * @param commNanos union of communication
     * @param memNanos union of copies
     */
    public record Accelerators(
            @JsonProperty("ops") long ops,
            @JsonProperty("span_ns") @Nullable Long spanNanos,
            @JsonProperty("busy_ns") @Nullable Long busyNanos,
            @JsonProperty("idle_ns") @Nullable Long idleNanos,
            @JsonProperty("compute_ns") @Nullable Long computeNanos,
            @JsonProperty("comm_ns") @Nullable Long commNanos,
            @JsonProperty("mem_ns") @Nullable Long memNanos) {}

    /**
     * Device work of one name.
     *
     * @param name untrusted text
     * @param activity kernel, communication or copy
     * @param count how often
     * @param totalNanos sum of durations, each overlap counted; at most the largest long
     * @param meanNanos total over count
     * @param maxNanos the longest
     */
    public record Kernel(
            @JsonProperty("name") String name,
            @JsonProperty("activity") Activity activity,
            @JsonProperty("count") long count,
            @JsonProperty("total_ns") long totalNanos,
            @JsonProperty("mean_ns") double meanNanos,
            @JsonProperty("max_ns") long maxNanos) {}

    /**
     * Sums a timeline up.
     *
     * @param top how many kernels to keep
     */
    public static TraceSummary of(Timeline timeline, int top) {
        List<Lane> gpus = new ArrayList<>();
        List<Lane> others = new ArrayList<>();
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.DEVICE && lane.size() > 0) {
                (isGpu(lane) ? gpus : others).add(lane);
            }
        }
        Device device = device(gpus);
        Accelerators rest = others.isEmpty() ? null : accelerators(device(others));
        gpus.addAll(others);
        return new TraceSummary(device, rest, kernels(gpus, top));
    }

    private static boolean isGpu(Lane lane) {
        return !(lane instanceof LaneColumns columns) || columns.isGpu();
    }

    private static Accelerators accelerators(Device all) {
        return new Accelerators(
                all.gpuOps(),
                all.spanNanos(),
                all.busyNanos(),
                all.idleNanos(),
                all.computeNanos(),
                all.commNanos(),
                all.memNanos());
    }

    private static Device device(List<Lane> lanes) {
        long ops = 0;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Lane lane : lanes) {
            ops += lane.size();
            first = Math.min(first, lane.start(0));
            for (int i = 0; i < lane.size(); i++) {
                last = Math.max(last, lane.end(i));
            }
        }
        if (ops == 0) {
            return new Device(0, null, null, null, null, null, null, null);
        }
        long busy = length(lanes, EnumSet.of(Activity.KERNEL, Activity.COMMUNICATION, Activity.COPY));
        long compute = length(lanes, EnumSet.of(Activity.KERNEL));
        long comm = length(lanes, EnumSet.of(Activity.COMMUNICATION));
        long both = length(lanes, EnumSet.of(Activity.KERNEL, Activity.COMMUNICATION));
        long mem = length(lanes, EnumSet.of(Activity.COPY));
        return new Device(ops, last - first, busy, last - first - busy, compute, comm, mem, compute + comm - both);
    }

    private static List<Kernel> kernels(List<Lane> lanes, int top) {
        Map<String, long[]> sums = new HashMap<>();
        Map<String, Activity> activities = new HashMap<>();
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                long duration = lane.end(i) - lane.start(i);
                activities.putIfAbsent(lane.label(i), lane.activity(i));
                long[] sum = sums.computeIfAbsent(lane.label(i), name -> new long[3]);
                sum[0]++;
                sum[1] = duration > Long.MAX_VALUE - sum[1] ? Long.MAX_VALUE : sum[1] + duration;
                sum[2] = Math.max(sum[2], duration);
            }
        }
        List<Kernel> kernels = new ArrayList<>();
        sums.forEach((name, sum) -> kernels.add(new Kernel(
                name,
                activities.getOrDefault(name, Activity.KERNEL),
                sum[0],
                sum[1],
                (double) sum[1] / sum[0],
                sum[2])));
        kernels.sort(Comparator.comparingLong(Kernel::totalNanos).reversed().thenComparing(Kernel::name));
        return kernels.size() <= top ? kernels : kernels.subList(0, top);
    }

    /** Returns the time in which at least one interval of the given activities runs on any of the lanes. */
    private static long length(List<Lane> lanes, Set<Activity> wanted) {
        int n = 0;
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                n += wanted.contains(lane.activity(i)) ? 1 : 0;
            }
        }
        long[] starts = new long[n];
        long[] ends = new long[n];
        int next = 0;
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                if (wanted.contains(lane.activity(i))) {
                    starts[next] = lane.start(i);
                    ends[next++] = lane.end(i);
                }
            }
        }
        return length(starts, ends);
    }

    /** The union of [starts[i], ends[i]); sorts both. After k-th smallest start and end, the open ones are counted by rank. */
    private static long length(long[] starts, long[] ends) {
        Arrays.sort(starts);
        Arrays.sort(ends);
        long length = 0;
        int open = 0;
        for (int i = 0; i < starts.length; i++) {
            if (i + 1 == starts.length || starts[i + 1] >= ends[i]) {
                length += ends[i] - starts[open];
                open = i + 1;
            }
        }
        return length;
    }
}
