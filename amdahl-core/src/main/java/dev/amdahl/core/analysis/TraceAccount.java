package dev.amdahl.core.analysis;

import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.core.internal.timeline.TimeParts;
import dev.amdahl.core.internal.timeline.analysis.Callers;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Profile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Accounts for the accelerator time of a trace: how much was productive, and which bottleneck took the rest. */
public final class TraceAccount {
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
}
