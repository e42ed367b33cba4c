package dev.amdahl.core.internal.refute.check;

import dev.amdahl.core.internal.stats.StudentT;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.model.TTest;
import dev.amdahl.core.stats.rank.MannWhitneyTest;
import dev.amdahl.core.stats.rank.SignedRankTest;

/** The tests that the checks share, defined for samples without spread too. Stateless, thread-safe. */
public final class Significance {

    private Significance() {}

    /** Two-sided t-test of mean 0; 1 below two values. */
    public static double differsFromZero(double[] values) {
        if (values.length < 2) {
            return 1;
        }
        if (isConstant(values)) {
            return Math.abs(values[0]) < 1e-12 ? 1 : 0;
        }
        return TTest.paired(values, 0, Alternative.TWO_SIDED, .95).p();
    }

    /** Two-sided Welch test; 1 where either side has fewer than two values. */
    public static double differ(double[] first, double[] second) {
        if (first.length < 2 || second.length < 2) {
            return 1;
        }
        if (isConstant(first) && isConstant(second)) {
            return Math.abs(first[0] - second[0]) < 1e-12 ? 1 : 0;
        }
        return TTest.welch(first, second, Alternative.TWO_SIDED, .95).p();
    }

    /** Two-sided exact Mann-Whitney test, which one run out of the ordinary does not blind; 1 where either side is empty. */
    public static double shifted(double[] first, double[] second) {
        return first.length == 0 || second.length == 0
                ? 1
                : MannWhitneyTest.withDefaults().test(first, second).p();
    }

    /** Returns one-sided signed-rank test against effects of zero or above; 1 where all is zero. */
    public static double signedRankBetter(double[] values) {
        return values.length == 0
                ? 1
                : SignedRankTest.withDefaults()
                        .with(Alternative.LESS)
                        .test(values)
                        .p();
    }

    /** Returns the one-sided upper confidence bound of the mean, by t; infinite below two values. */
    public static double upperBound(double[] values, double confidence) {
        if (values.length < 2) {
            return Double.POSITIVE_INFINITY;
        }
        double error = Summary.standardDeviation(values) / Math.sqrt(values.length);
        return Summary.mean(values) + error * StudentT.quantile(confidence, values.length - 1);
    }

    /** Returns whether an effect does not survive an adjustment: no longer significant, or at most half of what was claimed. */
    public static boolean isExplainedAway(double adjustedMean, double p, double claimed) {
        return p > .05 || adjustedMean > .5 * claimed;
    }

    static boolean isConstant(double[] values) {
        double mean = Summary.mean(values);
        return Summary.standardDeviation(values) <= 1e-12 * Math.max(1e-12, Math.abs(mean));
    }
}
