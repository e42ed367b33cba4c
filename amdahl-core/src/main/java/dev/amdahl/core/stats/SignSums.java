package dev.amdahl.core.stats;

/** All signed sums of a few values in sorted order, and counts of pairs of them. Stateless, thread-safe. */
final class SignSums {

    private SignSums() {}

    /** The 2^(to-from) sums of ±d[from..to), ascending; each value merges two shifted copies of a sorted array. */
    static double[] sorted(double[] d, int from, int to) {
        double[] sums = {0};
        for (int i = from; i < to; i++) {
            sums = merge(sums, Math.abs(d[i]));
        }
        return sums;
    }

    /** The number of pairs (a, b) with a + b at least the bound. */
    static long countPairsAtLeast(double[] left, double[] right, double bound) {
        long count = 0;
        int first = right.length;
        for (double a : left) {
            while (first > 0 && a + right[first - 1] >= bound) {
                first--;
            }
            count += right.length - first;
        }
        return count;
    }

    private static double[] merge(double[] sums, double step) {
        double[] merged = new double[2 * sums.length];
        int low = 0;
        int high = 0;
        for (int i = 0; i < merged.length; i++) {
            boolean takeLow = low < sums.length && sums[low] - step <= sums[high] + step;
            merged[i] = takeLow ? sums[low++] - step : sums[high++] + step;
        }
        return merged;
    }
}
