package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.core.internal.timeline.operators.OperatorCost;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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
        Operation[] operations = work.operations(launches);
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.DEVICE) {
                for (int i = 0; i < lane.size(); i++) {
                    if (lane.activity(i) != Activity.COMMUNICATION) {
                        int launch = launches.of(lane, i);
                        work.add(launch < 0 ? UNKNOWN : operations[launch], lane, i);
                    }
                }
            }
        }
        return work.sums;
    }

    private void add(Operation operation, Lane lane, int i) {
        Sum sum = sums.computeIfAbsent(operation, any -> new Sum());
        sum.calls += operation.equals(UNKNOWN) ? 1 : 0;
        long nanos = lane.end(i) - lane.start(i);
        sum.nanos = Distribution.plus(sum.nanos, nanos);
        boolean isPlain = lane.activity(i) == Activity.KERNEL
                && binary32.computeIfAbsent(lane.label(i), KernelTrait.BINARY32::isOf);
        sum.binary32Nanos += isPlain ? nanos : 0;
        sum.copyNanos += lane.activity(i) == Activity.COPY ? nanos : 0;
    }

    /** Returns the operator of each launch, and counts the calls. */
    private Operation[] operations(Launches launches) {
        Operation[] operations = new Operation[launches.size()];
        Arrays.fill(operations, UNKNOWN);
        Map<Lane, List<Integer>> byThread = new IdentityHashMap<>();
        for (int launch = 0; launch < operations.length; launch++) {
            if (launches.hasCall(launch)) {
                byThread.computeIfAbsent(launches.callLane(launch), any -> new ArrayList<>())
                        .add(launch);
            }
        }
        byThread.forEach((lane, own) -> {
            own.sort((a, b) -> Long.compare(launches.callStart(a), launches.callStart(b)));
            operations(lane, own, launches, operations);
        });
        return operations;
    }

    private void operations(Lane lane, List<Integer> own, Launches launches, Operation[] operations) {
        BitSet counted = new BitSet();
        int[] open = new int[16];
        int depth = 0;
        int next = 0;
        for (int launch : own) {
            long at = launches.callStart(launch);
            for (; next < lane.size() && lane.start(next) <= at; next++) {
                if (roles.role(lane, next) == HostRole.OPERATOR) {
                    depth = closed(lane, open, depth, lane.start(next));
                    open = depth < open.length ? open : Arrays.copyOf(open, 2 * depth);
                    open[depth++] = next;
                }
            }
            depth = closed(lane, open, depth, at);
            int chosen = chosen(lane, open, depth);
            if (chosen < 0) {
                operations[launch] = new Operation(launches.name(launch), "");
                sums.computeIfAbsent(operations[launch], any -> new Sum()).calls++;
            } else {
                operations[launch] = new Operation(lane.label(chosen), lane.arguments(chosen));
                if (!counted.get(chosen)) {
                    counted.set(chosen);
                    sums.computeIfAbsent(operations[launch], any -> new Sum()).calls++;
                }
            }
        }
    }

    private static int closed(Lane lane, int[] open, int depth, long until) {
        int left = depth;
        while (left > 0 && lane.end(open[left - 1]) <= until) {
            left--;
        }
        return left;
    }

    private int chosen(Lane lane, int[] open, int depth) {
        return IntStream.of(open)
                .limit(depth)
                .filter(i -> whole.computeIfAbsent(lane.label(i), OperatorCost::isWhole))
                .findFirst()
                .orElse(depth == 0 ? -1 : open[depth - 1]);
    }
}
