package dev.amdahl.core.stats;

/**
 * The noncentral t distribution, (Z + δ) / S with S² a chi-squared variable over its df: the integral of Φ(ts - δ) over the
 * law of ln S by the trapezoidal rule, which converges geometrically here (Trefethen and Weideman 2014). Stateless and
 * thread-safe.
 */
public final class NoncentralT {

    /** Where the density of ln S is cut, in nats under its mode: far enough for relative accuracy in the tails. */
    private static final double DEPTH = 300;

    /** From this noncentrality on the step of the normal law may be far narrower than the law of S. */
    private static final double FAR = 100;

    /** Where a normal tail is 1 or 0 to double precision and beyond. */
    private static final double EDGE = 38.5;

    private static final int INTERVALS = 1540;

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
        if (Math.abs(noncentrality) > FAR && noncentrality * noncentrality > 200 * df) {
            boolean above = noncentrality > 0;
            return t * Math.signum(noncentrality) > 0
                    ? farTail(Math.abs(t), df, Math.abs(noncentrality), above)
                    : above ? 1 : 0;
        }
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

    /**
     * P(T &gt; t), or P(T ≤ t), for t &gt; 0 and a noncentrality far beyond the width of S: where ts and δ are {@value #EDGE} or
     * more apart only the law of S is left; between, Simpson's rule over y = ts - δ.
     */
    private static double farTail(double t, double df, double noncentrality, boolean above) {
        double shape = 0.5 * df;
        double edge = (above ? noncentrality - EDGE : noncentrality + EDGE) / t;
        double scale = 2 * Math.sqrt(shape / (2 * Math.PI)) * Math.exp(-Gamma.stirlingError(shape));
        double width = 2 * EDGE / INTERVALS;
        double sum = 0;
        for (int i = 0; i <= INTERVALS; i++) {
            double y = i * width - EDGE;
            double w = Math.log((noncentrality + y) / t);
            double density = Math.exp(-shape * expLess(2 * w)) / (noncentrality + y);
            sum += (i == 0 || i == INTERVALS ? 1 : i % 2 == 0 ? 2 : 4) * density * Normal.survival(above ? y : -y);
        }
        double beyond = shape * edge * edge;
        double sure = above ? Gamma.lower(shape, beyond) : Gamma.upper(shape, beyond);
        return Math.min(1, sure + scale * sum * width / 3);
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
