package dev.amdahl.core.internal.stats;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** The chi-squared distribution. */
public final class ChiSquared {

    private ChiSquared() {}

    /**
     * P(X &gt; x); keeps its relative accuracy in the tail.
     *
     * @throws IllegalArgumentException if x is NaN, or df is not positive and finite
     */
    public static double survival(double x, double df) {
        Arguments.requireNumber("x", x);
        return ChiSquaredDistribution.of(Arguments.requirePositive("df", df)).survivalProbability(x);
    }
}
