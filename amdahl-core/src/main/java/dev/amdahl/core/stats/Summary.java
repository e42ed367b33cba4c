package dev.amdahl.core.stats;

import dev.amdahl.core.internal.stats.Arguments;
import java.util.Arrays;

/** Mean, median, quantile and standard deviation of a sample. */
public final class Summary {

    private Summary() {}

    /** Returns the arithmetic mean. */
    public static double mean(double[] values) {
        double sum = 0;
        for (double value : Arguments.requireNonEmpty("values", values)) {
            sum += value;
        }
        return sum / values.length;
    }

    /** The median, the mean of the two middle values for an even count. */
    public static double median(double[] values) {
        return medianOfSorted(sorted(values));
    }

    /** Returns the sample standard deviation, with n - 1, at any scale; 0 for one value. */
    public static double standardDeviation(double[] values) {
        double mean = mean(values);
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, Math.abs(value - mean));
        }
        double unit = Math.scalb(1.0, -Math.getExponent(largest));
        double squares = 0;
        for (double value : values) {
            double distance = unit * (value - mean);
            squares += distance * distance;
        }
        return values.length == 1 ? 0 : Math.sqrt(squares / (values.length - 1)) / unit;
    }

    /**
     * Returns the quantile by linear interpolation of order statistics (Hyndman and Fan 1996, type 7).
     *
     * @throws IllegalArgumentException if q is not in [0, 1], or values is empty or not finite
     */
    public static double quantile(double[] values, double q) {
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("q must lie in [0, 1], was " + q);
        }
        return quantileOfSorted(sorted(values), q);
    }

    /** Returns the same of values that are in ascending order, without a copy. */
    public static double quantileOfSorted(double[] sorted, double q) {
        Arguments.requireNonEmpty("sorted", sorted);
        double position = q * (sorted.length - 1);
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
    }

    /** Returns the same of values in rising order. */
    public static double medianOfSorted(double[] sorted) {
        Arguments.requireAtLeast("the number of values", sorted.length, 1);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
    }

    private static double[] sorted(double[] values) {
        double[] sorted = Arguments.requireNonEmpty("values", values).clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
