package dev.amdahl.core.internal.stats;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/** Exact binomial tests of counts, for any count without a loop over it. */
public final class Binomial {

    /** Counts whose probability exceeds the observed one by less count as equally likely, as in R binom.test. */
    private static final double TIE = 1 + 1e-7;

    private Binomial() {}

    /**
     * P(X = k) for X ~ Binomial(n, p).
     *
     * @throws IllegalArgumentException if k is not in 0 to n, or p is not in (0, 1)
     */
    public static double probability(int k, int n, double p) {
        if (k < 0 || k > n) {
            throw new IllegalArgumentException("k must lie in 0 to n = " + n + ", was " + k);
        }
        return of(n, p).probability(k);
    }

    /** P(X ≤ k); 0 for a negative k. */
    public static double atMost(int k, int n, double p) {
        return of(n, p).cumulativeProbability(k);
    }

    /** P(X ≥ k); 0 for a k above n. */
    public static double atLeast(int k, int n, double p) {
        return of(n, p).survivalProbability(k - 1);
    }

    /** Two-sided p: the mass of all counts that are no likelier than k (relative tolerance 1e-7, as R binom.test). */
    public static double twoSided(int k, int n, double p) {
        double reach = probability(k, n, p) * TIE;
        int mode = (int) Math.min(n, Math.floor((n + 1.0) * p));
        if (probability(mode, n, p) <= reach) {
            return 1;
        }
        return k < mode
                ? Math.min(1, atMost(k, n, p) + atLeast(firstWithin(reach, mode, n, p), n, p))
                : Math.min(1, atLeast(k, n, p) + atMost(lastWithin(reach, mode, n, p), n, p));
    }

    /** The least count above the mode that is no likelier than reach, n + 1 if there is none. */
    private static int firstWithin(double reach, int mode, int n, double p) {
        int likelier = mode;
        int within = n + 1;
        while (within - likelier > 1) {
            int middle = (likelier + within) >>> 1;
            if (probability(middle, n, p) <= reach) {
                within = middle;
            } else {
                likelier = middle;
            }
        }
        return within;
    }

    /** The largest count below the mode that is no likelier than reach, -1 if there is none. */
    private static int lastWithin(double reach, int mode, int n, double p) {
        int likelier = mode;
        int within = -1;
        while (likelier - within > 1) {
            int middle = (likelier + within) >> 1;
            if (probability(middle, n, p) <= reach) {
                within = middle;
            } else {
                likelier = middle;
            }
        }
        return within;
    }

    private static BinomialDistribution of(int n, double p) {
        Arguments.requireAtLeast("n", n, 0);
        return BinomialDistribution.of(n, Arguments.requireProbability("p", p));
    }
}
