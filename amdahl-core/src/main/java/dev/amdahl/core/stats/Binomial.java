package dev.amdahl.core.stats;

/** Exact binomial tests of counts. Stateless and thread-safe. */
public final class Binomial {

    private Binomial() {}

    /** P(X = k) for X ~ Binomial(n, p). */
    public static double probability(int k, int n, double p) {
        if (k < 0 || k > n) {
            throw new IllegalArgumentException("k must lie in 0 to n = " + n + ", was " + k);
        }
        Arguments.requireProbability("p", p);
        double log = k * Math.log(p) + (n - k) * Math.log1p(-p);
        for (int i = 1; i <= k; i++) {
            log += Math.log((double) (n - k + i) / i);
        }
        return Math.exp(log);
    }

    /** P(X ≤ k). */
    public static double atMost(int k, int n, double p) {
        double sum = 0;
        for (int i = 0; i <= k; i++) {
            sum += probability(i, n, p);
        }
        return Math.min(1, sum);
    }

    /** P(X ≥ k). */
    public static double atLeast(int k, int n, double p) {
        double sum = 0;
        for (int i = n; i >= k; i--) {
            sum += probability(i, n, p);
        }
        return Math.min(1, sum);
    }

    /** Two-sided p: the mass of all counts that are no likelier than k (relative tolerance 1e-7, as R binom.test). */
    public static double twoSided(int k, int n, double p) {
        double reach = probability(k, n, p) * (1 + 1e-7);
        double sum = 0;
        for (int i = 0; i <= n; i++) {
            double mass = probability(i, n, p);
            if (mass <= reach) {
                sum += mass;
            }
        }
        return Math.min(1, sum);
    }

    /** Exact McNemar test of two discordant counts; 1 where there is none. */
    public static double mcNemar(int onlyFirst, int onlySecond) {
        int n = onlyFirst + onlySecond;
        return n == 0 ? 1 : Math.min(1, 2 * atMost(Math.min(onlyFirst, onlySecond), n, .5));
    }
}
