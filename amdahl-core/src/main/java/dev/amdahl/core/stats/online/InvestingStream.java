package dev.amdahl.core.stats.online;

import java.util.Arrays;

/**
 * The common form of LORD++, SAFFRON and ADDIS: (τ - λ) (w₀ γ(n₀) + (α - w₀) γ(n₁) + α Σ γ(n_j), j ≥ 2), at most λ
 * where λ > 0.
 *
 * <p>The j-th rejection pays from the first test on that is submitted after its decision. n_j is one more than the
 * number of tests submitted since then that are not known to be free when the level is fixed; n₀ counts from the
 * beginning. Free are candidates, p ≤ λ where λ > 0, and discarded tests, p > τ; an open test is not free. Of the tests that are not
 * free in the end, the k-th has n_j ≥ k, so that their γ(n_j) sum to at most one and the estimate of the false discovery
 * proportion of Zrnic, Ramdas and Jordan (2021) stays at most α.
 */
final class InvestingStream extends OnlineStream {

    private final double alpha;
    private final double initialWealth;
    private final double lambda;
    private final double tau;
    private final Weights gamma;
    private int free;
    private int rejections;
    /** Tests submitted before the decision of each rejection. */
    private int[] from = new int[8];
    /** Those of them that are not known to be free. */
    private int[] origin = new int[8];

    InvestingStream(double alpha, double initialWealth, double lambda, double tau, Weights gamma) {
        this.alpha = alpha;
        this.initialWealth = initialWealth;
        this.lambda = lambda;
        this.tau = tau;
        this.gamma = gamma;
    }

    @Override
    double level(int earlier) {
        int spent = 1 + earlier - free;
        double[] weights = gamma.upTo(spent);
        double sum = initialWealth * weights[spent];
        if (rejections > 0) {
            sum += (alpha - initialWealth) * weights[spent - origin[0]];
        }
        double later = 0;
        for (int j = 1; j < rejections; j++) {
            later += weights[spent - origin[j]];
        }
        double level = (tau - lambda) * (sum + alpha * later);
        return lambda > 0 ? Math.min(lambda, level) : level;
    }

    @Override
    void learn(int test, double p, boolean rejected) {
        if ((lambda > 0 && p <= lambda) || p > tau) {
            free++;
            for (int j = rejections - 1; j >= 0 && from[j] > test; j--) {
                origin[j]--;
            }
        }
        if (rejected) {
            if (rejections == from.length) {
                from = Arrays.copyOf(from, 2 * rejections);
                origin = Arrays.copyOf(origin, 2 * rejections);
            }
            from[rejections] = submitted();
            origin[rejections] = submitted() - free;
            rejections++;
        }
    }
}
