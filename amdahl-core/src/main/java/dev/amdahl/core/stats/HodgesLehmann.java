package dev.amdahl.core.stats;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.internal.stats.Normal;
import dev.amdahl.core.internal.stats.SubsetSums;
import dev.amdahl.core.internal.stats.UntiedSignedRanks;

/**
 * Hodges-Lehmann estimate of the centre of symmetry with its distribution-free interval (Hodges and Lehmann 1963).
 * Immutable and thread-safe; O(n) memory.
 *
 * <p>The estimate is the median of the n(n+1)/2 Walsh averages (i ≤ j). The interval is [W(k), W(M+1-k)] with k the
 * smallest value for which P(W+ ≤ k) exceeds (1 - confidence)/2 under the signed-rank distribution without ties: exact up
 * to {@value #EXACT_LIMIT} values, by the normal approximation with continuity correction beyond. Ties make it
 * conservative; R's exactRankTests conditions on them instead. Where no order statistic reaches the confidence a bound is
 * infinite; R gives the extreme averages.
 */
public final class HodgesLehmann {

    /** Largest number of values for which the signed-rank distribution is exact. */
    public static final int EXACT_LIMIT = SubsetSums.MAX_RANKS;

    private final WalshAverages walsh;

    private HodgesLehmann(WalshAverages walsh) {
        this.walsh = walsh;
    }

    /**
     * Returns the Walsh averages of d.
     *
     * @throws IllegalArgumentException if d is empty or holds a value that is not finite
     */
    public static HodgesLehmann of(double[] d) {
        return new HodgesLehmann(new WalshAverages(Arguments.requireNonEmpty("d", d)));
    }

    /** Returns the point estimate of d. */
    public static double estimate(double[] d) {
        return of(d).estimate();
    }

    /** Returns the two-sided interval of d. */
    public static Interval interval(double[] d, double confidence) {
        return of(d).interval(confidence);
    }

    /** Returns the median of the Walsh averages. */
    public double estimate() {
        return walsh.median();
    }

    /** Returns the two-sided interval; (-inf, inf) where n is too small for the confidence. */
    public Interval interval(double confidence) {
        return between(order(tail(confidence) / 2), confidence);
    }

    /** Returns the interval by the normal approximation with continuity correction at any n, as R's wilcox.test(exact=FALSE). */
    public Interval asymptoticInterval(double confidence) {
        return between(normalOrder(walsh.values(), tail(confidence) / 2), confidence);
    }

    /** Returns the one-sided lower bound; -inf where n is too small for the confidence. */
    public double lowerBound(double confidence) {
        long k = order(tail(confidence));
        return k == 0 ? Double.NEGATIVE_INFINITY : walsh.orderStatistic(k);
    }

    /** Returns the one-sided upper bound; +inf where n is too small for the confidence. */
    public double upperBound(double confidence) {
        long k = order(tail(confidence));
        return k == 0 ? Double.POSITIVE_INFINITY : walsh.orderStatistic(walsh.count() + 1 - k);
    }

    /** Returns the coverage of {@link #interval(double)} for untied data, at least the confidence asked for where exact. */
    public double achievedConfidence(double confidence) {
        int n = walsh.values();
        long k = order(tail(confidence) / 2);
        if (n > EXACT_LIMIT) {
            return confidence;
        }
        return k == 0 ? 1 : 1 - 2 * UntiedSignedRanks.atMost(n, (int) k - 1);
    }

    private Interval between(long k, double confidence) {
        return k == 0
                ? Interval.unbounded(confidence)
                : new Interval(walsh.orderStatistic(k), walsh.orderStatistic(walsh.count() + 1 - k), confidence);
    }

    /** Returns the number of Walsh averages, n(n+1)/2. */
    public long averages() {
        return walsh.count();
    }

    /** The place from either end, from 1, of the averages that bound {@link #interval(double)}; 0 where it is infinite. */
    public long boundOrder(double confidence) {
        return order(tail(confidence) / 2);
    }

    /** Returns the number of sums whose total probability stays within the tail. */
    private long order(double tail) {
        int n = walsh.values();
        return n > EXACT_LIMIT ? normalOrder(n, tail) : UntiedSignedRanks.order(n, tail);
    }

    private static long normalOrder(int n, double tail) {
        double mean = n * (n + 1.0) / 4;
        double deviation = Math.sqrt(n * (n + 1.0) * (2.0 * n + 1) / 24);
        return Math.max(0, (long) Math.floor(mean - 0.5 + deviation * Normal.quantile(tail)) + 1);
    }

    private static double tail(double confidence) {
        return 1 - Arguments.requireProbability("confidence", confidence);
    }
}
