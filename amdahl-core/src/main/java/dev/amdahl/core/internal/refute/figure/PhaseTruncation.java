package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Gaps;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Fires if one arm stops its clock early: its phases add up to less of its wall time, or are not those of the other arm. */
final class PhaseTruncation implements Check {
    private static final double MIN_COVERAGE = .97;
    private static final double MIN_GAP = .01;

    @Override
    public String name() {
        return "phase truncation";
    }

    @Override
    public Finding examine(Sample sample) {
        boolean isReported = sample.pairs().stream()
                .anyMatch(trial -> !trial.baseline().phases().isEmpty()
                        || !trial.variant().phases().isEmpty());
        if (!isReported) {
            return Finding.notApplicable();
        }
        return Gaps.of(sample, arm -> !arm.phases().isEmpty()).examine(this, "the phases", PhaseTruncation::compare);
    }

    private static Finding compare(Sample sample) {
        List<Map<String, Double>> first = phases(sample, Trial::baseline);
        List<Map<String, Double>> second = phases(sample, Trial::variant);
        Set<String> baseline = names(first);
        Set<String> variant = names(second);
        if (!baseline.equals(variant)) {
            Set<String> different = new TreeSet<>(baseline);
            different.addAll(variant);
            different.removeIf(phase -> baseline.contains(phase) && variant.contains(phase));
            return Finding.fired("only one arm has the phases " + different, different.size(), 0);
        }
        double[] covered = {coverage(sample, first, Trial::baseline), coverage(sample, second, Trial::variant)};
        double least = Math.min(covered[0], covered[1]);
        return least < MIN_COVERAGE && Math.abs(covered[0] - covered[1]) > MIN_GAP
                ? Finding.fired("the phases of one arm do not add up to its wall time", least, MIN_COVERAGE)
                : Finding.clear(least, MIN_COVERAGE);
    }

    private static List<Map<String, Double>> phases(Sample sample, Function<Trial, ArmResult> arm) {
        return sample.pairs().stream().map(trial -> arm.apply(trial).phases()).toList();
    }

    private static Set<String> names(List<Map<String, Double>> phases) {
        Set<String> names = new TreeSet<>();
        phases.forEach(one -> names.addAll(one.keySet()));
        return names;
    }

    /** Returns the typical share of the wall time. */
    private static double coverage(Sample sample, List<Map<String, Double>> phases, Function<Trial, ArmResult> arm) {
        double[] shares = new double[phases.size()];
        for (int i = 0; i < shares.length; i++) {
            double sum = 0;
            for (double seconds : phases.get(i).values()) {
                sum += seconds;
            }
            shares[i] = sum / arm.apply(sample.pairs().get(i)).wallSeconds().orElseThrow();
        }
        return Summary.median(shares);
    }
}
