package dev.amdahl.core.stats;

/** All signed sums of a few values in sorted order, and counts of pairs of them. Stateless, thread-safe. */
final class SignSums {

    private SignSums() {}

    /** Returns the 2^(to-from) sums of ±d[from..to), ascending; each value merges two shifted copies in place, from the top. */
    static double[] sorted(double[] d, int from, int to) {
        double[] sums = new double[1 << (to - from)];
        for (int i = from; i < to; i++) {
            merge(sums, 1 << (i - from), Math.abs(d[i]));
        }
        return sums;
    }

    /** Returns the number of pairs (a, b) with a + b at least the bound. */
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

    private static void merge(double[] sums, int length, double step) {
        int plus = length - 1;
        int minus = length - 1;
        for (int i = 2 * length - 1; minus >= 0; i--) {
            boolean takePlus = plus >= 0 && sums[plus] + step >= sums[minus] - step;
            sums[i] = takePlus ? sums[plus--] + step : sums[minus--] - step;
        }
    }
}
