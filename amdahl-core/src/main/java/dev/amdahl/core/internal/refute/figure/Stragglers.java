package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.experiment.Trial;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Fires if the variant straggles and the baseline does not. A run straggles that takes so much longer than the pair lets expect that its log
 * ratio lies far outside of the others: above the typical one it is the variant's, below it the baseline's; those of pairs of the unchanged
 * job are the baseline's too. Under the claim either arm's runs straggle alike, which the exact binomial test of the counts judges. Two of
 * the variant and none of the baseline are too few to tell, and too many to pass: more pairs tell. Nor may the pairs be no better in the mean
 * where the typical one is. Not applicable where the arms of a pair did different kinds of work.
 */
final class Stragglers implements Check {
    private static final int MIN_PAIRS = 6;
    private static final double MIN_EXCESS = Math.log(1.05);
    private static final double FAR_OUT = 3;
    /** The share of the expected spread below which few pairs may seem to lie by chance. */
    private static final double MIN_SPREAD = .5;
    /** Of a normal distribution, sd over median absolute deviation. */
    private static final double OF_NORMAL = 1.4826;

    private static final int MIN_STRAGGLERS = 2;
    private static final double LEVEL = .01;
    /** What more pairs have to tell, where no baseline straggles and where some do. */
    private static final double SUSPICION = .26;

    private static final double SUSPICION_BESIDE_BASELINES = .1;
    /** Fewer do not reach the 95th percentile. */
    private static final double MIN_SHARE = 1.0 / 15;

    @Override
    public String name() {
        return "p95 stragglers";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.size() >= MIN_PAIRS && sample.pairs().stream().noneMatch(Stragglers::isMixed);
    }

    /** Returns whether the arms did different kinds of work, which spreads the effects far more than any straggler. */
    private static boolean isMixed(Trial trial) {
        return !trial.baseline().stratum().equals(trial.variant().stratum());
    }

    @Override
    public Finding examine(Sample sample) {
        double[] effects = sample.effects();
        double typical = HodgesLehmann.estimate(effects);
        double[] distances =
                Arrays.stream(effects).map(effect -> effect - typical).toArray();
        double spread = Math.max(
                OF_NORMAL * median(distances),
                MIN_SPREAD * sample.evidence().plan().sigma());
        double far = Math.max(MIN_EXCESS, FAR_OUT * spread);
        double[] unchanged = sample.evidence().unchanged().stream()
                .map(Trial::logRatio)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
        int ofVariant = (int) Arrays.stream(distances).filter(d -> d > far).count();
        int ofBaseline = (int) Arrays.stream(distances).filter(d -> d < -far).count()
                + (int) Arrays.stream(unchanged).filter(d -> Math.abs(d) > far).count();
        double share = effects.length / (2.0 * effects.length + 2.0 * unchanged.length);
        int all = ofVariant + ofBaseline;
        double p = all == 0 ? 1 : Binomial.atLeast(ofVariant, all, share);
        boolean isUndone = typical < 0 && Summary.mean(effects) >= 0;
        if (ofVariant >= MIN_STRAGGLERS && p < LEVEL) {
            return Finding.fired(
                    ofVariant + " runs of the variant take far longer than the others, and " + ofBaseline
                            + " of the baseline",
                    p,
                    LEVEL);
        }
        boolean isSuspect = ofVariant >= Math.max(MIN_STRAGGLERS, MIN_SHARE * effects.length)
                && p <= (ofBaseline == 0 ? SUSPICION : SUSPICION_BESIDE_BASELINES);
        return isSuspect || isUndone
                ? Finding.unsettled(
                        isUndone
                                ? "the typical pair is better, and slow runs of the variant undo it in the mean"
                                : ofVariant + " runs of the variant take far longer than the others, and " + ofBaseline
                                        + " of the baseline: too few to tell",
                        p,
                        LEVEL)
                : Finding.clear(p, LEVEL);
    }

    private static double median(double[] distances) {
        return Summary.median(Arrays.stream(distances).map(Math::abs).toArray());
    }
}
