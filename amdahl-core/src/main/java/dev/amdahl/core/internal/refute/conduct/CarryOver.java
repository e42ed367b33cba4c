package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.internal.steps.Windows;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.spi.experiment.Trial.Order;

/**
 * Fires if the effect depends on what ran before: one arm leaves the other a warm cache, and in one order little of the effect, or none, is
 * left, or, of windows of one run, it fades within them. Not where that goes with what the place in the pair does to any run, such as a cold start ({@link PositionEffect}).
 */
final class CarryOver implements Check {
    private static final double MAX_SHARE = 1.0 / 3;
    /** What fires, and what more pairs have to tell. */
    private static final double LEVEL = .005;

    private static final double SUSPICION = .025;
    /** Of windows: the share of the effect that must be left in their second halves, and what shows that it is not. */
    private static final double WINDOW_SHARE = .5;

    private static final double WINDOW_LEVEL = .01;
    private static final double ALMOST_NONE = .25;
    private static final double SUSPICION_OF_NONE = .05;

    @Override
    public String name() {
        return "carry-over";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.pairs().stream().noneMatch(trial -> trial.order() == Order.UNKNOWN);
    }

    @Override
    public Finding examine(Sample sample) {
        double[] halves = halves(sample);
        if (halves.length == sample.size() && isInFirstHalves(sample, halves)) {
            double share =
                    HodgesLehmann.estimate(secondHalves(sample, halves)) / HodgesLehmann.estimate(sample.effects());
            return Finding.fired(
                    "the effect is in the first halves of the windows and fades in the second", share, WINDOW_SHARE);
        }
        Finding asMeasured = examine(sample, 0);
        if (asMeasured.outcome() == Finding.Outcome.CLEAR) {
            return asMeasured;
        }
        Finding adjusted = examine(sample, PositionEffect.of(sample));
        return adjusted.isFired() ? asMeasured : adjusted;
    }

    /** Returns by how much more the variant slows down from the first half of its window to the second than the baseline does. */
    private static double[] halves(Sample sample) {
        return sample.pairs().stream()
                .filter(trial -> trial.baseline().metrics().containsKey(Windows.HALVES)
                        && trial.variant().metrics().containsKey(Windows.HALVES))
                .mapToDouble(trial -> trial.variant().metrics().get(Windows.HALVES)
                        - trial.baseline().metrics().get(Windows.HALVES))
                .toArray();
    }

    private static double[] secondHalves(Sample sample, double[] halves) {
        double[] effects = sample.effects().clone();
        for (int i = 0; i < effects.length; i++) {
            effects[i] += halves[i] / 2;
        }
        return effects;
    }

    private static boolean isInFirstHalves(Sample sample, double[] halves) {
        double left = HodgesLehmann.estimate(secondHalves(sample, halves)) / HodgesLehmann.estimate(sample.effects());
        return left <= WINDOW_SHARE && Significance.differsFromZero(halves) < WINDOW_LEVEL;
    }

    private static Finding examine(Sample sample, double position) {
        double[] baselineFirst = effects(sample, Order.BASELINE_FIRST, position);
        double[] variantFirst = effects(sample, Order.VARIANT_FIRST, position);
        if (baselineFirst.length == 0 || variantFirst.length == 0) {
            return Finding.clear();
        }
        double weaker = Math.max(HodgesLehmann.estimate(baselineFirst), HodgesLehmann.estimate(variantFirst))
                / HodgesLehmann.estimate(sample.effects());
        if (!(weaker <= MAX_SHARE)) {
            return Finding.clear(weaker, MAX_SHARE);
        }
        double differ = Significance.differ(baselineFirst, variantFirst);
        double shifted = differ < LEVEL ? differ : Significance.shifted(baselineFirst, variantFirst);
        double p = Math.min(shifted, differ);
        boolean isLittle = p < SUSPICION;
        boolean isNone = weaker < ALMOST_NONE && shifted < SUSPICION_OF_NONE;
        if (!isLittle && !isNone) {
            return Finding.clear(weaker, MAX_SHARE);
        }
        String what = "the effect depends on which arm ran first";
        return p < LEVEL ? Finding.fired(what, weaker, MAX_SHARE) : Finding.unsettled(what, weaker, MAX_SHARE);
    }

    private static double[] effects(Sample sample, Order order, double position) {
        return sample.pairs().stream()
                .filter(trial -> trial.order() == order)
                .mapToDouble(
                        trial -> PositionEffect.adjusted(trial, trial.logRatio().orElseThrow(), position))
                .toArray();
    }
}
