package dev.amdahl.core.stats.bootstrap;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Interval;

/**
 * The bootstrap of the t-statistic (Efron 1982; Hall 1988) and its interval, which keeps its coverage under skew and from
 * six values on. Immutable and thread-safe; nothing is allocated for a resample.
 *
 * <p>A resample without spread has an infinite t, so that small samples get infinite bounds rather than narrow ones.
 */
public final class StudentisedBootstrap {

    private final double estimate;
    private final double error;
    private final ResampledValues ratios;

    private StudentisedBootstrap(double estimate, double error, ResampledValues ratios) {
        this.estimate = estimate;
        this.error = error;
        this.ratios = ratios;
    }

    /**
     * The bootstrap of the mean and its standard error.
     *
     * @param resamples 100 to 2^24, and at most 2^34 draws in all
     * @throws IllegalArgumentException if there are fewer than two values, one is not finite, or resamples is out of range
     */
    public static StudentisedBootstrap ofMean(double[] sample, int resamples, long seed) {
        Residuals residuals = Residuals.of(sample);
        double[] ratios = new double[ResampledValues.requireResamples(resamples, sample.length)];
        Draws draws = new Draws(seed, sample.length);
        for (int b = 0; b < resamples; b++) {
            ratios[b] = draws.studentised(residuals.values(), b);
        }
        double squares = 0;
        for (double residual : residuals.values()) {
            squares += residual * residual;
        }
        double error = Math.sqrt(squares / (sample.length - 1.0) / sample.length);
        return new StudentisedBootstrap(residuals.mean(), error, new ResampledValues(ratios));
    }

    /**
     * The bootstrap of any statistic with its standard error.
     *
     * @param resamples 100 to 2^24, and at most 2^34 draws in all
     * @throws IllegalArgumentException if there are fewer than two values, one is not finite, resamples is out of range, or
     *     the statistic or its error is not a number
     */
    public static StudentisedBootstrap of(
            double[] sample, Statistic statistic, Statistic standardError, int resamples, long seed) {
        Arguments.requireFinite("sample", sample);
        Arguments.requireAtLeast("number of values", sample.length, 2);
        double estimate = statistic.of(sample.clone());
        double error = standardError.of(sample.clone());
        Arguments.requireFinite("statistic and error of the sample", new double[] {estimate, error});
        double[] ratios = new double[ResampledValues.requireResamples(resamples, sample.length)];
        double[] resample = new double[sample.length];
        Draws draws = new Draws(seed, sample.length);
        for (int b = 0; b < resamples; b++) {
            draws.resample(sample, b, resample);
            double difference = statistic.of(resample) - estimate;
            draws.resample(sample, b, resample);
            double spread = standardError.of(resample);
            ratios[b] = spread > 0 ? difference / spread : Draws.unlimited(difference);
        }
        return new StudentisedBootstrap(estimate, error, new ResampledValues(ratios));
    }

    /** The statistic of the sample itself. */
    public double estimate() {
        return estimate;
    }

    /** Its standard error. */
    public double standardError() {
        return error;
    }

    /** The interval; (-inf, inf) for a sample without spread. */
    public Interval interval(double confidence) {
        double tail = (1 - Arguments.requireProbability("confidence", confidence)) / 2;
        if (!(error > 0)) {
            return Interval.unbounded(confidence);
        }
        return new Interval(
                estimate - error * ratios.quantile(1 - tail), estimate - error * ratios.quantile(tail), confidence);
    }
}
