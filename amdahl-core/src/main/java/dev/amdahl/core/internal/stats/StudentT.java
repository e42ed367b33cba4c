package dev.amdahl.core.internal.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's t distribution of Commons Statistics; df need not be whole. The quantile is our own: the solver of the library stops
 * at an absolute error.
 */
public final class StudentT {

    private StudentT() {}

    /**
     * P(T ≤ t); keeps its relative accuracy in the lower tail.
     *
     * @throws IllegalArgumentException if t is NaN, or df is not positive and finite
     */
    public static double cdf(double t, double df) {
        return survival(-t, df);
    }

    /**
     * P(T &gt; t); keeps its relative accuracy in the upper tail.
     *
     * @throws IllegalArgumentException if t is NaN, or df is not positive and finite
     */
    public static double survival(double t, double df) {
        Arguments.requireNumber("t", t);
        return of(df).survivalProbability(t);
    }

    /** P(|T| ≥ |t|), the two-sided p-value of t. */
    public static double twoSided(double t, double df) {
        return Math.min(1, 2 * survival(Math.abs(t), df));
    }

    /**
     * Returns the t with P(T ≤ t) = p, by Newton steps that converge from one side: on the central probability near the middle, on
     * the logarithms of tail and t beyond.
     *
     * @throws IllegalArgumentException if p is not in (0, 1), or df is not positive and finite
     */
    public static double quantile(double p, double df) {
        Arguments.requireProbability("p", p);
        TDistribution distribution = of(df);
        if (p == 0.5) {
            return 0;
        }
        double tail = Math.min(p, 1 - p);
        double size = tail > 0.25 ? central(0.5 - tail, distribution) : upper(tail, distribution);
        return p < 0.5 ? -size : size;
    }

    private static double central(double mass, TDistribution distribution) {
        double t = 0;
        for (int i = 0; i < 100; i++) {
            double step = (mass - distribution.probability(0, t)) / distribution.density(t);
            t += step;
            if (Math.abs(step) <= 1e-16 * t) {
                break;
            }
        }
        return t;
    }

    private static double upper(double tail, TDistribution distribution) {
        double t = -Normal.quantile(tail);
        for (int i = 0; i < 200; i++) {
            double value = distribution.survivalProbability(t);
            double step = Math.log(value / tail) * value / (t * distribution.density(t));
            t *= Math.exp(step);
            if (Math.abs(step) <= 2e-16) {
                break;
            }
        }
        return t;
    }

    private static TDistribution of(double df) {
        return TDistribution.of(Arguments.requirePositive("df", df));
    }
}
