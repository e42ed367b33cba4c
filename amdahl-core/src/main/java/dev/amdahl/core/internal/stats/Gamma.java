package dev.amdahl.core.internal.stats;

/**
 * Log-gamma and the regularised incomplete gamma functions. The factor x^a e^-x / Γ(a) comes from its saddle point (Loader
 * 2000), so that a large a costs no digits.
 */
final class Gamma {

    static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    private static final double EPSILON = 0x1p-54;
    private static final double TINY = 1e-290;

    private Gamma() {}

    /**
     * ln Γ(x) for x &gt; 0.
     *
     * @throws IllegalArgumentException if x is not positive and finite
     */
    static double log(double x) {
        Arguments.requirePositive("x", x);
        if (x < 10) {
            int steps = (int) Math.ceil(10 - x);
            double product = 1;
            for (int i = 0; i < steps; i++) {
                product *= x + i;
            }
            return log(x + steps) - Math.log(product);
        }
        return (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + stirlingError(x);
    }

    /**
     * P(a, x) = γ(a, x) / Γ(a), by its power series below x = a + 1.
     *
     * @throws IllegalArgumentException if a is not positive and finite, or x is negative or NaN
     */
    static double lower(double a, double x) {
        requireDomain(a, x);
        return x < a + 1 ? series(a, x) : 1 - fraction(a, x);
    }

    /**
     * Q(a, x) = 1 - P(a, x), by its continued fraction from x = a + 1 on; keeps its relative accuracy in the tail.
     *
     * @throws IllegalArgumentException if a is not positive and finite, or x is negative or NaN
     */
    static double upper(double a, double x) {
        requireDomain(a, x);
        return x < a + 1 ? 1 - series(a, x) : fraction(a, x);
    }

    /** ln Γ(x) less Stirling's (x - ½) ln x - x + ½ ln 2π; absolute error about 1e-15. */
    static double stirlingError(double x) {
        double sum = 0;
        double shifted = x;
        while (shifted < 10) {
            sum += (shifted + 0.5) * Math.log1p(1 / shifted) - 1;
            shifted++;
        }
        double r = 1 / (shifted * shifted);
        double series = 1.0 / 12
                - r
                        * (1.0 / 360
                                - r
                                        * (1.0 / 1260
                                                - r
                                                        * (1.0 / 1680
                                                                - r
                                                                        * (1.0 / 1188
                                                                                - r
                                                                                        * (691.0 / 360360
                                                                                                - r
                                                                                                        * (1.0 / 156
                                                                                                                - r
                                                                                                                        * 3617.0
                                                                                                                        / 122400))))));
        return sum + series / shifted;
    }

    /** ln(1 + u) - u without cancellation near 0. */
    static double log1pLess(double u) {
        if (u < -0.5 || u > 1) {
            return Math.log1p(u) - u;
        }
        double r = u / (2 + u);
        double square = r * r;
        double power = r * square;
        double sum = 0;
        for (int k = 3; Math.abs(power) > EPSILON * Math.abs(sum) * k; k += 2) {
            sum += power / k;
            power *= square;
        }
        return 2 * sum - u * r;
    }

    private static double prefix(double a, double x) {
        double u = (x - a) / a;
        double exponent = u < -0.5 ? a * Math.log(x / a) - (x - a) : a * log1pLess(u);
        return Math.exp(exponent + 0.5 * Math.log(a) - HALF_LOG_TWO_PI - stirlingError(a));
    }

    private static double series(double a, double x) {
        if (x == 0) {
            return 0;
        }
        double term = 1 / a;
        double sum = term;
        for (double n = a + 1; term > sum * EPSILON; n++) {
            term *= x / n;
            sum += term;
        }
        return Math.min(1, sum * prefix(a, x));
    }

    /** Modified Lentz evaluation of Legendre's fraction in its even form. */
    private static double fraction(double a, double x) {
        if (x == Double.POSITIVE_INFINITY) {
            return 0;
        }
        double b = x + 1 - a;
        double c = 1 / TINY;
        double d = 1 / b;
        double value = d;
        double change = 0;
        for (int i = 1; Math.abs(change - 1) > 0x1p-51; i++) {
            double numerator = -i * (i - a);
            b += 2;
            d = 1 / away(numerator * d + b);
            c = away(b + numerator / c);
            change = c * d;
            value *= change;
        }
        return value * prefix(a, x);
    }

    static double away(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    private static void requireDomain(double a, double x) {
        Arguments.requirePositive("a", a);
        if (!(x >= 0)) {
            throw new IllegalArgumentException("x must be at least 0, was " + x);
        }
    }
}
