package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.core.internal.timeline.operators.OperatorCost;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Device time by the operator that launched it and what that was called with. Of operators that call each other the outermost counts whose
 * own shapes tell what there is to do, else the innermost; without an operator, the call that launched. Communication is left out. Not
 * thread-safe.
 */
public final class OperatorWork {
    /** What stands for the operator of device work whose launch was not recorded. */
    public static final String NOT_RECORDED = "launch not recorded";

    private static final Operation UNKNOWN = new Operation(NOT_RECORDED, "");

    private final HostRole.Names roles = new HostRole.Names();
    private final Map<String, Boolean> whole = new HashMap<>();
    private final Map<String, Boolean> binary32 = new HashMap<>();
    private final Map<Operation, Sum> sums = new HashMap<>();

    /**
     * An operator and what it was called with, as {@link Lane#arguments} gives it.
     *
     * @param name untrusted text
     */
    public record Operation(String name, String arguments) {}

    /** Sums of one operator. */
    public static final class Sum {
        private long calls;
        private long nanos;
        private long binary32Nanos;
        private long copyNanos;

        public long calls() {
            return calls;
        }

        /** Durations of its pieces of device work. */
        public long nanos() {
            return nanos;
        }

        /** Returns whether most of the time went to copies and fills, which links between devices and hosts may limit. */
        public boolean isCopy() {
            return 2 * copyNanos > nanos;
        }

        /** Returns whether most of the time went to kernels that compute in binary32 without matrix units, not even by TF32. */
        public boolean isPlainBinary32() {
            return 2 * binary32Nanos > nanos;
        }
    }

    private OperatorWork() {}

    /** Returns the sums of a timeline. */
    public static Map<Operation, Sum> of(Timeline timeline) {
        OperatorWork work = new OperatorWork();
        Launches launches = Launches.of(timeline);
        Sum[] byLaunch = work.byLaunch(launches);
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.DEVICE) {
                for (int i = 0; i < lane.size(); i++) {
                    if (lane.activity(i) != Activity.COMMUNICATION) {
                        int launch = launches.of(lane, i);
                        @Nullable Sum sum = launch < 0 ? null : byLaunch[launch];
                        work.add(sum != null ? sum : work.unknown(), lane, i);
                    }
                }
            }
        }
        return work.sums;
    }

    private Sum unknown() {
        Sum sum = sum(UNKNOWN);
        sum.calls++;
        return sum;
    }

    private Sum sum(Operation operation) {
        return sums.computeIfAbsent(operation, any -> new Sum());
    }

    private void add(Sum sum, Lane lane, int i) {
        long nanos = lane.end(i) - lane.start(i);
        sum.nanos = Distribution.plus(sum.nanos, nanos);
        boolean isCopy = lane.activity(i) == Activity.COPY;
        sum.copyNanos += isCopy ? nanos : 0;
        boolean isPlain = !isCopy && binary32.computeIfAbsent(lane.label(i), KernelTrait.BINARY32::isOf);
        sum.binary32Nanos += isPlain ? nanos : 0;
    }

    /** Returns the sums that the work of each launch belongs to, its calls counted; null where the launch was not recorded. */
    private @Nullable Sum[] byLaunch(Launches launches) {
        @Nullable Sum[] byLaunch = new Sum[launches.size()];
        IdentityHashMap<Lane, List<Integer>> byThread = new IdentityHashMap<>();
        for (int launch = 0; launch < byLaunch.length; launch++) {
            if (launches.hasCall(launch)) {
                byThread.computeIfAbsent(launches.callLane(launch), any -> new ArrayList<>())
                        .add(launch);
            }
        }
        byThread.forEach((lane, own) -> {
            own.sort((a, b) -> Long.compare(launches.callStart(a), launches.callStart(b)));
            walk(lane, own, launches, byLaunch);
        });
        return byLaunch;
    }

    /** Goes through the operators of a thread and its launches in the order of time, with the operators that are open. */
    private void walk(Lane lane, List<Integer> own, Launches launches, @Nullable Sum[] byLaunch) {
        @Nullable Sum[] counted = new Sum[lane.size()];
        int[] open = new int[16];
        // at each depth the operator that has what is launched there
        int[] owner = new int[16];
        int depth = 0;
        int next = 0;
        for (int launch : own) {
            long at = launches.callStart(launch);
            for (; next < lane.size() && lane.start(next) <= at; next++) {
                if (lane.end(next) > at && roles.role(lane, next) == HostRole.OPERATOR) {
                    depth = closed(lane, open, depth, lane.start(next));
                    if (depth == open.length) {
                        open = Arrays.copyOf(open, 2 * depth);
                        owner = Arrays.copyOf(owner, 2 * depth);
                    }
                    boolean isInWhole = depth > 0 && isWhole(lane, owner[depth - 1]);
                    owner[depth] = isInWhole ? owner[depth - 1] : next;
                    open[depth++] = next;
                }
            }
            depth = closed(lane, open, depth, at);
            if (depth == 0) {
                Sum sum = sum(new Operation(launches.name(launch), ""));
                sum.calls++;
                byLaunch[launch] = sum;
            } else {
                int chosen = owner[depth - 1];
                @Nullable Sum sum = counted[chosen];
                if (sum == null) {
                    sum = sum(new Operation(lane.label(chosen), lane.arguments(chosen)));
                    sum.calls++;
                    counted[chosen] = sum;
                }
                byLaunch[launch] = sum;
            }
        }
    }

    private boolean isWhole(Lane lane, int i) {
        return whole.computeIfAbsent(lane.label(i), OperatorCost::isWhole);
    }

    private static int closed(Lane lane, int[] open, int depth, long until) {
        int left = depth;
        while (left > 0 && lane.end(open[left - 1]) <= until) {
            left--;
        }
        return left;
    }
}
