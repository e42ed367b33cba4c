package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Summary;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;

/** The tests that the checks share, defined for samples without spread too. Stateless, thread-safe. */
final class Significance {

    private Significance() {}

    /** Two-sided t-test of mean 0; 1 below two values. */
    static double differsFromZero(double[] values) {
        if (values.length < 2) {
            return 1;
        }
        if (isConstant(values)) {
            return Math.abs(values[0]) < 1e-12 ? 1 : 0;
        }
        return TTest.withDefaults().test(values).getPValue();
    }

    /** The two-sided p-value of a t-statistic. */
    static double t(double t, double degreesOfFreedom) {
        return 2 * TDistribution.of(degreesOfFreedom).survivalProbability(Math.abs(t));
    }

    /** Two-sided Welch test; 1 where either side has fewer than two values. */
    static double differ(double[] first, double[] second) {
        if (first.length < 2 || second.length < 2) {
            return 1;
        }
        if (isConstant(first) && isConstant(second)) {
            return Math.abs(first[0] - second[0]) < 1e-12 ? 1 : 0;
        }
        return TTest.withDefaults().test(first, second).getPValue();
    }

    /** Two-sided signed-rank test; 1 where all is zero. */
    static double signedRank(double[] values) {
        for (double value : values) {
            if (value != 0) {
                return WilcoxonSignedRankTest.withDefaults().test(values).getPValue();
            }
        }
        return 1;
    }

    /** The one-sided upper confidence bound of the mean, by t; infinite below two values. */
    static double upperBound(double[] values, double confidence) {
        if (values.length < 2) {
            return Double.POSITIVE_INFINITY;
        }
        double error = Summary.standardDeviation(values) / Math.sqrt(values.length);
        return Summary.mean(values)
                + error * TDistribution.of(values.length - 1).inverseCumulativeProbability(confidence);
    }

    /** Whether an effect does not survive an adjustment: no longer significant, or at most half of what was claimed. */
    static boolean isExplainedAway(double adjustedMean, double p, double claimed) {
        return p > .05 || adjustedMean > .5 * claimed;
    }

    static boolean isConstant(double[] values) {
        double mean = Summary.mean(values);
        return Summary.standardDeviation(values) <= 1e-12 * Math.max(1e-12, Math.abs(mean));
    }
}
