package dev.amdahl.core.internal.stats;

/** The chi-squared distribution. */
public final class ChiSquared {

    private ChiSquared() {}

    /**
     * P(X ≤ x).
     *
     * @throws IllegalArgumentException if x is NaN, or df is not positive and finite
     */
    public static double cdf(double x, double df) {
        Arguments.requireNumber("x", x);
        return Gamma.lower(0.5 * Arguments.requirePositive("df", df), Math.max(0, 0.5 * x));
    }

    /**
     * P(X &gt; x); keeps its relative accuracy in the tail.
     *
     * @throws IllegalArgumentException if x is NaN, or df is not positive and finite
     */
    public static double survival(double x, double df) {
        Arguments.requireNumber("x", x);
        return Gamma.upper(0.5 * Arguments.requirePositive("df", df), Math.max(0, 0.5 * x));
    }
}
