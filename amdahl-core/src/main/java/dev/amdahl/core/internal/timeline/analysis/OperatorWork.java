package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.core.internal.timeline.operators.Operands;
import dev.amdahl.core.internal.timeline.operators.OperatorCost;
import dev.amdahl.core.internal.timeline.operators.OperatorRates;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Device time by the operator that launched it and what that was called with. Of operators that call each other the outermost counts whose
 * own shapes tell what there is to do, else the outermost that launches work itself and calls no such operator, else the innermost. Without
 * an operator, the call that launched and each piece of work have a name together. Communication is left out. Not thread-safe.
 */
public final class OperatorWork {
    /** What stands for the operator of device work whose launch was not recorded. */
    public static final String NOT_RECORDED = "launch not recorded";

    /** Between the names of a call that launched and of a piece of work. */
    private static final String LAUNCHED = "->";

    private static final Pattern OPERATOR = Pattern.compile("::|^\\w+$");

    private static final Operation UNKNOWN = new Operation(NOT_RECORDED, "");

    private final HostRole.Names roles = new HostRole.Names();
    private final Map<String, Boolean> whole = new HashMap<>();
    private final Map<String, Boolean> operators = new HashMap<>();
    private final Map<String, Boolean> binary32 = new HashMap<>();
    private final Map<Operation, Sum> sums = new HashMap<>();

    /**
     * An operator and what it was called with, as {@link Lane#arguments} gives it.
     *
     * @param name untrusted text
     */
    public record Operation(String name, String arguments) {
        /** Written out, as is the hash: those of records are generated at run time, which is a tenth of a short command. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Operation same && name.equals(same.name) && arguments.equals(same.arguments);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + arguments.hashCode();
        }
    }

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
                        work.add(sum != null ? sum : work.alone(launches, launch, lane.label(i)), lane, i);
                    }
                }
            }
        }
        return work.sums;
    }

    /** Returns what an operator asks for beside what the device is declared for, as {@link OperatorRates#of} takes it. */
    public static OperatorRates rates(Operation operation, Sum sum, Map<String, Double> peaks) {
        Optional<OperatorCost> cost = OperatorCost.of(operation.name(), Operands.of(operation.arguments()));
        return cost.isEmpty()
                ? OperatorRates.UNKNOWN
                : OperatorRates.of(cost.get(), sum.calls, sum.nanos, sum.isCopy(), !sum.isPlainBinary32(), peaks);
    }

    /** Returns the sums of a piece of work without an operator. */
    private Sum alone(Launches launches, int launch, String piece) {
        boolean isRecorded = launch >= 0 && launches.hasCall(launch);
        Sum sum = sum(isRecorded ? new Operation(launches.name(launch) + LAUNCHED + piece, "") : UNKNOWN);
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

    /** Returns the sums that the work of each launch belongs to, its calls counted; null where no operator launched it. */
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

    private void walk(Lane lane, List<Integer> own, Launches launches, @Nullable Sum[] byLaunch) {
        Nest nest = new Nest(lane, own, launches);
        boolean[] launching = new boolean[lane.size()];
        boolean[] isAboveWhole = new boolean[lane.size()];
        for (int inner : nest.innermost) {
            boolean isBelow = false;
            for (int i = inner; i >= 0; i = nest.outer[i]) {
                isAboveWhole[i] |= isBelow;
                isBelow |= isWhole(lane, i);
            }
            if (inner >= 0) {
                launching[inner] = true;
            }
        }
        @Nullable Sum[] counted = new Sum[lane.size()];
        for (int k = 0; k < own.size(); k++) {
            int whole = -1;
            int chosen = nest.innermost[k];
            for (int i = chosen; i >= 0; i = nest.outer[i]) {
                whole = isWhole(lane, i) ? i : whole;
                chosen = launching[i] && !isAboveWhole[i] ? i : chosen;
            }
            chosen = whole >= 0 ? whole : chosen;
            if (chosen >= 0) {
                @Nullable Sum sum = counted[chosen];
                if (sum == null) {
                    sum = sum(new Operation(lane.label(chosen), lane.arguments(chosen)));
                    sum.calls++;
                    counted[chosen] = sum;
                }
                byLaunch[own.get(k)] = sum;
            }
        }
    }

    /** Which operator is called by which, and which of them is open at each launch. */
    private final class Nest {
        /** Of each operator that is open at a launch the one around it, -1 for none. */
        private final int[] outer;

        /** Of each launch the innermost operator, -1 for none. */
        private final int[] innermost;

        /** Goes through the operators of a thread and its launches in the order of time. */
        Nest(Lane lane, List<Integer> own, Launches launches) {
            outer = new int[lane.size()];
            innermost = new int[own.size()];
            int open = -1;
            int next = 0;
            for (int k = 0; k < innermost.length; k++) {
                long at = launches.callStart(own.get(k));
                for (; next < lane.size() && lane.start(next) <= at; next++) {
                    if (lane.end(next) > at && isOperator(lane, next)) {
                        outer[next] = closed(lane, open, lane.start(next));
                        open = next;
                    }
                }
                open = closed(lane, open, at);
                innermost[k] = open;
            }
        }

        private int closed(Lane lane, int open, long until) {
            int left = open;
            while (left >= 0 && lane.end(left) <= until) {
                left = outer[left];
            }
            return left;
        }
    }

    /** A range that somebody named, such as a server's step, is no operator. */
    private boolean isOperator(Lane lane, int i) {
        return roles.role(lane, i) == HostRole.OPERATOR
                && (!lane.arguments(i).isEmpty()
                        || operators.computeIfAbsent(
                                lane.label(i), name -> OPERATOR.matcher(name).find()));
    }

    private boolean isWhole(Lane lane, int i) {
        return whole.computeIfAbsent(lane.label(i), OperatorCost::isWhole);
    }
}
