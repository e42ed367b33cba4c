package dev.amdahl.core.stats.rank;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.Alternative;
import java.util.Objects;

/**
 * The Mann-Whitney test that two samples come from one distribution (Mann and Whitney 1947).
 *
 * <p>Exact p-values are those of the permutation of the observed midranks, so they hold with ties; scipy's exact method
 * ignores ties, R's wilcox.test refuses them. Exact where the table of counts stays within 2^22 entries (two samples of
 * 100 untied values do), else normal. GREATER: the first sample lies above the second.
 *
 * @param alternative the side looked at
 * @param distribution where the p-value comes from
 */
public record MannWhitneyTest(Alternative alternative, NullDistribution distribution) {

    public MannWhitneyTest {
        Objects.requireNonNull(alternative, "alternative");
        Objects.requireNonNull(distribution, "distribution");
    }

    /**
     * The outcome; immutable and thread-safe.
     *
     * @param u pairs in which the first sample's value is above the second's, ties as halves
     * @param p the p-value
     * @param exact whether it is exact
     */
    public record Result(double u, double p, boolean exact) {}

    /** Two-sided, exact where the table is small enough. */
    public static MannWhitneyTest withDefaults() {
        return new MannWhitneyTest(Alternative.TWO_SIDED, NullDistribution.AUTOMATIC);
    }

    /** Returns the same for this alternative. */
    public MannWhitneyTest with(Alternative side) {
        return new MannWhitneyTest(side, distribution);
    }

    /** Returns the same with its p-value by this distribution. */
    public MannWhitneyTest with(NullDistribution source) {
        return new MannWhitneyTest(alternative, source);
    }

    /**
     * Compares the values at even positions (0, 2, ...) with those at odd ones: an effect of the order within pairs.
     *
     * @throws IllegalArgumentException if there are fewer than two values, or one is not finite
     */
    public Result testAlternating(double[] x) {
        Arguments.requireAtLeast("number of values", x.length, 2);
        double[] even = new double[(x.length + 1) / 2];
        double[] odd = new double[x.length / 2];
        for (int i = 0; i < x.length; i++) {
            (i % 2 == 0 ? even : odd)[i / 2] = x[i];
        }
        return test(even, odd);
    }

    /**
     * Tests the two samples.
     *
     * @throws IllegalArgumentException if a sample is empty or not finite, or too large where EXACT was asked for
     */
    public Result test(double[] x, double[] y) {
        Arguments.requireNonEmpty("x", x);
        Arguments.requireNonEmpty("y", y);
        PooledRanks ranks = PooledRanks.of(x, y);
        double n = x.length;
        double m = y.length;
        double u = 0.5 * ranks.first() - n * (n + 1) / 2;
        ExactRankSum exact = ExactRankSum.of(ranks, x.length);
        if (distribution == NullDistribution.EXACT && !exact.fits()) {
            throw new IllegalArgumentException("an exact Mann-Whitney test of " + x.length + " and " + y.length
                    + " values needs too large a table; use the normal approximation");
        }
        if (exact.fits() && (distribution == NullDistribution.EXACT || distribution == NullDistribution.AUTOMATIC)) {
            return new Result(u, exact.p(alternative), true);
        }
        double variance = n * m / 12 * (n + m + 1 - ranks.ties() / ((n + m) * (n + m - 1)));
        double p = NormalTail.p(u - n * m / 2, variance, alternative, distribution != NullDistribution.NORMAL);
        return new Result(u, p, false);
    }
}
