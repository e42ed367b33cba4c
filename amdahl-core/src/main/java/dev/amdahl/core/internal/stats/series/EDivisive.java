package dev.amdahl.core.internal.stats.series;

import dev.amdahl.core.internal.stats.Arguments;

/**
 * Energy statistics of the places where a series may change, and the permutation test of the best of them (Matteson and
 * James 2014, exponent 1).
 *
 * <p>The V form divides by t^2 and looks at all the rest of the series (Daly et al. 2020); the U form divides by t(t - 1) and
 * also chooses where the second sample ends (Fleming et al. 2023).
 */
public final class EDivisive {

    /** Longest series whose orders are all tried. */
    public static final int EXACT_LIMIT = 8;

    /** Longest series whose orders are drawn. */
    public static final int MAX_PERMUTED = 1 << 17;

    /** Longest series for {@link #bestWithEnd}, which takes time quadratic in it. */
    public static final int MAX_WITH_END = 1 << 15;

    private static final double ROUNDING = 1e-10;

    private EDivisive() {}

    /**
     * Returns the V statistic of each split t = 1 .. n - 1, at index t - 1; O(n log n).
     *
     * @throws IllegalArgumentException if there are fewer than two values, or one is not finite
     */
    public static double[] statistics(double[] series) {
        EnergyProfile profile = new EnergyProfile(checked(series), 0, series.length);
        double[] statistics = new double[series.length - 1];
        profile.fill(profile.ranks(), statistics);
        return statistics;
    }

    /** Returns the split with the largest V statistic, the first of equals. */
    public static Split best(double[] series) {
        double[] statistics = statistics(series);
        int best = 0;
        for (int i = 1; i < statistics.length; i++) {
            best = statistics[i] > statistics[best] ? i : best;
        }
        return new Split(best + 1, series.length, statistics[best]);
    }

    /**
     * The split and the end with the largest U statistic; a sample of one value has no distance within. O(n^2) time, O(n)
     * memory.
     *
     * @throws IllegalArgumentException if there are fewer than two values or more than the limit, or one is not finite
     */
    public static Split bestWithEnd(double[] series) {
        int n = checked(series).length;
        if (n > MAX_WITH_END) {
            throw new IllegalArgumentException("the U form takes at most " + MAX_WITH_END + " values, was " + n
                    + "; use the V form or fewer values");
        }
        double[] toEarlier = new double[n];
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < k; i++) {
                toEarlier[k] += Math.abs(series[k] - series[i]);
            }
        }
        double[] toFirst = new double[n];
        double within = 0;
        Split best = new Split(1, n, Double.NEGATIVE_INFINITY);
        for (int t = 1; t < n; t++) {
            double value = series[t - 1];
            within += toFirst[t - 1];
            for (int k = t; k < n; k++) {
                toFirst[k] += Math.abs(series[k] - value);
            }
            best = bestEnd(toEarlier, toFirst, t, within, best);
        }
        return best;
    }

    /**
     * Returns the p-value of the largest V statistic over the orders of the series: of all n! up to {@value #EXACT_LIMIT} values, else
     * (1 + reached)/(1 + permutations); never 0.
     *
     * @throws IllegalArgumentException if there are fewer than two values, there are more than
     *     {@value #MAX_PERMUTED}, one is not finite, or permutations is not positive
     */
    public static double pValue(double[] series, int permutations, long seed) {
        Arguments.requireAtLeast("permutations", permutations, 1);
        requirePermutable(series);
        double bar = bar(best(series).statistic());
        EnergyProfile profile = new EnergyProfile(series, 0, series.length);
        if (series.length <= EXACT_LIMIT) {
            return Orders.shareOfAll(profile, series.length, bar);
        }
        Orders orders = new Orders(profile, series.length, seed);
        int reached = 0;
        for (int i = 0; i < permutations; i++) {
            reached += orders.next() >= bar ? 1 : 0;
        }
        return (1.0 + reached) / (1.0 + permutations);
    }

    static double[] requirePermutable(double[] series) {
        if (series.length > MAX_PERMUTED) {
            throw new IllegalArgumentException("orders of at most " + MAX_PERMUTED + " values are drawn, was "
                    + series.length + "; take means of neighbours");
        }
        return series;
    }

    /** Returns what counts as having reached a statistic, allowing for rounding. */
    static double bar(double statistic) {
        return statistic - ROUNDING * Math.abs(statistic) - Double.MIN_NORMAL;
    }

    private static Split bestEnd(double[] toEarlier, double[] toFirst, int t, double within, Split soFar) {
        Split best = soFar;
        double across = 0;
        double beyond = 0;
        double first = t > 1 ? 2 * within / ((double) t * (t - 1)) : 0;
        for (int k = t; k < toFirst.length; k++) {
            across += toFirst[k];
            beyond += toEarlier[k] - toFirst[k];
            double m = k - t + 1.0;
            double second = m > 1 ? 2 * beyond / (m * (m - 1)) : 0;
            double statistic = t * m / (t + m) * (2 * across / (t * m) - first - second);
            if (statistic > best.statistic()) {
                best = new Split(t, k + 1, statistic);
            }
        }
        return best;
    }

    private static double[] checked(double[] series) {
        Arguments.requireAtLeast("number of values", series.length, 2);
        return Arguments.requireFinite("series", series);
    }
}
