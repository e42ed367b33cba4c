package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The part of the evidence that one refuter sees. Immutable.
 *
 * <p>Effects are log ratios turned so that below zero is better, whatever the direction of the metric.
 *
 * @param evidence the whole
 * @param trials the trials it sees, failures included, warm-ups excluded
 * @param pairs those of them with a measured effect
 * @param seed for its own resampling
 */
record Sample(Evidence evidence, List<Trial> trials, List<Trial> pairs, long seed) {

    static Sample of(Evidence evidence, Predicate<Trial> seen, long seed) {
        List<Trial> trials = evidence.trials().stream()
                .filter(trial -> !trial.isWarmUp())
                .filter(seen)
                .toList();
        return new Sample(
                evidence, trials, trials.stream().filter(Sample::isUsable).toList(), seed);
    }

    static boolean isUsable(Trial trial) {
        return trial.logRatio().isPresent()
                && trial.baseline().isSuccess()
                && trial.variant().isSuccess();
    }

    int size() {
        return pairs.size();
    }

    double effect(Trial trial) {
        double d = trial.logRatio().orElseThrow();
        return evidence.plan().metric().lowerIsBetter() ? d : -d;
    }

    double[] effects() {
        return pairs.stream().mapToDouble(this::effect).toArray();
    }

    double[] effects(Predicate<Trial> of) {
        return pairs.stream().filter(of).mapToDouble(this::effect).toArray();
    }

    double meanEffect() {
        return Summary.mean(effects());
    }

    /** log(variant / baseline) of a covariate, by pair. */
    double[] logRatios(Covariate covariate) {
        return pairs.stream()
                .mapToDouble(trial -> Math.log(value(trial.variant(), covariate) / value(trial.baseline(), covariate)))
                .toArray();
    }

    /** A figure of each pair. */
    double[] each(ToDoubleFunction<Trial> figure) {
        return pairs.stream().mapToDouble(figure).toArray();
    }

    int lacking(Covariate covariate) {
        return (int) pairs.stream()
                .filter(trial -> !has(trial.baseline(), covariate) || !has(trial.variant(), covariate))
                .count();
    }

    static boolean has(ArmResult arm, Covariate covariate) {
        Double value = arm.covariates().get(covariate);
        return value != null && Double.isFinite(value);
    }

    static double value(ArmResult arm, Covariate covariate) {
        Double value = arm.covariates().get(covariate);
        return value == null ? Double.NaN : value;
    }
}
