package dev.amdahl.core.loop;

import dev.amdahl.core.internal.change.Fingerprints;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The scope in which the host allows the loop to work.
 *
 * @param familyWeights weight of a job family in the ranking, 0 to leave it alone; families not named have weight 1
 * @param excludedAxes axes on which no change is tried
 * @param excludedClasses classes that are not worked on
 * @param floor smallest speed-up less 1 that is worth an experiment
 * @param untouchable what no change may touch: names of levers or of what they set ({@code environment:SEED}), globs of files
 */
public record ScopePolicy(
        Map<String, Double> familyWeights,
        Set<ResourceAxis> excludedAxes,
        Set<Bottleneck> excludedClasses,
        double floor,
        Set<String> untouchable) {
    /** Everything allowed, floor 3 %. */
    public static final ScopePolicy DEFAULT = new ScopePolicy(Map.of(), Set.of(), Set.of(), .03);

    public ScopePolicy {
        familyWeights = Map.copyOf(familyWeights);
        excludedAxes = Set.copyOf(excludedAxes);
        excludedClasses = Set.copyOf(excludedClasses);
        untouchable = Set.copyOf(untouchable);
        if (!(floor >= 0)) {
            throw new IllegalArgumentException("policy floor must be >= 0, was " + floor);
        }
    }

    /** Returns a policy under which everything may be touched. */
    public ScopePolicy(
            Map<String, Double> familyWeights,
            Set<ResourceAxis> excludedAxes,
            Set<Bottleneck> excludedClasses,
            double floor) {
        this(familyWeights, excludedAxes, excludedClasses, floor, Set.of());
    }

    /** This policy with more that no change may touch. */
    public ScopePolicy protecting(Set<String> more) {
        Set<String> all = new HashSet<>(untouchable);
        all.addAll(more);
        return new ScopePolicy(familyWeights, excludedAxes, excludedClasses, floor, all);
    }

    /** Weight of a family in the ranking; 0 leaves it alone. */
    public double weight(String family) {
        return familyWeights.getOrDefault(family, 1.0);
    }

    /** Returns why a hypothesis is out of scope; empty if it is in. */
    public Optional<String> excludes(Hypothesis hypothesis) {
        if (!(weight(hypothesis.family()) > 0)) {
            return Optional.of("policy excludes family " + hypothesis.family());
        }
        if (excludedAxes.contains(hypothesis.axis())) {
            return Optional.of("policy excludes axis " + hypothesis.axis());
        }
        return hypothesis.addresses().stream()
                .filter(excludedClasses::contains)
                .findFirst()
                .map(excluded -> "policy excludes class " + excluded)
                .or(() -> touched(hypothesis.change()));
    }

    private Optional<String> touched(Change change) {
        Stream<String> touched = change instanceof ConfigChange config
                ? config.settings().stream()
                        .flatMap(setting -> Stream.of(setting.lever(), Fingerprints.canonicalLever(setting)))
                        .filter(untouchable::contains)
                : ((PatchChange) change).paths().stream().filter(this::isProtected);
        return touched.findFirst().map(thing -> "policy guards " + thing + ", which no change may touch");
    }

    private boolean isProtected(String path) {
        return untouchable.stream()
                .filter(glob -> !glob.startsWith("environment:") && !glob.startsWith("argument:"))
                .anyMatch(glob ->
                        FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(path)));
    }
}
