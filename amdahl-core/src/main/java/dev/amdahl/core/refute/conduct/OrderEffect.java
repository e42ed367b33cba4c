package dev.amdahl.core.refute.conduct;

import dev.amdahl.core.refute.check.Check;
import dev.amdahl.core.refute.check.Finding;
import dev.amdahl.core.refute.check.Sample;
import dev.amdahl.core.refute.check.Significance;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.spi.experiment.Trial.Order;

/** Fires if one order was hardly run, or if the effect is missing from one order: then the order may be the cause. */
final class OrderEffect implements Check {
    static final double LEAST_SHARE = .25;

    @Override
    public String name() {
        return "order effect";
    }

    @Override
    public Finding examine(Sample sample) {
        if (sample.size() < 6) {
            return Finding.clear();
        }
        double[] baselineFirst = sample.effects(trial -> trial.order() == Order.BASELINE_FIRST);
        double[] variantFirst = sample.effects(trial -> trial.order() == Order.VARIANT_FIRST);
        double share = Math.min(baselineFirst.length, variantFirst.length) / (double) sample.size();
        if (share < LEAST_SHARE) {
            return Finding.fired("the arms ran in one order almost always", share, LEAST_SHARE);
        }
        double weaker = Math.max(HodgesLehmann.estimate(baselineFirst), HodgesLehmann.estimate(variantFirst))
                / HodgesLehmann.estimate(sample.effects());
        return weaker < LEAST_SHARE && Significance.shifted(baselineFirst, variantFirst) < .05
                ? Finding.fired("the effect is missing from one order of the arms", weaker, LEAST_SHARE)
                : Finding.clear(weaker, LEAST_SHARE);
    }
}
