package dev.amdahl.core.stats;

import java.util.Arrays;

/**
 * Order statistics of the n(n+1)/2 averages of pairs (i ≤ j), of which at most n are stored: their count below a value takes
 * O(n) (Johnson and Mizoguchi 1978); values are tried by interpolation of the counts, with a bisection of the doubles at
 * each third turn, until at most n averages are left. Immutable and thread-safe.
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

    /** Returns the k-th smallest average, k from 1. */
    double orderStatistic(long k) {
        long low = ordered(2 * halves[0]);
        long high = ordered(2 * halves[halves.length - 1]);
        long below = 0;
        long reached = count();
        for (int turn = 0; low < high; turn++) {
            if (reached - below <= halves.length) {
                return selected(fromOrdered(low), fromOrdered(high), (int) (reached - below), (int) (k - below));
            }
            long probe = turn % 3 == 2
                    ? (low & high) + ((low ^ high) >> 1)
                    : interpolated(low, high, (k - below - 0.5) / (reached - below), share(reached - below, turn));
            long atMost = countAtMost(fromOrdered(probe));
            if (atMost >= k) {
                high = probe;
                reached = atMost;
            } else {
                low = ordered(Math.nextUp(fromOrdered(probe)));
                below = atMost;
            }
        }
        return fromOrdered(low) + 0.0;
    }

    /** Returns how far beside the interpolated place to look, below it at first and above it next: less the straighter the counts. */
    private double share(long candidates, int turn) {
        double straight = Math.max(candidates / (8.0 * count()), 2.0 / candidates);
        return turn % 3 == 0 ? -straight : straight;
    }

    private static long interpolated(long low, long high, double share, double aside) {
        double from = fromOrdered(low);
        double place = Math.max(0, Math.min(1, share + aside));
        double value = (1 - place) * from + place * fromOrdered(high);
        return Math.max(low, Math.min(high - 1, ordered(value)));
    }

    /** Returns the k-th smallest of the averages between two bounds, both included. */
    private double selected(double low, double high, int candidates, int k) {
        double[] between = new double[candidates];
        int found = 0;
        int last = halves.length - 1;
        for (int i = 0; i <= last; i++) {
            while (last >= i && halves[i] + halves[last] > high) {
                last--;
            }
            for (int j = last; j >= i && halves[i] + halves[j] >= low; j--) {
                between[found++] = halves[i] + halves[j];
            }
        }
        Arrays.sort(between);
        return between[k - 1] + 0.0;
    }

    /** Returns the number of averages of at most v: one walk along the staircase of the sorted sums. */
    private long countAtMost(double v) {
        long count = 0;
        int last = halves.length - 1;
        for (int i = 0; i <= last; i++) {
            while (last >= i && halves[i] + halves[last] > v) {
                last--;
            }
            count += last - i + 1L;
        }
        return count;
    }

    /** Returns the doubles in their order, as longs; its own inverse on the bits. */
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
