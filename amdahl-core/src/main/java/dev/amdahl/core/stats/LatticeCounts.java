package dev.amdahl.core.stats;

import dev.amdahl.core.internal.stats.SubsetSums;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/**
 * Exact counts of sign vectors by dynamic programming over the whole sums, for values with few decimals; stateless and
 * thread-safe. Pagano and Tritchler (1983).
 */
final class LatticeCounts {

    /** Most values whose sign vectors are counted. */
    static final int LIMIT = 256;

    private static final int MAX_DECIMALS = 6;
    private static final int MAX_STEPS = SubsetSums.MAX_BOUND;
    private static final double NEARLY_WHOLE = 1e-9;

    private LatticeCounts() {}

    /** Returns how many of the 2^n sign vectors reach the observed sum, in magnitude or as it stands; empty if d lies on no small lattice. */
    static Optional<BigInteger> count(double[] d, boolean magnitude) {
        double scale = 1;
        for (int decimals = 0; d.length <= LIMIT && decimals <= MAX_DECIMALS; decimals++, scale *= 10) {
            if (isLattice(d, scale)) {
                return Optional.of(count(d, scale, magnitude));
            }
        }
        return Optional.empty();
    }

    /** Returns whether every value is a whole number of steps, and their magnitudes few steps in all. */
    private static boolean isLattice(double[] d, double scale) {
        long total = 0;
        for (double value : d) {
            double steps = Math.abs(value) * scale;
            if (steps > MAX_STEPS || Math.abs(steps - Math.rint(steps)) > NEARLY_WHOLE * Math.max(1, steps)) {
                return false;
            }
            total += Math.round(steps);
        }
        return total <= MAX_STEPS;
    }

    /**
     * With P the sum of the magnitudes that keep a plus, the signed sum is 2 P - total; P and total - P have the same law, so
     * that each tail is one of small subset sums.
     */
    private static BigInteger count(double[] d, double scale, boolean magnitude) {
        int[] steps = Arrays.stream(d)
                .mapToInt(value -> (int) Math.round(Math.abs(value) * scale))
                .filter(step -> step > 0)
                .sorted()
                .toArray();
        int total = Arrays.stream(steps).sum();
        long observed = Arrays.stream(d)
                .mapToLong(value -> Math.round(Math.abs(value) * scale) * (long) Math.signum(value))
                .sum();
        BigInteger all = BigInteger.ONE.shiftLeft(steps.length);
        int left = (int) (total - (magnitude ? Math.abs(observed) : observed)) / 2;
        BigInteger count =
                magnitude ? atMost(steps, left, total, all).shiftLeft(1).min(all) : atMost(steps, left, total, all);
        return count.shiftLeft(d.length - steps.length);
    }

    /** The subsets with a sum of at most the bound, counted from the nearer end. */
    private static BigInteger atMost(int[] steps, int bound, int total, BigInteger all) {
        return 2L * bound <= total
                ? SubsetSums.exactAtMost(steps, bound)
                : all.subtract(SubsetSums.exactAtMost(steps, total - bound - 1));
    }
}
