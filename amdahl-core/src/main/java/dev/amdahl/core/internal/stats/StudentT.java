package dev.amdahl.core.internal.stats;

/** Student's t distribution; df need not be whole. */
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
     * P(T &gt; t), by the incomplete beta function; keeps its relative accuracy in the upper tail.
     *
     * @throws IllegalArgumentException if t is NaN, or df is not positive and finite
     */
    public static double survival(double t, double df) {
        Arguments.requireNumber("t", t);
        Arguments.requirePositive("df", df);
        return t >= 0 ? tail(t, df) : 1 - tail(-t, df);
    }

    /** P(|T| ≥ |t|), the two-sided p-value of t. */
    public static double twoSided(double t, double df) {
        return Math.min(1, 2 * survival(Math.abs(t), df));
    }

    /** Returns the density at t. */
    public static double density(double t, double df) {
        Arguments.requireNumber("t", t);
        Arguments.requirePositive("df", df);
        double half = 0.5 * df;
        double scale = Math.exp(Gamma.stirlingError(half + 0.5)
                - Gamma.stirlingError(half)
                + half * Math.log1p(0.5 / half)
                - 0.5
                - Gamma.HALF_LOG_TWO_PI);
        return scale * Math.exp(-(half + 0.5) * Math.log1p(t / df * t));
    }

    /**
     * Returns the t with P(T ≤ t) = p, by Newton steps that converge from one side: on the central probability near the middle, on
     * the logarithms of tail and t beyond.
     *
     * @throws IllegalArgumentException if p is not in (0, 1), or df is not positive and finite
     */
    public static double quantile(double p, double df) {
        Arguments.requireProbability("p", p);
        Arguments.requirePositive("df", df);
        if (p == 0.5) {
            return 0;
        }
        double tail = Math.min(p, 1 - p);
        double size = tail > 0.25 ? central(0.5 - tail, df) : upper(tail, df);
        return p < 0.5 ? -size : size;
    }

    private static double central(double mass, double df) {
        double t = 0;
        for (int i = 0; i < 100; i++) {
            double step = (mass - 0.5 * middle(t, df)) / density(t, df);
            t += step;
            if (Math.abs(step) <= 1e-16 * t) {
                break;
            }
        }
        return t;
    }

    private static double upper(double tail, double df) {
        double t = -Normal.quantile(tail);
        for (int i = 0; i < 200; i++) {
            double value = tail(t, df);
            double step = Math.log(value / tail) * value / (t * density(t, df));
            t *= Math.exp(step);
            if (Math.abs(step) <= 2e-16) {
                break;
            }
        }
        return t;
    }

    /** P(|T| ≤ t) for t ≥ 0. */
    private static double middle(double t, double df) {
        return Beta.regularised(t / df * t / (1 + t / df * t), 1 / (1 + t / df * t), 0.5, 0.5 * df);
    }

    private static double tail(double t, double df) {
        double odds = t / df * t;
        if (odds == Double.POSITIVE_INFINITY) {
            return 0;
        }
        return 0.5 * Beta.regularised(1 / (1 + odds), odds / (1 + odds), 0.5 * df, 0.5);
    }
}
