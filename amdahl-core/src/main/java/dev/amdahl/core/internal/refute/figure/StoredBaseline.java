package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.HodgesLehmann;
import java.util.OptionalDouble;

/**
 * Fires if the claim does not hold against baselines that ran beside the variant: the job may have been chosen because its stored
 * baseline was slow by chance.
 */
final class StoredBaseline implements Check {

    @Override
    public String name() {
        return "concurrent baseline";
    }

    /** Returns where the size of the claim is known. */
    @Override
    public boolean applies(Sample sample) {
        return claim(sample).isPresent();
    }

    @Override
    public Finding examine(Sample sample) {
        boolean isOfThesePairs = sample.evidence().conduct().claimedLogRatio().isEmpty()
                && sample.evidence().conduct().isAnytimeValid();
        if (isOfThesePairs) {
            return Finding.ruledOut();
        }
        double claim = claim(sample).orElseThrow();
        double[] effects = sample.effects();
        double share = HodgesLehmann.estimate(effects) / claim;
        if (claim >= 0 || !(share > .5)) {
            return Finding.fired("beside a concurrent baseline little of the claim is left", share, .5);
        }
        double p = Significance.signedRankBetter(effects);
        return p > .05
                ? Finding.fired("beside a concurrent baseline the effect is not significant", p, .05)
                : Finding.clear(share, .5);
    }

    private static OptionalDouble claim(Sample sample) {
        OptionalDouble ratio = sample.evidence().comparison().ratio();
        return sample.evidence().conduct().claimedLogRatio().isPresent()
                ? sample.evidence().conduct().claimedLogRatio()
                : ratio.isPresent() ? OptionalDouble.of(Math.log(ratio.getAsDouble())) : OptionalDouble.empty();
    }
}
