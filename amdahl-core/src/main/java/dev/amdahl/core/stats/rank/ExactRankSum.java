package dev.amdahl.core.stats.rank;

import dev.amdahl.core.stats.Alternative;

/**
 * The exact distribution of the smaller sample's rank sum, counted from its nearer end: ranks as coprime distances from the
 * smallest or the largest pooled rank. Immutable.
 */
final class ExactRankSum {
    private static final int MAX_VALUES = 1000;
    private static final long MAX_TABLE = 1 << 22;

    private final int[] distances;
    private final int size;
    private final long reached;
    private final boolean lowIsLess;

    private ExactRankSum(int[] distances, int size, long reached, boolean lowIsLess) {
        this.distances = distances;
        this.size = size;
        this.reached = reached;
        this.lowIsLess = lowIsLess;
    }

    static ExactRankSum of(PooledRanks ranks, int first) {
        int[] doubled = ranks.doubled();
        int n = doubled.length;
        boolean swapped = first > n - first;
        int size = swapped ? n - first : first;
        long sum = swapped ? ranks.total() - ranks.first() : ranks.first();
        int divisor = 0;
        for (int rank : doubled) {
            divisor = SignedRanks.greatestCommon(divisor, rank - doubled[0]);
        }
        divisor = Math.max(1, divisor);
        long below = (sum - (long) size * doubled[0]) / divisor;
        long above = ((long) size * doubled[n - 1] - sum) / divisor;
        boolean mirrored = above < below;
        int[] distances = new int[n];
        for (int i = 0; i < n; i++) {
            distances[i] = (mirrored ? doubled[n - 1] - doubled[n - 1 - i] : doubled[i] - doubled[0]) / divisor;
        }
        return new ExactRankSum(distances, size, Math.min(above, below), swapped == mirrored);
    }

    boolean fits() {
        return isSmall(distances.length, size, reached);
    }

    double p(Alternative alternative) {
        double[] ways = ways(distances, size, (int) reached);
        double below = 0;
        for (int w = 0; w < reached; w++) {
            below += ways[w];
        }
        double low = Math.min(1, below + ways[(int) reached]);
        double high = 1 - Math.min(1, below);
        return switch (alternative) {
            case TWO_SIDED -> Math.min(1, 2 * Math.min(low, high));
            case LESS -> lowIsLess ? low : high;
            case GREATER -> lowIsLess ? high : low;
        };
    }

    /** Returns whether the table stays small and its counts within a double. */
    private static boolean isSmall(int values, int size, long bound) {
        return values <= MAX_VALUES && (size + 1L) * (bound + 1) <= MAX_TABLE;
    }

    /**
     * Returns the share of the draws of {@code size} ranks that have each sum 0 to bound (Streitberg and Roehmel 1986), with a
     * relative error below 1e-12. What is drawn later is no smaller, so a sum that leaves no room for it is not followed; nor is one larger
     * than that of the largest drawn so far.
     */
    private static double[] ways(int[] ascending, int size, int bound) {
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
