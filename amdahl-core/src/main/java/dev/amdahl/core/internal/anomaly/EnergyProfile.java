package dev.amdahl.core.internal.anomaly;

import java.util.Arrays;

/**
 * The energy statistic of every split of a series in some order, in O(n log n): distances to earlier values come from sums
 * over ranks in a Fenwick tree. Holds its working memory: not thread-safe.
 */
final class EnergyProfile {

    private final int n;
    private final double[] sorted;
    private final int[] ranks;
    private final double[] totals;
    private final double allPairs;
    private final double[] counts;
    private final double[] sums;

    EnergyProfile(double[] series, int from, int to) {
        n = to - from;
        sorted = Arrays.copyOfRange(series, from, to);
        Arrays.sort(sorted);
        ranks = ranks(series, from, sorted);
        double centre = sorted[n / 2];
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sorted[i] -= centre;
            sum += sorted[i];
        }
        totals = new double[n];
        double below = 0;
        double all = 0;
        for (int i = 0; i < n; i++) {
            double value = sorted[i];
            totals[i] = value * i - below + (sum - below) - value * (n - i);
            below += value;
            all += totals[i];
        }
        allPairs = all / 2;
        counts = new double[n + 1];
        sums = new double[n + 1];
    }

    /** Returns the rank of each value in the order of the series; equal values in any order. */
    int[] ranks() {
        return ranks.clone();
    }

    /** Fills statistics[t - 1] with t(n - t)/n (2 mean|x - y| - mean|x - x'| - mean|y - y'|), t = 1 .. n - 1. */
    void fill(int[] order, double[] statistics) {
        Arrays.fill(counts, 0);
        Arrays.fill(sums, 0);
        double inserted = 0;
        double within = 0;
        double beyond = allPairs;
        double across = 0;
        for (int k = 0; k < n - 1; k++) {
            int rank = order[k];
            double left = toInserted(rank, k, inserted);
            double right = totals[rank] - left;
            insert(rank);
            inserted += sorted[rank];
            within += left;
            beyond -= right;
            across += right - left;
            double t = k + 1.0;
            double m = n - t;
            statistics[k] = t * m / n * (2 * across / (t * m) - 2 * within / (t * t) - 2 * beyond / (m * m));
        }
    }

    private double toInserted(int rank, int inserted, double insertedSum) {
        double count = 0;
        double sum = 0;
        for (int i = rank + 1; i > 0; i &= i - 1) {
            count += counts[i];
            sum += sums[i];
        }
        double value = sorted[rank];
        return value * count - sum + (insertedSum - sum) - value * (inserted - count);
    }

    private void insert(int rank) {
        double value = sorted[rank];
        for (int i = rank + 1; i <= n; i += i & -i) {
            counts[i]++;
            sums[i] += value;
        }
    }

    private static int[] ranks(double[] series, int from, double[] sorted) {
        int[] taken = new int[sorted.length];
        int[] ranks = new int[sorted.length];
        for (int i = 0; i < ranks.length; i++) {
            int first = firstAtLeast(sorted, series[from + i]);
            ranks[i] = first + taken[first]++;
        }
        return ranks;
    }

    private static int firstAtLeast(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
