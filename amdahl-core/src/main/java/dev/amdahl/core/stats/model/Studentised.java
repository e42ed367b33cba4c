package dev.amdahl.core.stats.model;

import dev.amdahl.core.internal.stats.StudentT;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.Interval;

/** An estimate over its standard error, with the limits where that error is zero or without bound. */
record Studentised(double estimate, double standardError, double df) {

    /** Below this share of the estimate a standard error is rounding: ten units in the last place, as R's t.test. */
    private static final double ROUNDING = 10 * Math.ulp(1.0);

    /** Distance to the value in standard errors; with no error 0 at the value itself and infinite elsewhere. */
    double statistic(double value) {
        double distance = estimate - value;
        double size = Math.max(Math.abs(estimate), Math.abs(value));
        if (standardError <= ROUNDING * size) {
            return Math.abs(distance) <= ROUNDING * size ? 0 : Math.copySign(Double.POSITIVE_INFINITY, distance);
        }
        return distance / standardError;
    }

    /** Returns the p-value against the value; 1 where neither the estimate nor its error differs from it. */
    double p(double value, Alternative alternative) {
        double t = statistic(value);
        if (t == 0 && standardError <= ROUNDING * Math.max(Math.abs(estimate), Math.abs(value))) {
            return 1;
        }
        return switch (alternative) {
            case LESS -> StudentT.cdf(t, df);
            case GREATER -> StudentT.survival(t, df);
            case TWO_SIDED -> StudentT.twoSided(t, df);
        };
    }

    Interval interval(double confidence, Alternative alternative) {
        double tail = alternative == Alternative.TWO_SIDED ? (1 - confidence) / 2 : 1 - confidence;
        double reach = -StudentT.quantile(tail, df) * standardError;
        return new Interval(
                alternative == Alternative.LESS ? Double.NEGATIVE_INFINITY : estimate - reach,
                alternative == Alternative.GREATER ? Double.POSITIVE_INFINITY : estimate + reach,
                confidence);
    }
}
