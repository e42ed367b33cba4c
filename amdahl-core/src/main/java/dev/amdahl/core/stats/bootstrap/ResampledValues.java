package dev.amdahl.core.stats.bootstrap;

import dev.amdahl.core.stats.Arguments;
import java.util.Arrays;

/** The values of a statistic over the resamples, in order. Immutable. */
final class ResampledValues {

    static final int MIN = 100;
    static final int MAX = 1 << 24;
    static final long MAX_DRAWS = 1L << 34;

    private final double[] sorted;

    /** Takes the array over. */
    ResampledValues(double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (Double.isNaN(values[i])) {
                throw new IllegalArgumentException(
                        "the statistic of resample " + i + " is not a number; give one that is defined for ties");
            }
        }
        Arrays.sort(values);
        sorted = values;
    }

    static int requireResamples(int resamples, int n) {
        if (resamples < MIN || resamples > MAX) {
            throw new IllegalArgumentException("resamples must lie in " + MIN + " to " + MAX + ", was " + resamples);
        }
        if ((long) resamples * n > MAX_DRAWS) {
            throw new IllegalArgumentException(resamples + " resamples of " + n + " values take more than " + MAX_DRAWS
                    + " draws; use fewer resamples, or the normal interval, which is as good at that size");
        }
        return resamples;
    }

    /**
     * The quantile at (B + 1)p with linear interpolation (Davison and Hinkley 1997, section 5.2); infinite where p lies
     * beyond the resamples.
     */
    double quantile(double p) {
        Arguments.requireProbability("p", p);
        double position = (sorted.length + 1) * p;
        if (position < 1) {
            return Double.NEGATIVE_INFINITY;
        }
        if (position > sorted.length) {
            return Double.POSITIVE_INFINITY;
        }
        int below = (int) position;
        double low = sorted[below - 1];
        double share = position - below;
        boolean between = share > 0 && below < sorted.length && low < sorted[below] && Double.isFinite(low);
        return between ? low + share * (sorted[below] - low) : low;
    }

    /** The share of values below the estimate, those within the tolerance as halves. */
    double shareBelow(double estimate, double tolerance) {
        int less = countBelow(estimate - tolerance);
        int atMost = countBelow(Math.nextUp(estimate + tolerance));
        return 0.5 * (less + (double) atMost) / sorted.length;
    }

    /** The largest absolute value. */
    double magnitude() {
        return Math.max(Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
    }

    double range() {
        return sorted[sorted.length - 1] - sorted[0];
    }

    private int countBelow(double bound) {
        int from = 0;
        int to = sorted.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (sorted[middle] < bound) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
