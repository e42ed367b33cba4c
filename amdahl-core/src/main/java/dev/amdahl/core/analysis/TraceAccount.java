package dev.amdahl.core.analysis;

import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.core.internal.timeline.TimeParts;
import dev.amdahl.core.internal.timeline.analysis.Callers;
import dev.amdahl.core.internal.timeline.analysis.OperatorWork;
import dev.amdahl.core.internal.timeline.operators.BusFactor;
import dev.amdahl.core.internal.timeline.operators.Operands;
import dev.amdahl.core.internal.timeline.operators.OperatorRates;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Accounts for the accelerator time of a trace: how much was productive, and which bottleneck took the rest. */
public final class TraceAccount {
    private static final Pattern TOLD = Pattern.compile("(.*)\\|(\\d{1,18})\\|(\\d{1,9})", Pattern.DOTALL);

    private TraceAccount() {}

    /**
     * Returns the diagnosis of one timeline, whose own span is the wall time.
     *
     * @param job name of the job, for the diagnosis
     * @param profiles what other profilers saw of the same run, and the profile of the timeline itself
     */
    public static Diagnosis of(String job, Timeline timeline, List<Profile> profiles) {
        return Diagnose.diagnose(job, timeline, profiles);
    }

    /** Returns what accounts for the difference of two runs of one job. */
    public static Difference difference(Timeline before, Timeline after, By by) {
        Callers.Level level = switch (by) {
            case KERNEL -> Callers.Level.INNERMOST;
            case OPERATOR -> Callers.Level.OPERATOR;
            case MODULE -> Callers.Level.MODULE;
        };
        return Difference.of(TimeParts.of(before, level), TimeParts.of(after, level));
    }

    /**
     * Returns the device time of a timeline by operator and shapes.
     *
     * @param peaks what the device is declared for: operations per second of dense products by {@code fp64}, {@code fp32}, {@code tf32},
     *     {@code fp16}, {@code bf16}, and bytes per second of {@code memory}; what is not known is missing
     */
    public static Operators operators(Timeline timeline, Map<String, Double> peaks) {
        return Operators.of(timeline, peaks);
    }

