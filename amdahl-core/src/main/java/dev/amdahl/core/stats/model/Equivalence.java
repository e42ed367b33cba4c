package dev.amdahl.core.stats.model;

import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.rank.SignedRankTest;

/**
 * Two one-sided t-tests (Schuirmann 1987) of paired log ratios against two bounds.
 *
 * @param mean mean log ratio
 * @param standardError of the mean
 * @param df n - 1
 * @param tLower distance from the lower bound in standard errors
 * @param pLower p against "at or under the lower bound"
 * @param tUpper distance from the upper bound in standard errors
 * @param pUpper p against "at or over the upper bound": non-inferiority where lower is better
 * @param interval the interval of the mean with confidence 1 - 2 alpha
 */
public record Equivalence(
        double mean,
        double standardError,
        double df,
        double tLower,
        double pLower,
        double tUpper,
        double pUpper,
        Interval interval) {

    /**
     * Tests log ratios against bounds on the log scale.
     *
     * @throws IllegalArgumentException if there are fewer than two log ratios, one is not finite, or lower is not under
     *     upper
     */
    public static Equivalence of(double[] logRatios, double lower, double upper, double alpha) {
        requireBounds(lower, upper);
        if (!(alpha > 0 && alpha < 0.5)) {
            throw new IllegalArgumentException("alpha must lie in (0, 0.5), was " + alpha);
        }
        Studentised mean = TTest.mean("logRatios", logRatios);
        return new Equivalence(
                mean.estimate(),
                mean.standardError(),
                mean.df(),
                mean.statistic(lower),
                mean.p(lower, Alternative.GREATER),
                mean.statistic(upper),
                mean.p(upper, Alternative.LESS),
                mean.interval(1 - 2 * alpha, Alternative.TWO_SIDED));
    }

    /** Bounds log(1 - margin) and log(1 + margin), the margin a fraction in (0, 1). */
    public static Equivalence within(double[] logRatios, double margin, double alpha) {
        Arguments.requireProbability("margin", margin);
        return of(logRatios, Math.log1p(-margin), Math.log1p(margin), alpha);
    }

    /**
     * The same question by two exact signed-rank tests of the distances from the bounds: the larger of their p-values.
     *
     * @throws IllegalArgumentException if there is no log ratio, one is not finite, or lower is not under upper
     */
    public static double signedRankP(double[] logRatios, double lower, double upper) {
        requireBounds(lower, upper);
        Arguments.requireNonEmpty("logRatios", logRatios);
        return Math.max(
                signedRankP(logRatios, lower, Alternative.GREATER), signedRankP(logRatios, upper, Alternative.LESS));
    }

    private static double signedRankP(double[] logRatios, double bound, Alternative alternative) {
        double[] distances = logRatios.clone();
        for (int i = 0; i < distances.length; i++) {
            distances[i] -= bound;
        }
        return SignedRankTest.withDefaults().with(alternative).test(distances).p();
    }

    /** The larger of the two p-values. */
    public double p() {
        return Math.max(pLower, pUpper);
    }

    /** Whether both tests reject. */
    public boolean isShown(double alpha) {
        return p() <= Arguments.requireProbability("alpha", alpha);
    }

    static void requireBounds(double lower, double upper) {
        Arguments.requireFinite("lower", lower);
        Arguments.requireFinite("upper", upper);
        if (!(lower < upper)) {
            throw new IllegalArgumentException("lower must be under upper, were " + lower + " and " + upper);
        }
    }
}
