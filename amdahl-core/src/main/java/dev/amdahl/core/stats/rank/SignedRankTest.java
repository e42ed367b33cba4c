package dev.amdahl.core.stats.rank;

import dev.amdahl.core.internal.stats.SubsetSums;
import dev.amdahl.core.stats.Alternative;
import java.util.Objects;

/**
 * Wilcoxon's signed-rank test of symmetry about zero (Wilcoxon 1945), with midranks for ties.
 *
 * <p>Exact p-values are conditional on the observed ranks, ties included, as in R's coin and exactRankTests; R's
 * wilcox.test and scipy fall back to the normal approximation there. Exact up to {@value #EXACT_LIMIT} values that are not
 * zero (with Pratt's zeros their ranks have to add up to less than 2^21); the two-sided p is twice the smaller tail, at
 * most 1. Where all values are zero p is 1.
 *
 * @param alternative the side looked at
 * @param zeros what becomes of zeros
 * @param distribution where the p-value comes from
 */
public record SignedRankTest(Alternative alternative, Zeros zeros, NullDistribution distribution) {

    /** Largest number of values, zeros aside, for which the test is exact. */
    public static final int EXACT_LIMIT = SubsetSums.MAX_RANKS;

    public SignedRankTest {
        Objects.requireNonNull(alternative, "alternative");
        Objects.requireNonNull(zeros, "zeros");
        Objects.requireNonNull(distribution, "distribution");
    }

    /** Two-sided, zeros dropped, exact up to the limit. */
    public static SignedRankTest withDefaults() {
        return new SignedRankTest(Alternative.TWO_SIDED, Zeros.WILCOX, NullDistribution.AUTOMATIC);
    }

    /** Returns the same for this alternative. */
    public SignedRankTest with(Alternative side) {
        return new SignedRankTest(side, zeros, distribution);
    }

    /** Returns the same with zeros treated so. */
    public SignedRankTest with(Zeros convention) {
        return new SignedRankTest(alternative, convention, distribution);
    }

    /** Returns the same with its p-value by this distribution. */
    public SignedRankTest with(NullDistribution source) {
        return new SignedRankTest(alternative, zeros, source);
    }

    /**
     * Tests d for symmetry about zero.
     *
     * @throws IllegalArgumentException if d is empty or not finite, or too large where EXACT was asked for
     */
    public SignedRankResult test(double[] d) {
        SignedRanks ranks = SignedRanks.of(d, zeros);
        int nonzero = ranks.count();
        double plus = 0.5 * ranks.positive();
        double minus = 0.5 * (ranks.total() - ranks.positive());
        if (isExact(ranks)) {
            SignedRankTail tail = SignedRankTail.of(ranks, alternative);
            return new SignedRankResult(d.length, nonzero, plus, minus, tail.p(), tail);
        }
        double p = NormalTail.p(
                plus - 0.25 * ranks.total(), ranks.variance(), alternative, distribution != NullDistribution.NORMAL);
        return new SignedRankResult(d.length, nonzero, plus, minus, p, null);
    }

    private boolean isExact(SignedRanks ranks) {
        boolean small = ranks.count() <= EXACT_LIMIT
                && (ranks.total() / 2 <= SubsetSums.MAX_BOUND
                        || ranks.total() / ranks.divisor() / 2 <= SubsetSums.MAX_BOUND);
        if (!small && distribution == NullDistribution.EXACT) {
            throw new IllegalArgumentException("an exact signed-rank test takes at most " + EXACT_LIMIT
                    + " values that are not zero, was " + ranks.count() + " with a rank sum of "
                    + ranks.total() / 2 + "; use the normal approximation");
        }
        return small && (distribution == NullDistribution.EXACT || distribution == NullDistribution.AUTOMATIC);
    }
}
