package dev.amdahl.core.internal.capacity;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Finds pairs of workloads that ask for different resources and fit into memory together. The bound: two jobs that run apart hold
 * two accelerators; together on one, no resource can do more than one second's work in a second, so that both become slower by at least the
 * larger of 1 and the most that a resource is asked for, and hold that many accelerators instead of two.
 */
public final class CoLocationAdvisor {
    /** The metric that says how much memory a job uses; a family without it is not paired. */
    public static final String MEMORY = "hbm_used_frac";

    private static final double MAX_MEMORY = .9;
    private static final double MIN_GAIN = .05;

    private CoLocationAdvisor() {}

    /**
     * Returns the candidates, largest bound first.
     *
     * @param diagnoses of families on one type of accelerator; those that explain too little, or do not say how much memory is used, are left
     *     out
     * @param hours accelerator-hours of each family in the fleet; none if that is not known
     */
    public static List<CoLocation> candidates(Collection<Diagnosis> diagnoses, Map<String, Double> hours) {
        List<Diagnosis> known = diagnoses.stream()
                .filter(diagnosis ->
                        diagnosis.isExplained() && diagnosis.metrics().containsKey(MEMORY))
                .sorted(Comparator.comparing(Diagnosis::family))
                .toList();
        List<CoLocation> candidates = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            for (Diagnosis other : known.subList(i + 1, known.size())) {
                candidate(known.get(i), other, hours).ifPresent(candidates::add);
            }
        }
        candidates.sort(Comparator.comparingDouble((CoLocation pair) -> -pair.gainBound())
                .thenComparing(CoLocation::first)
                .thenComparing(CoLocation::second));
        return candidates;
    }

    private static Optional<CoLocation> candidate(Diagnosis first, Diagnosis second, Map<String, Double> hours) {
        double memory = memory(first) + memory(second);
        double slowdown = Math.max(1, Demand.of(first).together(Demand.of(second)));
        double gain = 1 - slowdown / 2;
        Bottleneck firstLimit = limit(first);
        Bottleneck secondLimit = limit(second);
        boolean fits = memory >= 0 && memory <= MAX_MEMORY;
        if (!fits || gain < MIN_GAIN || firstLimit == secondLimit) {
            return Optional.empty();
        }
        return Optional.of(new CoLocation(
                first.family(),
                second.family(),
                firstLimit,
                secondLimit,
                memory,
                slowdown,
                gain,
                shared(first.family(), second.family(), gain, hours),
                InterferencePlan.of(first.family(), second.family())));
    }

    /** Only as long as both run: the smaller one's hours, twice. */
    private static OptionalDouble shared(String first, String second, double gain, Map<String, Double> hours) {
        Double one = hours.get(first);
        Double other = hours.get(second);
        return one != null && other != null
                ? OptionalDouble.of(2 * Math.min(one, other) * gain)
                : OptionalDouble.empty();
    }

    /** A family without the metric was left out before. */
    private static double memory(Diagnosis diagnosis) {
        return diagnosis.metrics().getOrDefault(MEMORY, Double.NaN);
    }

    private static Bottleneck limit(Diagnosis diagnosis) {
        return diagnosis.accounts().stream()
                .max(Comparator.comparingDouble(Account::acceleratorSeconds))
                .map(Account::bottleneck)
                .orElse(Bottleneck.UNATTRIBUTED);
    }
}
