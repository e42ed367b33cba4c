package dev.amdahl.core.stats.rank;

import dev.amdahl.core.stats.Alternative;

/**
 * The exact distribution of the smaller sample's rank sum, counted from its nearer end: ranks as coprime distances from the
 * smallest or the largest pooled rank. Immutable.
 */
final class ExactRankSum {

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
        return RankSums.fits(distances.length, size, reached);
    }

    double p(Alternative alternative) {
        double[] ways = RankSums.ways(distances, size, (int) reached);
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
}
