package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.spi.experiment.Trial.Order;

/** Fires if one order was hardly run: then the order may be the cause. */
final class OrderEffect implements Check {
    private static final double MIN_SHARE = .25;

    @Override
    public String name() {
        return "order effect";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.pairs().stream().noneMatch(trial -> trial.order() == Order.UNKNOWN);
    }

    @Override
    public Finding examine(Sample sample) {
        if (sample.size() < 6) {
            return Finding.clear();
        }
        long baselineFirst = sample.pairs().stream()
                .filter(trial -> trial.order() == Order.BASELINE_FIRST)
                .count();
        double share = Math.min(baselineFirst, sample.size() - baselineFirst) / (double) sample.size();
        return share < MIN_SHARE
                ? Finding.fired("the arms ran in one order almost always", share, MIN_SHARE)
                : Finding.clear(share, MIN_SHARE);
    }
}
