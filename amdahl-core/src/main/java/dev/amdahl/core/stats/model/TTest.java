package dev.amdahl.core.stats.model;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.Summary;

/**
 * A t-test with its interval.
 *
 * <p>Without any spread it takes the limit, as SciPy does: p is 0 or 1 by the side on which the mean lies, the interval is
 * one point, and p is 1 where the mean is the value tested. R stops with an error there.
 *
 * @param estimate the mean, or the difference of the means
 * @param standardError its standard error
 * @param df degrees of freedom, not whole for Welch's test
 * @param statistic distance from the value tested, in standard errors
 * @param p p-value
 * @param interval of the estimate, one-sided where the alternative is
 */
public record TTest(double estimate, double standardError, double df, double statistic, double p, Interval interval) {

    /**
     * Student's test that the mean of paired differences is the value (Student 1908).
     *
     * @throws IllegalArgumentException if d has fewer than two values or one that is not finite
     */
    public static TTest paired(double[] d, double value, Alternative alternative, double confidence) {
        Arguments.requireFinite("value", value);
        return of(mean("d", d), value, alternative, confidence);
    }

    /**
     * Welch's (1947) test that two independent means are equal, on first - second.
     *
     * @throws IllegalArgumentException if an argument has fewer than two values or one that is not finite
     */
    public static TTest welch(double[] first, double[] second, Alternative alternative, double confidence) {
        Studentised a = mean("first", first);
        Studentised b = mean("second", second);
        double error = Math.hypot(a.standardError(), b.standardError());
        double df = a.df() + b.df();
        if (error > 0 && error < Double.POSITIVE_INFINITY) {
            double share = a.standardError() / error * (a.standardError() / error);
            df = 1 / (share * share / a.df() + (1 - share) * (1 - share) / b.df());
        }
        return of(new Studentised(a.estimate() - b.estimate(), error, df), 0, alternative, confidence);
    }

    /** Returns the mean of two or more values. */
    static Studentised mean(String name, double[] values) {
        Arguments.requireFinite(name, values);
        Arguments.requireAtLeast("the number of values of " + name, values.length, 2);
        double error = Summary.standardDeviation(values) / Math.sqrt(values.length);
        return new Studentised(
                Arguments.requireFinite("the mean of " + name, Summary.mean(values)), error, values.length - 1);
    }

    private static TTest of(Studentised mean, double value, Alternative alternative, double confidence) {
        Arguments.requireProbability("confidence", confidence);
        return new TTest(
                mean.estimate(),
                mean.standardError(),
                mean.df(),
                mean.statistic(value),
                mean.p(value, alternative),
                mean.interval(confidence, alternative));
    }
}
