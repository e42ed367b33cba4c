package dev.amdahl.core.stats;

/**
 * Sign-flip test of symmetry about zero on the sum of d. Stateless and thread-safe.
 *
 * <p>Exact by meet-in-the-middle up to {@value #EXACT_LIMIT} values. Beyond, a random subgroup of 2^k sign vectors that
 * contains the identity, summed by one Walsh-Hadamard transform (Hemerik and Goeman 2018), so p = count / 2^k is valid
 * without a correction. A sum counts as reached when it lies within 1e-12 of sum |d| of it.
 */
public final class SignFlip {

    /** Largest n that {@link #test} enumerates. */
    public static final int EXACT_LIMIT = 40;

    /** Bits of the subgroup that {@link #test} draws beyond the limit. */
    public static final int SUBGROUP_BITS = 17;

    private SignFlip() {}

    /**
     * Outcome of the test; immutable and thread-safe.
     *
     * @param statistic the sum of d
     * @param count sign vectors at least as extreme, the identity included
     * @param log2Total log2 of the number of sign vectors
     * @param exact whether all 2^n sign vectors were counted
     */
    public record Result(double statistic, long count, int log2Total, boolean exact) {
        /** The p-value, never 0. */
        public double p() {
            return Math.scalb((double) count, -log2Total);
        }
    }

    /** Exact up to the limit, else the subgroup drawn from the seed. */
    public static Result test(double[] d, Alternative alternative, long seed) {
        return d.length <= EXACT_LIMIT ? exact(d, alternative) : subgroup(d, alternative, SUBGROUP_BITS, seed);
    }

    /**
     * Counts all 2^n sign vectors.
     *
     * @throws IllegalArgumentException if d is empty, longer than the limit or not finite
     */
    public static Result exact(double[] d, Alternative alternative) {
        int n = Arguments.requireNonEmpty("d", d).length;
        if (n > EXACT_LIMIT) {
            throw new IllegalArgumentException(
                    "exact enumeration takes at most " + EXACT_LIMIT + " values, was " + n + "; use the subgroup");
        }
        double[] left = SignSums.sorted(d, 0, n / 2);
        double[] right = SignSums.sorted(d, n / 2, n);
        double sum = sum(d);
        double reach =
                (alternative == Alternative.TWO_SIDED ? Math.abs(sum) : towards(sum, alternative)) - tolerance(d);
        long above = SignSums.countPairsAtLeast(left, right, reach);
        long count = alternative == Alternative.TWO_SIDED ? bothTails(above, reach, 1L << n) : above;
        return new Result(sum, count, n, true);
    }

    /**
     * Counts the 2^k sign vectors of a random subgroup; code i is the low k bits of Philox4x32-10 at counter i.
     *
     * @param k bits of the subgroup, 1 to 24
     * @throws IllegalArgumentException if d is empty or not finite, or k out of range
     */
    public static Result subgroup(double[] d, Alternative alternative, int k, long seed) {
        Arguments.requireNonEmpty("d", d);
        if (k < 1 || k > 24) {
            throw new IllegalArgumentException("k must lie in 1 to 24, was " + k);
        }
        double[] sums = new double[1 << k];
        int mask = sums.length - 1;
        for (int i = 0; i < d.length; i++) {
            sums[Philox.firstWord(seed, i) & mask] += d[i];
        }
        WalshHadamard.transform(sums);
        double tolerance = tolerance(d);
        double identity = sums[0];
        long count = 0;
        for (double s : sums) {
            boolean reached = alternative == Alternative.TWO_SIDED
                    ? Math.abs(s) >= Math.abs(identity) - tolerance
                    : towards(s, alternative) >= towards(identity, alternative) - tolerance;
            if (reached) {
                count++;
            }
        }
        return new Result(identity, count, k, false);
    }

    private static double towards(double sum, Alternative alternative) {
        return alternative == Alternative.LESS ? -sum : sum;
    }

    private static long bothTails(long above, double reach, long total) {
        return reach > 0 ? 2 * above : total;
    }

    private static double sum(double[] d) {
        double sum = 0;
        for (double value : d) {
            sum += value;
        }
        return sum;
    }

    private static double tolerance(double[] d) {
        double sum = 0;
        for (double value : d) {
            sum += Math.abs(value);
        }
        return 1e-12 * sum;
    }
}
