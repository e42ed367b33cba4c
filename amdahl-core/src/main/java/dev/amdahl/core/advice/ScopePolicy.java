package dev.amdahl.core.advice;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the host allows the loop to work on. Immutable.
 *
 * @param familyWeights weight of a job family in the ranking, 0 to leave it alone; families not named have weight 1
 * @param excludedAxes axes on which no change is tried
 * @param excludedClasses classes that are not worked on
 * @param floor smallest speed-up less 1 that is worth an experiment
 */
public record ScopePolicy(
        Map<String, Double> familyWeights,
        Set<ResourceAxis> excludedAxes,
        Set<Bottleneck> excludedClasses,
        double floor) {
    /** Everything allowed, floor 3 %. */
    public static final ScopePolicy DEFAULT = new ScopePolicy(Map.of(), Set.of(), Set.of(), .03);

    public ScopePolicy {
        familyWeights = Map.copyOf(familyWeights);
        excludedAxes = Set.copyOf(excludedAxes);
        excludedClasses = Set.copyOf(excludedClasses);
        if (!(floor >= 0)) {
            throw new IllegalArgumentException("policy floor must be >= 0, was " + floor);
        }
    }

    double weight(String family) {
        return familyWeights.getOrDefault(family, 1.0);
    }

    /** Why a hypothesis is out of scope; empty if it is in. */
    Optional<String> excludes(Hypothesis hypothesis) {
        if (!(weight(hypothesis.family()) > 0)) {
            return Optional.of("policy excludes family " + hypothesis.family());
        }
        if (excludedAxes.contains(hypothesis.axis())) {
            return Optional.of("policy excludes axis " + hypothesis.axis());
        }
        return hypothesis.addresses().stream()
                .filter(excludedClasses::contains)
                .findFirst()
                .map(excluded -> "policy excludes class " + excluded);
    }
}
