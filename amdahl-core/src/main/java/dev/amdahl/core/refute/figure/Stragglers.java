package dev.amdahl.core.refute.figure;

import dev.amdahl.core.refute.check.Check;
import dev.amdahl.core.refute.check.Finding;
import dev.amdahl.core.refute.check.Sample;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Trial;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Fires if only the variant straggles. Around the typical effect, a slow run of the variant lies as far above as a slow run of the
 * baseline lies below: where the 95th percentile of the pairs is worse than the baseline by more than the margin, it must not lie
 * further out than the 5th by more than the margin, unless one in twenty resamples of the pairs says otherwise. Nor may the pairs be
 * no better in the mean where the typical one is. Not applicable where the arms of a pair did different kinds of work.
 */
final class Stragglers implements Check {
    private static final double MARGIN = Math.log(1.02);
    private static final int RESAMPLES = 400;
    private static final double LARGEST_SHARE_OF_BETTER = .05;
    private static final int FEWEST_PAIRS = 6;

    @Override
    public String name() {
        return "p95 stragglers";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.size() >= FEWEST_PAIRS && sample.pairs().stream().noneMatch(Stragglers::isMixed);
    }

    /** Whether the arms did different kinds of work, which spreads the effects far more than any straggler. */
    private static boolean isMixed(Trial trial) {
        return !trial.baseline().stratum().equals(trial.variant().stratum());
    }

    @Override
    public Finding examine(Sample sample) {
        double[] effects = sample.effects();
        double typical = HodgesLehmann.estimate(effects);
        double mean = Summary.mean(effects);
        if (typical < 0 && mean >= 0) {
            return Finding.fired(
                    "the typical pair is better, but slow runs of the variant undo it in the mean", mean, 0);
        }
        double slowest = Summary.quantile(effects, .95);
        double excess = excess(effects.clone(), typical);
        if (!(slowest > MARGIN && excess > MARGIN)) {
            return Finding.clear(Math.min(slowest, excess), MARGIN);
        }
        SplittableRandom random = new SplittableRandom(sample.seed());
        double[] drawn = new double[effects.length];
        int better = 0;
        for (int b = 0; b < RESAMPLES; b++) {
            for (int i = 0; i < drawn.length; i++) {
                drawn[i] = effects[random.nextInt(effects.length)];
            }
            better += excess(drawn, typical) > 0 ? 0 : 1;
        }
        return better < LARGEST_SHARE_OF_BETTER * RESAMPLES
                ? Finding.fired("the variant's slowest runs are slower than the baseline's", excess, MARGIN)
                : Finding.clear(excess, MARGIN);
    }

    /** How much further from the typical effect the 95th percentile lies than the 5th. Sorts in place. */
    private static double excess(double[] effects, double typical) {
        Arrays.sort(effects);
        return Summary.quantileOfSorted(effects, .95) + Summary.quantileOfSorted(effects, .05) - 2 * typical;
    }
}
