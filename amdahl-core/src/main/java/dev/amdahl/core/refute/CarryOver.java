package dev.amdahl.core.refute;

import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.spi.experiment.Trial.Order;

/** Fires if the effect depends on what ran before: one arm leaves the other a warm cache. */
final class CarryOver implements Check {
    private static final double LARGEST_SHARE = 1.0 / 3;

    @Override
    public String name() {
        return "carry-over";
    }

    @Override
    public Finding examine(Sample sample) {
        double[] baselineFirst = sample.effects(trial -> trial.order() == Order.BASELINE_FIRST);
        double[] variantFirst = sample.effects(trial -> trial.order() == Order.VARIANT_FIRST);
        double p = Significance.shifted(baselineFirst, variantFirst);
        if (p >= .01) {
            return Finding.clear(p, .01);
        }
        double weaker = Math.max(HodgesLehmann.estimate(baselineFirst), HodgesLehmann.estimate(variantFirst))
                / HodgesLehmann.estimate(sample.effects());
        return weaker <= LARGEST_SHARE
                ? Finding.fired("the effect depends on which arm ran first", weaker, LARGEST_SHARE)
                : Finding.clear(weaker, LARGEST_SHARE);
    }
}
