package dev.amdahl.core.stats;

import java.util.Arrays;

/**
 * Order statistics of the n(n+1)/2 averages of pairs (i ≤ j), none of which is stored: O(n) memory, O(n) time for each of
 * the at most 64 bisections over the doubles. Immutable and thread-safe.
 */
final class WalshAverages {

    private final double[] halves;

    /** Of d, which is finite and not empty. */
    WalshAverages(double[] d) {
        halves = new double[d.length];
        for (int i = 0; i < d.length; i++) {
            halves[i] = 0.5 * d[i];
        }
        Arrays.sort(halves);
    }

    int values() {
        return halves.length;
    }

    long count() {
        return halves.length * (halves.length + 1L) / 2;
    }

    double median() {
        long count = count();
        double upper = orderStatistic(count / 2 + 1);
        return count % 2 == 1 ? upper : 0.5 * orderStatistic(count / 2) + 0.5 * upper;
    }

    /** The k-th smallest average, k from 1: the least double that at least k averages do not exceed. */
    double orderStatistic(long k) {
        long low = ordered(2 * halves[0]);
        long high = ordered(2 * halves[halves.length - 1]);
        while (low < high) {
            long middle = (low & high) + ((low ^ high) >> 1);
            if (atMost(fromOrdered(middle), k)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return fromOrdered(low) + 0.0;
    }

    /** Whether at least k averages are at most v: one walk along the staircase of the sorted sums. */
    private boolean atMost(double v, long k) {
        long count = 0;
        int last = halves.length - 1;
        for (int i = 0; i <= last && count < k; i++) {
            while (last >= i && halves[i] + halves[last] > v) {
                last--;
            }
            count += last - i + 1L;
        }
        return count >= k;
    }

    /** The doubles in their order, as longs; its own inverse on the bits. */
    private static long ordered(double value) {
        return flip(Double.doubleToRawLongBits(value));
    }

    private static double fromOrdered(long order) {
        return Double.longBitsToDouble(flip(order));
    }

    private static long flip(long bits) {
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }
}