    /** Returns the collectives of a timeline that tells their sizes, most time first. */
    public static List<Collective> collectives(Timeline timeline) {
        Map<String, List<Long>> durations = new TreeMap<>();
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                if (lane.activity(i) == Activity.COMMUNICATION
                        && !lane.arguments(i).isEmpty()) {
                    durations
                            .computeIfAbsent(lane.arguments(i), any -> new ArrayList<>())
                            .add(lane.end(i) - lane.start(i));
                }
            }
        }
        List<Collective> all = new ArrayList<>();
        durations.forEach((told, own) -> {
            Matcher matcher = TOLD.matcher(told);
            if (matcher.matches()) {
                long[] sorted = own.stream().mapToLong(Long::longValue).sorted().toArray();
                all.add(new Collective(
                        matcher.group(1),
                        Integer.parseInt(matcher.group(3)),
                        Long.parseLong(matcher.group(2)),
                        sorted.length,
                        Arrays.stream(sorted).sum(),
                        sorted[(sorted.length - 1) / 2],
                        sorted[0]));
            }
        });
        all.sort(Comparator.comparingLong(Collective::nanos).reversed());
        return List.copyOf(all);
    }

    /** What names the parts of a {@link Difference}. */
    public enum By {
        /** Kernels by their own name; idle time by the innermost host code. */
        KERNEL,
        /** The outermost operator of the framework that launched the work, or in which the host was. */
        OPERATOR,
        /** The module, where the trace has Python frames. */
        MODULE
    }

    /**
     * What accounts for the difference of two runs: parts that add up to each wall time, per accelerator, so that their changes add up
     * to the difference.
     *
     * @param before one run
     * @param after the other
     * @param parts largest change first
     */
    public record Difference(Run before, Run after, List<Part> parts) {
        public Difference {
            parts = List.copyOf(parts);
        }

        /**
         * One run.
         *
         * @param steps that the trace marks, 0 if it marks none
         */
        public record Run(double wallSeconds, int accelerators, int steps) {}

        /**
         * One part.
         *
         * @param name of a kernel, an operator or host code: untrusted text; empty where nothing more is known
         * @param before seconds of the wall time, per accelerator
         * @param after the same in the other run
         * @param countBefore pieces of device work, on all accelerators
         * @param countAfter the same in the other run
         */
        public record Part(
                Bottleneck bottleneck, String name, double before, double after, long countBefore, long countAfter) {
            /** Returns how many seconds the second run takes longer here. */
            public double change() {
                return after - before;
            }
        }

        private static Difference of(TimeParts before, TimeParts after) {
            List<Part> parts = new ArrayList<>();
            for (Bottleneck bottleneck : Bottleneck.values()) {
                Map<String, TimeParts.Part> old = before.parts().getOrDefault(bottleneck, Map.of());
                Map<String, TimeParts.Part> now = after.parts().getOrDefault(bottleneck, Map.of());
                Set<String> names = new LinkedHashSet<>(new TreeMap<>(old).keySet());
                names.addAll(new TreeMap<>(now).keySet());
                for (String name : names) {
                    TimeParts.Part was = old.get(name);
                    TimeParts.Part is = now.get(name);
                    parts.add(new Part(
                            bottleneck,
                            name,
                            seconds(was, before),
                            seconds(is, after),
                            was == null ? 0 : was.count(),
                            is == null ? 0 : is.count()));
                }
            }
            parts.sort(Comparator.comparingDouble((Part part) -> -Math.abs(part.change())));
            return new Difference(run(before), run(after), parts);
        }

        private static double seconds(TimeParts.@Nullable Part part, TimeParts all) {
            return part == null ? 0 : part.nanos() / 1e9 / all.accelerators();
        }

        private static Run run(TimeParts parts) {
            return new Run(parts.wallNanos() / 1e9, parts.accelerators(), parts.steps());
        }
    }

    /**
     * Device time by operator and by the shapes that it was called with, and how far that is from what the device is declared for. Communication
     * is left out. Immutable.
     *
     * @param operators most time first
     * @param nanos durations of all pieces of device work, added up
     */
    public record Operators(List<Operator> operators, long nanos) {
        private static final double TERA = 1e12;

        public Operators {
            operators = List.copyOf(operators);
        }

        private static Operators of(Timeline timeline, Map<String, Double> peaks) {
            List<Operator> operators = new ArrayList<>();
            long nanos = 0;
            for (Map.Entry<OperatorWork.Operation, OperatorWork.Sum> one :
                    OperatorWork.of(timeline).entrySet()) {
                OperatorWork.Sum sum = one.getValue();
                if (sum.nanos() > 0) {
                    nanos += Math.min(sum.nanos(), Long.MAX_VALUE - nanos);
                    operators.add(operator(one.getKey(), sum, peaks));
                }
            }
            operators.sort(Comparator.comparingLong(Operator::nanos)
                    .reversed()
                    .thenComparing(Operator::name)
                    .thenComparing(Operator::inputs));
            return new Operators(operators, nanos);
        }

        private static Operator operator(
                OperatorWork.Operation operation, OperatorWork.Sum sum, Map<String, Double> peaks) {
            OperatorRates rates = OperatorWork.rates(operation, sum, peaks);
            return new Operator(
                    operation.name(),
                    Operands.of(operation.arguments()).words(),
                    sum.calls(),
                    sum.nanos(),
                    rates.flops(),
                    rates.bytes(),
                    rates.computeShare(),
                    rates.memoryShare());
        }

        /** Returns the device time whose launch was recorded. */
        public long launchedNanos() {
            return operators.stream()
                    .filter(operator -> !operator.name().equals(OperatorWork.NOT_RECORDED))
                    .mapToLong(Operator::nanos)
                    .sum();
        }

        /** Returns the device time of the operators whose least time is known. */
        public long boundedNanos() {
            return operators.stream()
                    .filter(operator -> operator.shareOfPeak() != null)
                    .mapToLong(Operator::nanos)
                    .sum();
        }

        /**
         * Returns how many times less the device time could be at most if each operator whose least time is known took that, and all others
         * what they took; empty where none is known.
         */
        public OptionalDouble ceiling() {
            double least = 0;
            for (Operator operator : operators) {
                Double share = operator.shareOfPeak();
                least += operator.nanos() * (share == null ? 1 : Math.min(1, share));
            }
            return boundedNanos() == 0 || least == 0 ? OptionalDouble.empty() : OptionalDouble.of(nanos / least);
        }

        /** Returns the share of the device time that has a {@linkplain Operator#bound class}. */
        public double share(Bottleneck bottleneck) {
            long of = operators.stream()
                    .filter(operator ->
                            operator.bound().filter(bottleneck::equals).isPresent())
                    .mapToLong(Operator::nanos)
                    .sum();
            return nanos == 0 ? 0 : (double) of / nanos;
        }

        /**
         * One operator with one set of shapes.
         *
         * @param name untrusted text; {@code cudaGraphLaunch->kernel} for work that no operator launched
         * @param inputs shapes and type of its inputs, {@code 141x512 512x512 bf16}; empty where the trace does not tell
         * @param calls with device work
         * @param nanos durations of its pieces of device work, added up
         * @param flops of all calls, by the shapes; null where they are not counted
         * @param bytes of all calls, each tensor moved once; null where they are not counted
         * @param computeShare of the declared peak of products of its type; null where that is not known
         * @param memoryShare of the declared peak of the memory, above 1 where caches hold what is read; null where that is not known
         */
        public record Operator(
                String name,
                String inputs,
                long calls,
                long nanos,
                @Nullable Double flops,
                @Nullable Double bytes,
                @Nullable Double computeShare,
                @Nullable Double memoryShare) {

            /** Returns the operations per second in units of 10^12; null where they are not counted. */
            public @Nullable Double teraflops() {
                return flops == null ? null : flops * 1e9 / nanos / TERA;
            }

            /** Returns the bytes per second in units of 10^12; null where they are not counted. */
            public @Nullable Double terabytes() {
                return bytes == null ? null : bytes * 1e9 / nanos / TERA;
            }

            /** Returns the operations per byte; null where one of them is not counted. */
            public @Nullable Double intensity() {
                return flops == null || bytes == null ? null : flops / bytes;
            }

            /** Returns the least time that the declared peaks allow as a share of the time it took; null where no peak is known. */
            public @Nullable Double shareOfPeak() {
                return rates().shareOfPeak();
            }

            /**
             * Returns what limits it: arithmetic or memory from 70 % of its peak, the kernel itself where it is below 60 % of both, the
             * bounds by which profiled kernels are told apart; empty between them, and where the peaks are not known.
             */
            public Optional<Bottleneck> bound() {
                return rates().bound();
            }

            private OperatorRates rates() {
                return new OperatorRates(flops, bytes, computeShare, memoryShare);
            }
        }
    }

    /**
     * Collectives of one kind, size and number of ranks in the trace of one rank. Their durations contain what it waited for the other ranks.
     *
     * @param name untrusted text
     * @param ranks of the group
     * @param bytes the larger of what goes in and what comes out, the size that nccl-tests takes
     * @param medianNanos of the durations, the lower one of an even number
     */
    public record Collective(
            String name, int ranks, long bytes, long calls, long nanos, long medianNanos, long leastNanos) {
        /**
         * Returns the bus bandwidth of one that took so long, bytes per second as nccl-tests counts them: what each link carries in one direction
         * if the algorithm is the best. NaN where it has no meaning.
         */
        public double busRate(long nanos) {
            double factor = BusFactor.of(name, ranks);
            return factor == 0 || nanos <= 0 ? Double.NaN : factor * bytes * 1e9 / nanos;
        }
    }
}
