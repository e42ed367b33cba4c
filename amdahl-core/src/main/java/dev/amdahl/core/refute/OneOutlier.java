package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.SignFlip;
import java.util.Arrays;

/** Fires if a few pairs carry the claim: the typical pair shows little of it, ranks do not confirm it, or one pair turns it. */
final class OneOutlier implements Check {
    private static final double LEAST_SHARE = .34;
    private static final int SUBGROUP_BITS = 12;

    @Override
    public String name() {
        return "one-outlier claim";
    }

    @Override
    public Finding examine(Sample sample) {
        double[] effects = sample.effects();
        double claim = sample.meanEffect();
        double share = HodgesLehmann.estimate(effects) / claim;
        if (claim >= 0 || share < LEAST_SHARE) {
            return Finding.fired("the typical pair shows little of the mean effect", share, LEAST_SHARE);
        }
        double ranks = Significance.signedRank(effects);
        if (ranks > .05) {
            return Finding.fired("the signed-rank test does not confirm the effect", ranks, .05);
        }
        double flips = SignFlip.subgroup(effects, Alternative.LESS, SUBGROUP_BITS, sample.seed())
                .p();
        if (flips > .05) {
            return Finding.fired("the sign-flip test does not confirm the effect", flips, .05);
        }
        double best = Arrays.stream(effects).min().orElseThrow();
        return effects.length > 1 && claim * effects.length - best >= 0
                ? Finding.fired("without its best pair the effect is gone", best, claim)
                : Finding.clear(ranks, .05);
    }
}
