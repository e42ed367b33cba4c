package dev.amdahl.core.stats;

import java.math.BigInteger;

/**
 * Counts of the subsets of integer ranks by their sum, the null distribution of signed-rank statistics: each rank is taken
 * or left. Stateless and thread-safe.
 *
 * <p>A dynamic programme over sums (Pagano and Tritchler 1983) with O(ranks · bound) additions and O(bound) memory.
 */
public final class SubsetSums {

    /** Largest number of ranks whose subsets are counted; more would not fit a double. */
    public static final int MOST_RANKS = 1000;

    /** Largest sum up to which subsets are counted: 2^20, 8 MiB an array. */
    public static final int LARGEST_BOUND = 1 << 20;

    private static final int LIMB_BITS = 62;
    private static final long LIMB = (1L << LIMB_BITS) - 1;

    private SubsetSums() {}

    /**
     * The number of subsets with each sum 0 to bound: exact below 2^53, else with relative error below ranks · 2^-53.
     *
     * @param ranks positive, best in ascending order
     * @throws IllegalArgumentException if a rank is not positive, there are too many, or the bound is out of range
     */
    public static double[] counts(int[] ranks, int bound) {
        check(ranks, bound);
        double[] counts = new double[bound + 1];
        double[] next = new double[bound + 1];
        counts[0] = 1;
        long reached = 0;
        for (int rank : ranks) {
            reached += rank;
            addShifted(counts, next, rank, (int) Math.min(bound, reached));
            double[] swap = counts;
            counts = next;
            next = swap;
        }
        return counts;
    }

    /** The number of subsets with a sum of at most the bound, to the accuracy of {@link #counts}; 0 for a negative bound. */
    public static double atMost(int[] ranks, int bound) {
        double total = 0;
        if (bound >= 0) {
            for (double count : counts(ranks, bound)) {
                total += count;
            }
        }
        return total;
    }

    /** The exact number of subsets with a sum of at most the bound; slower by the number of 62-bit words in 2^ranks. */
    public static BigInteger exactAtMost(int[] ranks, int bound) {
        if (bound < 0) {
            return BigInteger.ZERO;
        }
        check(ranks, bound);
        long[][] limbs = new long[ranks.length / LIMB_BITS + 1][bound + 1];
        limbs[0][0] = 1;
        for (int rank : ranks) {
            for (int w = bound; w >= rank; w--) {
                addLimbs(limbs, w, w - rank);
            }
        }
        BigInteger total = BigInteger.ZERO;
        for (int i = limbs.length - 1; i >= 0; i--) {
            total = total.shiftLeft(LIMB_BITS).add(sum(limbs[i]));
        }
        return total;
    }

    /** Separate arrays, so that the loop is vectorised. */
    private static void addShifted(double[] from, double[] to, int rank, int top) {
        System.arraycopy(from, 0, to, 0, Math.min(rank, top + 1));
        for (int w = rank; w <= top; w++) {
            to[w] = from[w] + from[w - rank];
        }
    }

    private static void addLimbs(long[][] limbs, int to, int from) {
        long carry = 0;
        for (long[] limb : limbs) {
            long sum = limb[to] + limb[from] + carry;
            limb[to] = sum & LIMB;
            carry = sum >>> LIMB_BITS;
        }
    }

    private static BigInteger sum(long[] limb) {
        BigInteger total = BigInteger.ZERO;
        for (long value : limb) {
            total = total.add(BigInteger.valueOf(value));
        }
        return total;
    }

    private static void check(int[] ranks, int bound) {
        if (ranks.length > MOST_RANKS) {
            throw new IllegalArgumentException("subsets of at most " + MOST_RANKS + " ranks are counted, was "
                    + ranks.length + "; use the normal approximation");
        }
        if (bound < 0 || bound > LARGEST_BOUND) {
            throw new IllegalArgumentException("bound must lie in 0 to " + LARGEST_BOUND + ", was " + bound);
        }
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] < 1) {
                throw new IllegalArgumentException("ranks[" + i + "] must be positive, was " + ranks[i]);
            }
        }
    }
}
