package dev.amdahl.core.stats;

import dev.amdahl.core.internal.stats.Arguments;

/**
 * A confidence interval on the log-ratio scale; an unreachable bound is infinite.
 *
 * @param lower lower bound, may be negative infinity
 * @param upper upper bound, may be positive infinity
 * @param confidence nominal coverage, in (0, 1)
 */
public record Interval(double lower, double upper, double confidence) {

    /** @throws IllegalArgumentException if a bound is NaN, the bounds are reversed or confidence is not in (0, 1) */
    public Interval {
        if (!(lower <= upper)) {
            throw new IllegalArgumentException(
                    "interval bounds must be ordered numbers: [" + lower + ", " + upper + "]");
        }
        Arguments.requireProbability("confidence", confidence);
    }

    /** Returns the interval that says nothing. */
    public static Interval unbounded(double confidence) {
        return new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence);
    }

    /** Returns whether the value lies inside, bounds included. */
    public boolean contains(double value) {
        return lower <= value && value <= upper;
    }

    /** Returns whether both bounds are finite. */
    public boolean isBounded() {
        return Double.isFinite(lower) && Double.isFinite(upper);
    }
}
