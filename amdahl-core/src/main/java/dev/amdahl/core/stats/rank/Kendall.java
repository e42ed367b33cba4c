package dev.amdahl.core.stats.rank;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Normal;
import java.util.Arrays;

/**
 * The Mann-Kendall test of trend: Kendall's tau-b of a series against its order (Kendall 1938; Mann 1945). Stateless and
 * thread-safe; O(n log n).
 *
 * <p>Two-sided. Without ties p is exact up to {@value #EXACT_LIMIT} values, and beyond where at most one pair is out of
 * order (n up to 170), as in scipy; else normal with tie correction and without continuity correction.
 */
public final class Kendall {

    /** Largest number of untied values for which p is always exact. */
    public static final int EXACT_LIMIT = 33;

    private static final int MAX_FACTORIAL = 170;

    private Kendall() {}

    /**
     * The outcome; immutable and thread-safe.
     *
     * @param s pairs in order less pairs out of order
     * @param tau tau-b; 0 where all values are equal
     * @param p two-sided p-value; 1 where all values are equal
     * @param exact whether p is exact
     */
    public record Result(long s, double tau, double p, boolean exact) {}

    /**
     * Tests the series for a trend.
     *
     * @throws IllegalArgumentException if there are fewer than two values, or one is not finite
     */
    public static Result trend(double[] x) {
        Arguments.requireFinite("x", x);
        int n = Arguments.requireAtLeast("number of values", x.length, 2);
        double[] sorted = x.clone();
        long descents = sortAndCount(sorted, new double[n], 0, n);
        Ties ties = Ties.of(sorted);
        long pairs = n * (n - 1L) / 2;
        long s = pairs - ties.pairs() - 2 * descents;
        if (ties.pairs() == pairs) {
            return new Result(0, 0, 1, false);
        }
        double tau =
                Math.max(-1, Math.min(1, s / Math.sqrt((double) (pairs - ties.pairs())) / Math.sqrt((double) pairs)));
        long fewer = Math.min(descents, pairs - descents);
        boolean exact = ties.pairs() == 0 && (n <= EXACT_LIMIT || (fewer <= 1 && n <= MAX_FACTORIAL));
        return new Result(s, tau, exact ? exact(n, fewer, 2 * fewer == pairs) : normal(n, s, ties), exact);
    }

    private static double normal(int n, long s, Ties ties) {
        double variance = ((double) n * (n - 1) * (2.0 * n + 5) - ties.weighted()) / 18;
        return Math.min(1, 2 * Normal.survival(Math.abs(s) / Math.sqrt(variance)));
    }

    /** Twice the share of orders with at most so many descents (Mahonian numbers). */
    private static double exact(int n, long descents, boolean middle) {
        if (middle) {
            return 1;
        }
        int bound = (int) descents;
        double[] shares = new double[bound + 1];
        shares[0] = 1;
        double[] sums = new double[bound + 1];
        for (int size = 2; size <= n; size++) {
            double window = 0;
            for (int k = 0; k <= bound; k++) {
                window += shares[k];
                sums[k] = window;
            }
            for (int k = 0; k <= bound; k++) {
                shares[k] = (k < size ? sums[k] : sums[k] - sums[k - size]) / size;
            }
        }
        return Math.min(1, 2 * Arrays.stream(shares).sum());
    }

    /** Sorts x[from, to) and returns how many pairs were out of order (Knight 1966). */
    private static long sortAndCount(double[] x, double[] buffer, int from, int to) {
        if (to - from < 2) {
            return 0;
        }
        int middle = (from + to) >>> 1;
        long descents = sortAndCount(x, buffer, from, middle) + sortAndCount(x, buffer, middle, to);
        System.arraycopy(x, from, buffer, from, to - from);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            if (right == to || (left < middle && buffer[left] <= buffer[right])) {
                x[i] = buffer[left++];
            } else {
                x[i] = buffer[right++];
                descents += middle - left;
            }
        }
        return descents;
    }

    /** Tied pairs, and the sum of t(t-1)(2t+5) over groups of t equal values. */
    private record Ties(long pairs, double weighted) {

        static Ties of(double[] sorted) {
            long pairs = 0;
            double weighted = 0;
            int from = 0;
            for (int i = 1; i <= sorted.length; i++) {
                if (i == sorted.length || sorted[i] != sorted[from]) {
                    long t = (long) i - from;
                    pairs += t * (t - 1) / 2;
                    weighted += (double) t * (t - 1) * (2 * t + 5);
                    from = i;
                }
            }
            return new Ties(pairs, weighted);
        }
    }
}
