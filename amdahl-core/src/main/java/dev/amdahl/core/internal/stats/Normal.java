package dev.amdahl.core.internal.stats;

import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** The standard normal distribution of Commons Statistics, which refuses what is not a number. */
public final class Normal {

    private static final ContinuousDistribution STANDARD = NormalDistribution.of(0, 1);

    private Normal() {}

    /**
     * P(Z ≤ z); keeps its relative accuracy in the lower tail.
     *
     * @throws IllegalArgumentException if z is NaN
     */
    public static double cdf(double z) {
        return STANDARD.cumulativeProbability(Arguments.requireNumber("z", z));
    }

    /**
     * P(Z &gt; z); keeps its relative accuracy in the upper tail.
     *
     * @throws IllegalArgumentException if z is NaN
     */
    public static double survival(double z) {
        return STANDARD.survivalProbability(Arguments.requireNumber("z", z));
    }

    /** Returns the value below which that share lies. */
    public static double quantile(double p) {
        return STANDARD.inverseCumulativeProbability(Arguments.requireProbability("p", p));
    }
}
