package dev.amdahl.core.internal.refute.circumstance;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.Trial;
import java.util.Set;

/** Discards the pairs in which one arm alone was throttled, and fires if the effect does not hold on the rest. */
final class ThrottledArm implements Check {

    @Override
    public String name() {
        return "throttled in one arm";
    }

    @Override
    public Set<Covariate> requires() {
        return Set.of(Covariate.ACCELERATOR_THROTTLED);
    }

    @Override
    public Finding examine(Sample sample) {
        double[] kept = sample.effects(trial -> !isOneSided(trial));
        int discarded = sample.size() - kept.length;
        if (discarded == 0) {
            return Finding.clear(0, 0);
        }
        return kept.length < 2
                        || Significance.isExplainedAway(
                                Summary.mean(kept), Significance.differsFromZero(kept), sample.meanEffect())
                ? Finding.fired(
                        "without the " + discarded + " pairs in which one arm was throttled the effect does not hold",
                        discarded,
                        0)
                : Finding.clear(discarded, 0);
    }

    private static boolean isOneSided(Trial trial) {
        return Sample.isThrottled(trial.baseline().covariates())
                != Sample.isThrottled(trial.variant().covariates());
    }
}
