package dev.amdahl.core.internal.stats;

/**
 * The regularised incomplete beta function, by the continued fraction of DiDonato and Morris (1992) with a saddle-point
 * factor (Loader 2000).
 */
final class Beta {

    private Beta() {}

    /**
     * I_x(a, b), the distribution function of a beta variable.
     *
     * @throws IllegalArgumentException if x is outside [0, 1], or a or b is not positive and finite
     */
    static double regularised(double x, double a, double b) {
        if (!(x >= 0 && x <= 1)) {
            throw new IllegalArgumentException("x must lie in [0, 1], was " + x);
        }
        Arguments.requirePositive("a", a);
        Arguments.requirePositive("b", b);
        return regularised(x, 1 - x, a, b);
    }

    /** Returns the same with y = 1 - x given apart, so that an x next to 1 loses nothing. */
    static double regularised(double x, double y, double a, double b) {
        if (x <= 0) {
            return 0;
        }
        if (y <= 0) {
            return 1;
        }
        return x * (a + b + 2) < a + 1 ? fraction(x, y, a, b) : 1 - fraction(y, x, b, a);
    }

    private static double fraction(double x, double y, double a, double b) {
        double value = Gamma.away(term(0, x, y, a, b));
        double c = value;
        double d = 0;
        double change = 0;
        for (int m = 1; Math.abs(change - 1) > 0x1p-51; m++) {
            double edge = a + 2.0 * m - 1;
            double numerator = (a + m - 1) / edge * ((a + b + m - 1) / edge) * m * (b - m) * x * x;
            double denominator = term(m, x, y, a, b);
            d = 1 / Gamma.away(denominator + numerator * d);
            c = Gamma.away(denominator + numerator / c);
            change = c * d;
            value *= change;
        }
        return Math.min(1, prefix(x, y, a, b) / value);
    }

    private static double term(int m, double x, double y, double a, double b) {
        double even = m == 0 ? 0 : m + m * (b - m) * x / (a + 2.0 * m - 1);
        return even + (a + m) * (a * y - b * x + 1 + m * (2 - x)) / (a + 2.0 * m + 1);
    }

    /** x^a y^b / B(a, b). */
    static double prefix(double x, double y, double a, double b) {
        double offset = x * b - y * a;
        double u = offset / a;
        double v = -offset / b;
        double exponent = u < -0.5 || v < -0.5
                ? a * Math.log(x * (1 + b / a)) + b * Math.log(y * (1 + a / b))
                : a * Gamma.log1pLess(u) + b * Gamma.log1pLess(v);
        double correction = Gamma.stirlingError(a + b) - Gamma.stirlingError(a) - Gamma.stirlingError(b);
        return Math.exp(exponent + correction + 0.5 * (Math.log(a) - Math.log1p(a / b)) - Gamma.HALF_LOG_TWO_PI);
    }
}
