package dev.amdahl.core.stats;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.internal.stats.FixedPoint;
import dev.amdahl.core.internal.stats.FlipWorkspace;
import dev.amdahl.core.internal.stats.SubgroupSums;
import java.math.BigInteger;

/**
 * Sign-flip test of symmetry about zero on the sum of d, and its confidence interval.
 *
 * <p>A sum counts as reached when it lies within 1e-12 of sum |d| of it. Sums are made of {@link FixedPoint} units and so
 * are exact: the same counts in any order of summation. Because sum d^2 is the same under every flip, the studentised
 * statistic gives the same p-values. The tables of a thread are kept softly between calls ({@link FlipWorkspace}).
 */
public final class SignFlip {

    /** Largest n that {@link #exact} enumerates whatever the values are. */
    public static final int EXACT_LIMIT = 44;

    /** Largest n whose counts a long holds. */
    public static final int LONG_LIMIT = 62;

    /** Largest n that {@link #test} enumerates. */
    public static final int TEST_LIMIT = 30;

    /** Bits of the subgroup that {@link #test} draws beyond the limit. */
    public static final int SUBGROUP_BITS = 17;

    /** Bits that it draws when the first p-value lies below {@link #ESCALATION}. */
    public static final int ESCALATED_BITS = 20;

    /** The p-value below which {@link #test} looks closer. */
    public static final double ESCALATION = .01;

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
        /** Returns the p-value, never 0. */
        public double p() {
            return Math.scalb((double) count, -log2Total);
        }
    }

    /**
     * An exact count that may exceed a long; immutable and thread-safe.
     *
     * @param count sign vectors at least as extreme, the identity included
     * @param log2Total log2 of the number of sign vectors
     */
    public record ExactCount(BigInteger count, int log2Total) {
        /** Returns the p-value, never 0. */
        public double p() {
            return Math.scalb(count.doubleValue(), -log2Total);
        }
    }

    /**
     * Exact up to {@value #TEST_LIMIT} values, else the subgroup of {@value #SUBGROUP_BITS} bits drawn from the seed, and where that
     * gives p below {@value #ESCALATION}, the one of {@value #ESCALATED_BITS} bits instead. The escalation keeps the level: the
     * events p &lt; .01 of the first look are a part of those that a level of .01 or more rejects anyway.
     *
     * @throws IllegalArgumentException if d is empty or not finite
     */
    public static Result test(double[] d, Alternative alternative, long seed) {
        if (d.length <= TEST_LIMIT) {
            return exact(d, alternative);
        }
        Result first = subgroup(d, alternative, SUBGROUP_BITS, seed);
        return first.p() < ESCALATION ? subgroup(d, alternative, ESCALATED_BITS, seed) : first;
    }

    /**
     * Counts all 2^n sign vectors: by meet-in-the-middle up to {@value #EXACT_LIMIT} values, with two arrays of 2^(n/2) sums (64 MiB
     * at the limit, 16 KiB at n = 20), and beyond that, to {@value #LONG_LIMIT} values, by dynamic programming if the values have few decimals; {@link #exactCount} takes more.
     *
     * @throws IllegalArgumentException if d is empty, not finite, or too long to enumerate
     */
    public static Result exact(double[] d, Alternative alternative) {
        FixedPoint sample = FixedPoint.of("d", d);
        int n = d.length;
        FixedPoint towards = alternative == Alternative.LESS ? sample.negated() : sample;
        boolean magnitude = alternative == Alternative.TWO_SIDED;
        double sum = sum(towards.units());
        long count = n <= EXACT_LIMIT ? inTheMiddle(towards, sum, magnitude) : inALong(d, alternative);
        return new Result(sample.value(sum(sample.units())), count, n, true);
    }

    /**
     * The exact count as a whole number of any size: as {@link #exact}, and for values with few decimals up to
     * {@value LatticeCounts#LIMIT} of them.
     *
     * @throws IllegalArgumentException if d is empty, not finite, or too long to enumerate
     */
    public static ExactCount exactCount(double[] d, Alternative alternative) {
        if (Arguments.requireNonEmpty("d", d).length <= EXACT_LIMIT) {
            return new ExactCount(BigInteger.valueOf(exact(d, alternative).count()), d.length);
        }
        return new ExactCount(onLattice(d, alternative), d.length);
    }

    private static long inTheMiddle(FixedPoint sample, double sum, boolean magnitude) {
        double[] units = sample.units();
        double reach = Math.ceil((magnitude ? Math.abs(sum) : sum) - sample.tie());
        if (magnitude && reach <= 0) {
            return 1L << units.length;
        }
        double[] left = sorted(units, 0, units.length / 2);
        double[] right = sorted(units, units.length / 2, units.length);
        long above = countPairsAtLeast(left, right, reach);
        return magnitude ? 2 * above : above;
    }

    private static long inALong(double[] d, Alternative alternative) {
        if (d.length > LONG_LIMIT) {
            throw new IllegalArgumentException("counts of more than " + LONG_LIMIT + " values exceed a long, was "
                    + d.length + "; use exactCount or the subgroup");
        }
        return onLattice(d, alternative).longValueExact();
    }

    private static BigInteger onLattice(double[] d, Alternative alternative) {
        double[] towards = d.clone();
        if (alternative == Alternative.LESS) {
            for (int i = 0; i < d.length; i++) {
                towards[i] = -d[i];
            }
        }
        return LatticeCounts.count(towards, alternative == Alternative.TWO_SIDED)
                .orElseThrow(() -> new IllegalArgumentException("exact enumeration takes at most " + EXACT_LIMIT
                        + " values, or " + LatticeCounts.LIMIT + " with few decimals, was " + d.length
                        + "; use the subgroup"));
    }

    /**
     * Counts the 2^k sign vectors of a random subgroup; code i is the low k bits of Philox4x32-10 at counter i. The subgroup
     * contains the identity, so p = count / 2^k is valid without a correction (Hemerik and Goeman 2018).
     *
     * @param k bits of the subgroup, 1 to 24
     * @throws IllegalArgumentException if d is empty or not finite, or k out of range
     */
    public static Result subgroup(double[] d, Alternative alternative, int k, long seed) {
        FixedPoint sample = FixedPoint.of("d", d);
        FixedPoint towards = alternative == Alternative.LESS ? sample.negated() : sample;
        SubgroupSums sums = FlipWorkspace.ofThread(k).sums();
        sums.fill(towards.units(), SubgroupSums.randomCodes(d.length, k, seed));
        double sum = sums.identity();
        long count = count(sums, sum, sample.tie(), alternative);
        return new Result(sample.value(alternative == Alternative.LESS ? -sum : sum), count, k, false);
    }

    private static long count(SubgroupSums sums, double sum, double tie, Alternative alternative) {
        return alternative == Alternative.TWO_SIDED
                ? sums.countMagnitudeAtLeast(Math.ceil(Math.max(0, Math.abs(sum) - tie)))
                : sums.countAtLeast(Math.ceil(sum - tie));
    }

    /**
     * Returns the centres that the two-sided test does not reject: the inversion of both one-sided tests at half the level each. With
     * all sign vectors where n is at most k, else with a random subgroup of 2^k of them.
     *
     * @return the interval; a bound that the level cannot reach is infinite, as both are below 6 values at .95
     * @throws IllegalArgumentException if d is empty or not finite, confidence is not in (0, 1) or k not in 1 to 24
     */
    public static Interval interval(double[] d, double confidence, int k, long seed) {
        Arguments.requireProbability("confidence", confidence);
        FixedPoint sample = FixedPoint.of("d", d);
        SubgroupSums.requireBits(k);
        boolean all = d.length <= k;
        int bits = all ? d.length : k;
        int[] codes = all ? SubgroupSums.unitCodes(d.length) : SubgroupSums.randomCodes(d.length, k, seed);
        return TypicalValues.of(sample, codes, FlipWorkspace.ofThread(bits), bits)
                .interval(confidence);
    }

    private static double sum(double[] units) {
        double sum = 0;
        for (double value : units) {
            sum += value;
        }
        return sum;
    }

    /** Returns the 2^(to-from) sums of ±d[from..to), ascending; each value merges two shifted copies in place, from the top. */
    private static double[] sorted(double[] d, int from, int to) {
        double[] sums = new double[1 << (to - from)];
        for (int i = from; i < to; i++) {
            merge(sums, 1 << (i - from), Math.abs(d[i]));
        }
        return sums;
    }

    /** Returns the number of pairs (a, b) with a + b at least the bound. */
    private static long countPairsAtLeast(double[] left, double[] right, double bound) {
        long count = 0;
        int first = right.length;
        for (double a : left) {
            while (first > 0 && a + right[first - 1] >= bound) {
                first--;
            }
            count += right.length - first;
        }
        return count;
    }

    private static void merge(double[] sums, int length, double step) {
        int plus = length - 1;
        int minus = length - 1;
        for (int i = 2 * length - 1; minus >= 0; i--) {
            boolean takePlus = plus >= 0 && sums[plus] + step >= sums[minus] - step;
            sums[i] = takePlus ? sums[plus--] + step : sums[minus--] - step;
        }
    }
}
