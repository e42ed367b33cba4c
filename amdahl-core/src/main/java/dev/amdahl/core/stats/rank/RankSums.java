package dev.amdahl.core.stats.rank;

/** The ways to draw some of the pooled ranks, by their sum. Stateless, thread-safe. */
final class RankSums {

    private static final int MAX_VALUES = 1000;
    private static final long MAX_TABLE = 1 << 22;

    private RankSums() {}

    /** Returns whether the table stays small and its counts within a double. */
    static boolean fits(int values, int size, long bound) {
        return values <= MAX_VALUES && (size + 1L) * (bound + 1) <= MAX_TABLE;
    }

    /**
     * Returns the share of the draws of {@code size} ranks that have each sum 0 to bound (Streitberg and Roehmel 1986), with a
     * relative error below 1e-12. What is drawn later is no smaller, so a sum that leaves no room for it is not followed; nor is one larger
     * than that of the largest drawn so far.
     */
    static double[] ways(int[] ascending, int size, int bound) {
        double[][] ways = new double[size + 1][bound + 1];
        ways[0][0] = 1;
        int[] largest = new int[size + 1];
        int taken = 0;
        for (int rank : ascending) {
            taken = Math.min(size, taken + 1);
            for (int k = taken; k > 0; k--) {
                largest[k] = largest[k - 1] + rank;
                addShifted(ways[k - 1], ways[k], rank, Math.min(largest[k], bound - (size - k) * rank));
            }
        }
        double all = binomial(ascending.length, size);
        double[] shares = ways[size];
        for (int w = 0; w < shares.length; w++) {
            shares[w] /= all;
        }
        return shares;
    }

    private static void addShifted(double[] from, double[] to, int rank, int most) {
        for (int w = rank; w <= most; w++) {
            to[w] += from[w - rank];
        }
    }

    private static double binomial(int n, int k) {
        double value = 1;
        for (int i = 1; i <= k; i++) {
            value = value * (n - k + i) / i;
        }
        return value;
    }
}
