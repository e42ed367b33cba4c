package dev.amdahl.core.internal.refute.check;

import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Trial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The part of the evidence that one refuter sees.
 *
 * <p>Effects are log ratios turned so that below zero is better, whatever the direction of the metric.
 *
 * @param evidence the whole
 * @param trials the trials it sees, failures included, warm-ups excluded
 * @param pairs those of them with a measured effect
 * @param seed for its own resampling
 */
public record Sample(Evidence evidence, List<Trial> trials, List<Trial> pairs, long seed) {
    /** The share of an arm for which an accelerator may be throttled without the arm counting as throttled. */
    public static final double MOMENT = .05;

    /** Compared by their ratio, so a value of 0 is none. */
    private static final Set<Covariate> RATIOS =
            Set.of(Covariate.INPUT_BYTES, Covariate.CPU_MHZ, Covariate.ACCELERATOR_MHZ);

    /** Returns the trials for which {@code seen} holds, warm-ups excluded. */
    public static Sample of(Evidence evidence, Predicate<Trial> seen, long seed) {
        List<Trial> trials = evidence.trials().stream()
                .filter(trial -> !trial.isWarmUp())
                .filter(seen)
                .toList();
        return new Sample(
                evidence, trials, trials.stream().filter(Sample::isUsable).toList(), seed);
    }

    /** Returns the same, with these of its pairs alone. */
    Sample of(List<Trial> some) {
        return new Sample(evidence, trials, some, seed);
    }

    /** Returns whether both arms ended well and their effect was measured. */
    public static boolean isUsable(Trial trial) {
        return Double.isFinite(trial.logRatio().orElse(Double.NaN))
                && trial.baseline().isSuccess()
                && trial.variant().isSuccess();
    }

    /** Returns how many pairs have a measured effect. */
    public int size() {
        return pairs.size();
    }

    double effect(Trial trial) {
        return trial.logRatio().orElseThrow();
    }

    /** Returns the effects of all pairs. */
    public double[] effects() {
        return pairs.stream().mapToDouble(this::effect).toArray();
    }

    /** Returns the effects of some pairs. */
    public double[] effects(Predicate<Trial> of) {
        return pairs.stream().filter(of).mapToDouble(this::effect).toArray();
    }

    /** Returns the mean effect. */
    public double meanEffect() {
        return Summary.mean(effects());
    }

    /** log(variant / baseline) of a covariate, by pair. */
    public double[] logRatios(Covariate covariate) {
        return pairs.stream()
                .mapToDouble(trial -> Math.log(value(trial.variant(), covariate) / value(trial.baseline(), covariate)))
                .toArray();
    }

    /** Returns a figure of each pair. */
    public double[] each(ToDoubleFunction<Trial> figure) {
        return pairs.stream().mapToDouble(figure).toArray();
    }

    /** Returns whether a covariate of an arm was recorded and can be worked with. */
    public static boolean has(ArmResult arm, Covariate covariate) {
        double value = value(arm, covariate);
        return Double.isFinite(value) && (value > 0 || !RATIOS.contains(covariate));
    }

    /** Returns whether all of them were. */
    static boolean has(ArmResult arm, Set<Covariate> covariates) {
        for (Covariate covariate : covariates) {
            if (!has(arm, covariate)) {
                return false;
            }
        }
        return true;
    }

    /** Returns a covariate of an arm; not a number if it was not recorded. */
    public static double value(ArmResult arm, Covariate covariate) {
        Double value = arm.covariates().get(covariate);
        return value == null ? Double.NaN : value;
    }

    /** Returns whether an accelerator was throttled for more of an arm than a moment; false where that was not recorded. */
    public static boolean isThrottled(Map<Covariate, Double> covariates) {
        Double share = covariates.get(Covariate.ACCELERATOR_THROTTLED);
        return share != null && share > MOMENT;
    }

    /** Returns what was recorded of a circumstance of an arm. */
    public static Optional<String> text(ArmResult arm, EnvironmentFact circumstance) {
        return Optional.ofNullable(arm.circumstances().get(circumstance));
    }
}
