package dev.amdahl.core.stats;

/** The F distribution. Stateless and thread-safe. */
public final class FisherF {

    private FisherF() {}

    /**
     * P(F ≤ f) with df1 and df2 degrees of freedom.
     *
     * @throws IllegalArgumentException if f is NaN, or a df is not positive and finite
     */
    public static double cdf(double f, double df1, double df2) {
        double odds = odds(f, df1, df2);
        return odds == Double.POSITIVE_INFINITY
                ? 1
                : Beta.regularised(odds / (1 + odds), 1 / (1 + odds), 0.5 * df1, 0.5 * df2);
    }

    /**
     * P(F &gt; f); keeps its relative accuracy in the tail.
     *
     * @throws IllegalArgumentException if f is NaN, or a df is not positive and finite
     */
    public static double survival(double f, double df1, double df2) {
        double odds = odds(f, df1, df2);
        return odds == Double.POSITIVE_INFINITY
                ? 0
                : Beta.regularised(1 / (1 + odds), odds / (1 + odds), 0.5 * df2, 0.5 * df1);
    }

    private static double odds(double f, double df1, double df2) {
        Arguments.requireNumber("f", f);
        Arguments.requirePositive("df1", df1);
        return Math.max(0, f) * df1 / Arguments.requirePositive("df2", df2);
    }
}
