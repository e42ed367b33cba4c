package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Fires if one arm stops its clock early: its phases add up to less of its wall time, or are not those of the other arm. */
final class PhaseTruncation implements Check {
    private static final double LEAST_COVERAGE = .97;
    private static final double LEAST_GAP = .01;

    @Override
    public String name() {
        return "phase truncation";
    }

    /** Where the job reports the phases of any run. */
    @Override
    public boolean applies(Sample sample) {
        return sample.pairs().stream()
                .anyMatch(trial -> !trial.baseline().phases().isEmpty()
                        || !trial.variant().phases().isEmpty());
    }

    @Override
    public Finding examine(Sample sample) {
        int lacking = (int) sample.pairs().stream()
                .filter(trial -> lacks(trial.baseline()) || lacks(trial.variant()))
                .count();
        if (lacking > 0) {
            return Finding.missing(name() + ": phases or wall seconds are missing from " + lacking + " of "
                    + sample.size() + " pairs although they can be supplied");
        }
        Set<String> baseline = names(sample, Trial::baseline);
        Set<String> variant = names(sample, Trial::variant);
        if (!baseline.equals(variant)) {
            Set<String> different = new TreeSet<>(baseline);
            different.addAll(variant);
            different.removeIf(phase -> baseline.contains(phase) && variant.contains(phase));
            return Finding.fired("only one arm has the phases " + different, different.size(), 0);
        }
        double covered = coverage(sample, Trial::baseline);
        double gap = covered - coverage(sample, Trial::variant);
        double least = Math.min(covered, covered - gap);
        return least < LEAST_COVERAGE && Math.abs(gap) > LEAST_GAP
                ? Finding.fired("the phases of one arm do not add up to its wall time", least, LEAST_COVERAGE)
                : Finding.clear(least, LEAST_COVERAGE);
    }

    private static boolean lacks(ArmResult arm) {
        return arm.phases().isEmpty()
                || arm.phases().values().stream().anyMatch(seconds -> !(seconds >= 0) || Double.isInfinite(seconds))
                || !(arm.wallSeconds().orElse(0) > 0);
    }

    private static Set<String> names(Sample sample, Function<Trial, ArmResult> arm) {
        Set<String> names = new TreeSet<>();
        sample.pairs().forEach(trial -> names.addAll(arm.apply(trial).phases().keySet()));
        return names;
    }

    private static double coverage(Sample sample, Function<Trial, ArmResult> arm) {
        return Summary.median(sample.each(trial -> {
            ArmResult result = arm.apply(trial);
            double sum = result.phases().values().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            return sum / result.wallSeconds().orElseThrow();
        }));
    }
}
