package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.rank.SignedRankTest;
import java.util.Arrays;

/**
 * Fires if a few pairs carry the claim: the typical pair shows little of it, the mean contradicts it, ranks do not confirm it, or
 * without its best pair the typical one shows nothing. It asks no test of means: a few slow runs of the variant speak against the
 * claim and cannot carry it, yet they swamp such a test.
 */
final class OneOutlier implements Check {
    private static final double LEAST_SHARE = .34;
    private static final double ALPHA = .05;
    private static final SignedRankTest FASTER = SignedRankTest.withDefaults().with(Alternative.LESS);

    @Override
    public String name() {
        return "one-outlier claim";
    }

    @Override
    public Finding examine(Sample sample) {
        double[] effects = sample.effects();
        double typical = HodgesLehmann.estimate(effects);
        double claim = sample.meanEffect();
        double share = typical / claim;
        if (claim >= 0 || share < LEAST_SHARE) {
            return Finding.fired("the typical pair shows little of the mean effect", share, LEAST_SHARE);
        }
        double ranks = FASTER.test(effects).p();
        if (ranks > ALPHA) {
            return Finding.fired("the signed-rank test does not confirm the effect", ranks, ALPHA);
        }
        double[] sorted = effects.clone();
        Arrays.sort(sorted);
        double rest =
                sorted.length > 1 ? HodgesLehmann.estimate(Arrays.copyOfRange(sorted, 1, sorted.length)) : typical;
        return rest >= 0
                ? Finding.fired("without its best pair the effect is gone", sorted[0], typical)
                : Finding.clear(ranks, ALPHA);
    }
}
