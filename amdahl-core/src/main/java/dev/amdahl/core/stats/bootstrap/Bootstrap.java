package dev.amdahl.core.stats.bootstrap;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.Normal;

/**
 * The bootstrap distribution of a statistic of one sample, and its percentile, basic and BCa intervals (Efron 1987).
 * Immutable and thread-safe; nothing is allocated for a resample, and one seed gives the same values anywhere.
 *
 * <p>Conventions: quantiles at (B + 1)p; the bias correction counts resamples equal to the estimate as halves; the
 * acceleration is that of the jackknife. A sample without spread, or a level beyond the resamples, gives an infinite bound,
 * where scipy gives NaN or the extreme resample.
 */
public final class Bootstrap {

    /** Fewest values for which a BCa interval is given; below, its coverage is far from what it says. */
    public static final int BCA_LEAST = 10;

    private static final double ROUNDING = 1e-12;

    private final int n;
    private final double estimate;
    private final double offset;
    private final double acceleration;
    private final ResampledValues values;
    private final double tolerance;

    private Bootstrap(int n, double estimate, double offset, double acceleration, ResampledValues values) {
        this.n = n;
        this.estimate = estimate;
        this.offset = offset;
        this.acceleration = acceleration;
        this.values = values;
        this.tolerance = ROUNDING * values.magnitude();
    }

    /**
     * The bootstrap of the mean, by sums of residuals.
     *
     * @param resamples 100 to 2^24, and at most 2^34 draws in all
     * @throws IllegalArgumentException if there are fewer than two values, one is not finite, or resamples is out of range
     */
    public static Bootstrap ofMean(double[] sample, int resamples, long seed) {
        Residuals residuals = Residuals.of(sample);
        double[] means = new double[ResampledValues.requireResamples(resamples, sample.length)];
        Draws draws = new Draws(seed, sample.length);
        for (int b = 0; b < resamples; b++) {
            means[b] = draws.sum(residuals.values(), b) / sample.length;
        }
        return new Bootstrap(
                sample.length,
                residuals.mean(),
                residuals.mean(),
                Jackknife.acceleration(residuals.values()),
                new ResampledValues(means));
    }

    /**
     * The bootstrap of any statistic.
     *
     * @param resamples 100 to 2^24, and at most 2^34 draws in all
     * @throws IllegalArgumentException if there are fewer than two values, one is not finite, resamples is out of range, or
     *     the statistic of the sample, of a resample or of the sample less one value is not a number
     */
    public static Bootstrap of(double[] sample, Statistic statistic, int resamples, long seed) {
        Arguments.requireFinite("sample", sample);
        Arguments.requireAtLeast("number of values", sample.length, 2);
        double estimate = statistic.of(sample.clone());
        if (!Double.isFinite(estimate)) {
            throw new IllegalArgumentException("the statistic of the sample must be finite, was " + estimate);
        }
        double[] values = new double[ResampledValues.requireResamples(resamples, sample.length)];
        double[] resample = new double[sample.length];
        Draws draws = new Draws(seed, sample.length);
        for (int b = 0; b < resamples; b++) {
            draws.resample(sample, b, resample);
            values[b] = statistic.of(resample);
        }
        Arguments.requireFinite("statistic of resamples", values);
        double acceleration = Jackknife.acceleration(Jackknife.influence(sample, statistic));
        return new Bootstrap(sample.length, estimate, 0, acceleration, new ResampledValues(values));
    }

    /** The statistic of the sample itself. */
    public double estimate() {
        return estimate;
    }

    /** The bias correction; infinite where no resample, or each, lies below the estimate. */
    public double biasCorrection() {
        double below = values.shareBelow(estimate - offset, tolerance);
        if (below <= 0 || below >= 1) {
            return below <= 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return Normal.quantile(below);
    }

    /** The acceleration: the skewness of the jackknife's influence values over 6. */
    public double acceleration() {
        return acceleration;
    }

    /** The quantile of the bootstrap distribution at (B + 1)p, infinite beyond the resamples. */
    public double quantile(double p) {
        return offset + values.quantile(p);
    }

    /** The interval between the quantiles. */
    public Interval percentile(double confidence) {
        double tail = tail(confidence);
        return between(quantile(tail), quantile(1 - tail), confidence);
    }

    /** The percentile interval reflected about the estimate. */
    public Interval basic(double confidence) {
        double tail = tail(confidence);
        return between(2 * estimate - quantile(1 - tail), 2 * estimate - quantile(tail), confidence);
    }

    /**
     * The bias-corrected and accelerated interval.
     *
     * @throws IllegalArgumentException if the sample holds fewer than {@value #BCA_LEAST} values
     */
    public Interval bca(double confidence) {
        if (n < BCA_LEAST) {
            throw new IllegalArgumentException("a BCa interval takes at least " + BCA_LEAST + " values, was " + n
                    + "; use the Hodges-Lehmann or the studentised interval");
        }
        double tail = tail(confidence);
        return between(atLevel(bcaLevel(tail)), atLevel(bcaLevel(1 - tail)), confidence);
    }

    /** The level of the bootstrap distribution that BCa takes for p; 0 or 1 where the correction leaves none. */
    public double bcaLevel(double p) {
        double bias = biasCorrection();
        double shifted = bias + Normal.quantile(p);
        double stretch = 1 - acceleration * shifted;
        if (!Double.isFinite(bias) || stretch <= 0) {
            return p < 0.5 ? 0 : 1;
        }
        return Normal.cdf(bias + shifted / stretch);
    }

    private double atLevel(double level) {
        if (level <= 0 || level >= 1) {
            return level <= 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return quantile(level);
    }

    private Interval between(double lower, double upper, double confidence) {
        return values.range() <= tolerance || lower > upper
                ? Interval.unbounded(confidence)
                : new Interval(lower, upper, confidence);
    }

    private static double tail(double confidence) {
        return (1 - Arguments.requireProbability("confidence", confidence)) / 2;
    }
}
