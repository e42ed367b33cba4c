package dev.amdahl.core.stats;

/**
 * The noncentral t distribution, (Z + δ) / S with S² a chi-squared variable over its df: the integral of Φ(ts - δ) over the
 * law of ln S by the trapezoidal rule, which converges geometrically here (Trefethen and Weideman 2014). Stateless and
 * thread-safe.
 */
public final class NoncentralT {

    /** Where the density of ln S is cut, in nats under its mode: far enough for relative accuracy in the tails. */
    private static final double DEPTH = 300;

    private NoncentralT() {}

    /**
     * P(T ≤ t); keeps its relative accuracy in the lower tail.
     *
     * @throws IllegalArgumentException if t or the noncentrality is not finite, or df is not positive and finite
     */
    public static double cdf(double t, double df, double noncentrality) {
        return survival(-t, df, -noncentrality);
    }

    /**
     * P(T &gt; t); keeps its relative accuracy in the upper tail.
     *
     * @throws IllegalArgumentException if t or the noncentrality is not finite, or df is not positive and finite
     */
    public static double survival(double t, double df, double noncentrality) {
        Arguments.requireFinite("t", t);
        Arguments.requireFinite("noncentrality", noncentrality);
        Arguments.requirePositive("df", df);
        double shape = 0.5 * df;
        double step = 0.4 * Math.min(0.3, Math.min(Math.sqrt(0.5 / df), 1 / Math.max(1, Math.abs(noncentrality))));
        double mass = 0;
        double sum = 0;
        for (int direction = -1; direction <= 1; direction += 2) {
            for (int i = direction < 0 ? 1 : 0; ; i++) {
                double w = direction * i * step;
                double exponent = shape * expLess(2 * w);
                if (exponent > DEPTH) {
                    break;
                }
                double weight = Math.exp(-exponent);
                mass += weight;
                sum += weight * Normal.survival(t * Math.exp(w) - noncentrality);
            }
        }
        return Math.min(1, sum / mass);
    }

    /** e^v - 1 - v without cancellation near 0. */
    private static double expLess(double v) {
        if (Math.abs(v) > 0.5) {
            return Math.expm1(v) - v;
        }
        double term = 0.5 * v * v;
        double sum = 0;
        for (int k = 3; Math.abs(term) > 0x1p-54 * sum; k++) {
            sum += term;
            term *= v / k;
        }
        return sum;
    }
}
