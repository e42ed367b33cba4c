package dev.amdahl.core.stats.rank;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Summary;
import java.util.Arrays;

/** The Theil-Sen slope, the median of the slopes of all pairs (Theil 1950; Sen 1968). */
public final class TheilSen {

    /** Largest number of values; their slopes take 64 MiB. */
    public static final int LIMIT = 4096;

    private TheilSen() {}

    /**
     * The slope of a series against its position, in units of x per step.
     *
     * @throws IllegalArgumentException if there are fewer than two values or more than the limit, or one is not finite
     */
    public static double slope(double[] x) {
        double[] positions = new double[x.length];
        Arrays.setAll(positions, i -> i);
        return slope(positions, x);
    }

    /**
     * The slope of y against x; pairs with equal x are left out.
     *
     * @throws IllegalArgumentException if the lengths differ, there are fewer than two values or more than the limit, one is
     *     not finite, or all x are equal
     */
    public static double slope(double[] x, double[] y) {
        Arguments.requireFinite("x", x);
        Arguments.requireFinite("y", y);
        if (x.length != y.length) {
            throw new IllegalArgumentException(
                    "x and y must have equal lengths, were " + x.length + " and " + y.length);
        }
        int n = Arguments.requireAtLeast("number of values", x.length, 2);
        if (n > LIMIT) {
            throw new IllegalArgumentException(
                    "slopes of at most " + LIMIT + " values are compared, was " + n + "; take every k-th value");
        }
        double[] slopes = new double[n * (n - 1) / 2];
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                if (x[j] != x[i]) {
                    slopes[count++] = (y[j] - y[i]) / (x[j] - x[i]);
                }
            }
        }
        if (count == 0) {
            throw new IllegalArgumentException("x must hold two different values, all were " + x[0]);
        }
        return Summary.median(Arrays.copyOf(slopes, count));
    }
}
