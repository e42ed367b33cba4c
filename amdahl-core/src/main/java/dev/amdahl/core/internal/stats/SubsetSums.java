package dev.amdahl.core.internal.stats;

import java.math.BigInteger;

/**
 * Counts of the subsets of integer ranks by their sum, the null distribution of signed-rank statistics: each rank is taken
 * or left.
 *
 * <p>A dynamic programme over sums (Pagano and Tritchler 1983) with O(ranks · bound) additions and O(bound) memory.
 */
public final class SubsetSums {

    /** Largest number of ranks whose subsets are counted; more would not fit a double. */
    public static final int MAX_RANKS = 1000;

    /** Largest sum up to which subsets are counted: 2^20, 8 MiB an array. */
    public static final int MAX_BOUND = 1 << 20;

    private static final int SHORT = 64;
    private static final int LIMB_BITS = 62;
    private static final long LIMB = (1L << LIMB_BITS) - 1;

    private SubsetSums() {}

    /**
     * Returns the number of subsets with each sum 0 to bound: exact below 2^53, else with relative error below ranks · 2^-53.
     *
     * @param ranks positive, best in ascending order
     * @throws IllegalArgumentException if a rank is not positive, there are too many, or the bound is out of range
     */
    public static double[] counts(int[] ranks, int bound) {
        check(ranks, bound);
        double[] counts = new double[bound + 1];
        double[] shifted = new double[bound + 1];
        counts[0] = 1;
        long reached = 0;
        for (int rank : ranks) {
            reached += rank;
            int top = (int) Math.min(bound, reached);
            if (top - rank < SHORT) {
                addInPlace(counts, rank, top);
            } else {
                System.arraycopy(counts, 0, shifted, rank, top - rank + 1);
                add(counts, shifted, rank, top);
            }
        }
        return counts;
    }

    /** Returns the number of subsets with a sum of at most the bound, to the accuracy of {@link #counts}; 0 for a negative bound. */
    public static double atMost(int[] ranks, int bound) {
        double total = 0;
        if (bound >= 0) {
            for (double count : counts(ranks, bound)) {
                total += count;
            }
        }
        return total;
    }

    /** Returns the exact number of subsets with a sum of at most the bound; slower by the number of 62-bit words in 2^ranks. */
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

    /** Apart from the long ranges, so that their loop is compiled for long ranges. */
    private static void addInPlace(double[] counts, int rank, int top) {
        for (int w = top; w >= rank; w--) {
            counts[w] += counts[w - rank];
        }
    }

    /** Equal positions of two arrays, so that the loop is vectorised. */
    private static void add(double[] counts, double[] shifted, int from, int top) {
        for (int w = from; w <= top; w++) {
            counts[w] += shifted[w];
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
        if (ranks.length > MAX_RANKS) {
            throw new IllegalArgumentException("subsets of at most " + MAX_RANKS + " ranks are counted, was "
                    + ranks.length + "; use the normal approximation");
        }
        if (bound < 0 || bound > MAX_BOUND) {
            throw new IllegalArgumentException("bound must lie in 0 to " + MAX_BOUND + ", was " + bound);
        }
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] < 1) {
                throw new IllegalArgumentException("ranks[" + i + "] must be positive, was " + ranks[i]);
            }
        }
    }
}
