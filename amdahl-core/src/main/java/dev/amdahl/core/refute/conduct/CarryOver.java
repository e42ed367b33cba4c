package dev.amdahl.core.refute.conduct;

import dev.amdahl.core.refute.check.Check;
import dev.amdahl.core.refute.check.Finding;
import dev.amdahl.core.refute.check.Sample;
import dev.amdahl.core.refute.check.Significance;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.spi.experiment.Trial.Order;

/** Fires if the effect depends on what ran before: one arm leaves the other a warm cache. */
final class CarryOver implements Check {
    private static final double LARGEST_SHARE = 1.0 / 3;
    private static final double LEVEL = .025;

    @Override
    public String name() {
        return "carry-over";
    }

    @Override
    public Finding examine(Sample sample) {
        double[] baselineFirst = sample.effects(trial -> trial.order() == Order.BASELINE_FIRST);
        double[] variantFirst = sample.effects(trial -> trial.order() == Order.VARIANT_FIRST);
        double p = Math.min(
                Significance.shifted(baselineFirst, variantFirst), Significance.differ(baselineFirst, variantFirst));
        if (p >= LEVEL) {
            return Finding.clear(p, LEVEL);
        }
        double weaker = Math.max(HodgesLehmann.estimate(baselineFirst), HodgesLehmann.estimate(variantFirst))
                / HodgesLehmann.estimate(sample.effects());
        return weaker <= LARGEST_SHARE
                ? Finding.fired("the effect depends on which arm ran first", weaker, LARGEST_SHARE)
                : Finding.clear(weaker, LARGEST_SHARE);
    }
}
