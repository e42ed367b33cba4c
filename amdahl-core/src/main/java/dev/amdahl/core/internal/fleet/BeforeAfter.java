package dev.amdahl.core.internal.fleet;

import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.job.FleetJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What recorded runs before and after a change may say of it: how they differ, never that the change is why. They ran at different
 * times, on other hosts and inputs, and nobody drew which were which. Stateless, thread-safe.
 */
public final class BeforeAfter {
    /** Why there is no verdict. */
    public static final String NO_CONTROL = "no control";

    private BeforeAfter() {}

    /**
     * Describes the runs, always as INCONCLUSIVE.
     *
     * @param before runs of one workload that ended before the change, in any order; unfinished ones are left out
     * @param after runs of the same workload with it
     * @return no pairs, no evidence, no interval; the ratio of the median held seconds where both sides have runs
     * @throws IllegalArgumentException if the runs belong to more than one workload
     */
    public static Comparison describe(Collection<FleetJob> before, Collection<FleetJob> after) {
        requireOneFamily(before, after);
        double[] seconds = held(before);
        double[] with = held(after);
        OptionalDouble ratio = seconds.length == 0 || with.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Summary.median(with) / Summary.median(seconds));
        String reason = String.format(
                Locale.ROOT,
                "%s: %d runs before and %d after differ in time, hosts and input too; test the change in pairs",
                NO_CONTROL,
                seconds.length,
                with.length);
        return new Comparison(
                0,
                1,
                1,
                ratio,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.of(Decision.INCONCLUSIVE),
                reason);
    }

    /**
     * Describes the runs of each of these families: those that ended before a moment, and those that started after; runs across it and
     * unfinished ones are left out.
     */
    static Map<String, Comparison> of(Stream<FleetJob> runs, Instant at, List<String> families) {
        Map<String, List<FleetJob>> before = new HashMap<>();
        Map<String, List<FleetJob>> after = new HashMap<>();
        runs.filter(run -> run.ended().isPresent()).forEach(run -> {
            if (!run.ended().get().isAfter(at)) {
                before.computeIfAbsent(run.family(), family -> new ArrayList<>())
                        .add(run);
            } else if (run.started().filter(started -> !started.isBefore(at)).isPresent()) {
                after.computeIfAbsent(run.family(), family -> new ArrayList<>()).add(run);
            }
        });
        Map<String, Comparison> described = new LinkedHashMap<>();
        families.forEach(family -> described.put(
                family, describe(before.getOrDefault(family, List.of()), after.getOrDefault(family, List.of()))));
        return described;
    }

    private static void requireOneFamily(Collection<FleetJob> before, Collection<FleetJob> after) {
        Set<String> families = Stream.concat(before.stream(), after.stream())
                .map(FleetJob::family)
                .collect(Collectors.toCollection(TreeSet::new));
        if (families.size() > 1) {
            throw new IllegalArgumentException(
                    "before and after: runs of the workloads " + families + "; compare runs of one workload");
        }
    }

    private static double[] held(Collection<FleetJob> jobs) {
        return jobs.stream()
                .flatMap(job -> job.held().stream())
                .filter(held -> held.compareTo(Duration.ZERO) > 0)
                .mapToDouble(held -> held.toMillis() / 1000.0)
                .filter(seconds -> seconds > 0)
                .toArray();
    }
}
