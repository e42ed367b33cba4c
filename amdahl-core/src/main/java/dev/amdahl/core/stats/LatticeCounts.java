package dev.amdahl.core.stats;

import java.util.OptionalLong;

/**
 * Exact counts of sign vectors by dynamic programming over the whole sums, for values with few decimals; stateless and
 * thread-safe. Pagano and Tritchler (1983).
 */
final class LatticeCounts {

    /** Most values that a count in a long can hold. */
    static final int LIMIT = 62;

    private static final int MOST_DECIMALS = 4;
    private static final int MOST_STATES = 1 << 20;
    private static final double NEARLY_WHOLE = 1e-9;

    private LatticeCounts() {}

    /** How many of the 2^n sign vectors reach the observed sum, in magnitude or as it stands; empty if d lies on no small lattice. */
    static OptionalLong count(double[] d, boolean magnitude) {
        double scale = 1;
        for (int decimals = 0; decimals <= MOST_DECIMALS; decimals++, scale *= 10) {
            long total = total(d, scale);
            if (total >= 0 && total < MOST_STATES) {
                return OptionalLong.of(count(d, scale, (int) total, magnitude));
            }
        }
        return OptionalLong.empty();
    }

    /** The sum of magnitudes in lattice steps, or -1 if a value lies between two steps. */
    private static long total(double[] d, double scale) {
        long total = 0;
        for (double value : d) {
            double steps = Math.abs(value) * scale;
            if (steps > MOST_STATES || Math.abs(steps - Math.rint(steps)) > NEARLY_WHOLE * Math.max(1, steps)) {
                return -1;
            }
            total += Math.round(steps);
        }
        return total;
    }

    /** ways[s]: how many choices of the values that keep a plus have magnitudes that add up to s; the signed sum is 2 s - total. */
    private static long count(double[] d, double scale, int total, boolean magnitude) {
        long[] ways = new long[total + 1];
        ways[0] = 1;
        int reached = 0;
        long observed = 0;
        for (double value : d) {
            int step = (int) Math.round(Math.abs(value) * scale);
            observed += Math.round(value * scale);
            reached += step;
            for (int s = reached; s >= 0; s--) {
                ways[s] = (s >= step ? ways[s - step] : 0) + (s <= reached - step ? ways[s] : 0);
            }
        }
        long count = 0;
        for (int s = 0; s <= total; s++) {
            long sum = 2L * s - total;
            if (magnitude ? Math.abs(sum) >= Math.abs(observed) : sum >= observed) {
                count += ways[s];
            }
        }
        return count;
    }
}
