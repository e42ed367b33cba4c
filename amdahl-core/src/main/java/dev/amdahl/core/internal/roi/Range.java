package dev.amdahl.core.internal.roi;

import java.util.function.DoubleUnaryOperator;

/** A figure with the interval it lies in. */
public record Range(double low, double expected, double high) {
    /** Nothing, for sure. */
    public static final Range ZERO = new Range(0, 0, 0);

    public Range {
        if (!(low <= expected && expected <= high)) {
            throw new IllegalArgumentException(
                    "need low <= expected <= high, were " + low + ", " + expected + " and " + high);
        }
    }

    /** Returns the same through a function that keeps the order. */
    public Range map(DoubleUnaryOperator increasing) {
        return new Range(
                increasing.applyAsDouble(low), increasing.applyAsDouble(expected), increasing.applyAsDouble(high));
    }

    /** Returns both together: the ends are added, which is wider than independence would have it. */
    public Range plus(Range other) {
        return new Range(low + other.low, expected + other.expected, high + other.high);
    }
}
