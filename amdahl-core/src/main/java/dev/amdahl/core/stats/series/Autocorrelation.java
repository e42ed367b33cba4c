package dev.amdahl.core.stats.series;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.ChiSquared;
import dev.amdahl.core.stats.Summary;

/** How values of a series depend on the ones before. A constant series depends on nothing. */
public final class Autocorrelation {

    private Autocorrelation() {}

    /**
     * The outcome of a Ljung-Box test; immutable and thread-safe.
     *
     * @param statistic Q
     * @param lags lags summed, the degrees of freedom
     * @param p the chance of so large a Q without dependence
     */
    public record LjungBox(double statistic, int lags, double p) {}

    /**
     * The autocorrelation at a lag, around the mean of all with divisor n (Box and Jenkins 1970); 0 for a constant series.
     *
     * @throws IllegalArgumentException if lag is not in 1 to n - 1, or a value is not finite
     */
    public static double at(double[] x, int lag) {
        if (lag < 1 || lag >= x.length) {
            throw new IllegalArgumentException(
                    "lag must lie in 1 to " + (x.length - 1) + " for " + x.length + " values, was " + lag);
        }
        double[] scaled = scaled(x);
        double mean = Summary.mean(scaled);
        double squares = 0;
        double products = 0;
        for (int i = 0; i < x.length; i++) {
            squares += (scaled[i] - mean) * (scaled[i] - mean);
            products += i < lag ? 0 : (scaled[i] - mean) * (scaled[i - lag] - mean);
        }
        return isRounding(squares, mean, x.length) ? 0 : products / squares;
    }

    /**
     * The test of no autocorrelation up to a lag: Q = n(n + 2) sum r_k^2/(n - k), chi-squared (Ljung and Box 1978).
     *
     * @throws IllegalArgumentException if lags is not in 1 to n - 1, or a value is not finite
     */
    public static LjungBox ljungBox(double[] x, int lags) {
        double n = x.length;
        double sum = 0;
        for (int lag = 1; lag <= Arguments.requireAtLeast("lags", lags, 1); lag++) {
            double r = at(x, lag);
            sum += r * r / (n - lag);
        }
        double statistic = n * (n + 2) * sum;
        return new LjungBox(statistic, lags, ChiSquared.survival(statistic, lags));
    }

    /**
     * The Durbin-Watson statistic of the deviations from the mean (1950): near 2 without dependence, which a constant series
     * gives too.
     *
     * @throws IllegalArgumentException if there are fewer than two values, or one is not finite
     */
    public static double durbinWatson(double[] x) {
        Arguments.requireAtLeast("number of values", x.length, 2);
        double[] scaled = scaled(x);
        double mean = Summary.mean(scaled);
        double squares = (scaled[0] - mean) * (scaled[0] - mean);
        double steps = 0;
        for (int i = 1; i < x.length; i++) {
            squares += (scaled[i] - mean) * (scaled[i] - mean);
            steps += (scaled[i] - scaled[i - 1]) * (scaled[i] - scaled[i - 1]);
        }
        return isRounding(squares, mean, x.length) ? 2 : steps / squares;
    }

    /** The number of independent values that inform on the mean as well, n(1 - r)/(1 + r) with r at lag 1 (AR(1)). */
    public static double effectiveSize(double[] x) {
        double r = at(x, 1);
        return x.length * (1 - r) / (1 + r);
    }

    /** By the power of two that brings the largest magnitude next to one, so that no square underflows or overflows. */
    private static double[] scaled(double[] x) {
        double largest = 0;
        for (double value : Arguments.requireFinite("values", x)) {
            largest = Math.max(largest, Math.abs(value));
        }
        double unit = Math.scalb(1.0, -Math.getExponent(largest));
        double[] scaled = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            scaled[i] = unit * x[i];
        }
        return scaled;
    }

    private static boolean isRounding(double squares, double mean, int n) {
        double unit = 1e-15 * mean;
        return squares <= n * unit * unit;
    }
}
