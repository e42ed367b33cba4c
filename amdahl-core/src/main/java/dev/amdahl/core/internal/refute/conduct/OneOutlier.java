package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.HodgesLehmann;
import java.util.Arrays;

/** Fires if a few pairs carry the claim: the typical pair shows little of it, ranks do not confirm it, or one pair turns it. */
final class OneOutlier implements Check {
    private static final double MIN_SHARE = .34;
    private static final double LEVEL = .10;

    @Override
    public String name() {
        return "one-outlier claim";
    }

    @Override
    public Finding examine(Sample sample) {
        double[] effects = sample.effects();
        double typical = HodgesLehmann.estimate(effects);
        double claim = claim(sample, typical);
        double share = typical / claim;
        if (claim >= 0 || share < MIN_SHARE) {
            return Finding.fired("the typical pair shows little of the claimed effect", share, MIN_SHARE);
        }
        double ranks = Significance.signedRankBetter(effects);
        if (ranks > LEVEL) {
            return Finding.fired("the signed-rank test does not confirm the effect", ranks, LEVEL);
        }
        double[] others = Arrays.stream(effects).sorted().skip(1).toArray();
        double rest = others.length == 0 ? typical : HodgesLehmann.estimate(others);
        return rest >= 0
                ? Finding.fired("without its best pair the effect is gone", rest, 0)
                : Finding.clear(ranks, LEVEL);
    }

    /** Returns what the library claims is the typical effect; of others' claims the mean is taken. */
    private static double claim(Sample sample, double typical) {
        return sample.evidence().conduct().isAnytimeValid() ? typical : sample.meanEffect();
    }
}
