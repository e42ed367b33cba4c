package dev.amdahl.core.internal.anomaly;

import dev.amdahl.core.internal.stats.Arguments;

/**
 * What makes a change of regime.
 *
 * @param alpha largest permutation p-value of a candidate
 * @param permutations orders drawn for each candidate; 1/(1 + permutations) may not exceed alpha
 * @param gate largest p-value of the t-test between the neighbouring regimes
 * @param leastChange least relative change of the mean
 */
public record RegimePolicy(double alpha, int permutations, double gate, double leastChange) {

    /** Candidates at .05 with 199 permutations, gate at .001, changes of any size. */
    public static final RegimePolicy DEFAULT = new RegimePolicy(.05, 199, .001, 0);

    /** @throws IllegalArgumentException if a component is out of its range */
    public RegimePolicy {
        Arguments.requireProbability("alpha", alpha);
        Arguments.requireProbability("gate", gate);
        if (permutations < 1 || 1 / (1.0 + permutations) > alpha) {
            throw new IllegalArgumentException("permutations must be at least " + Math.ceil(1 / alpha - 1)
                    + " for alpha " + alpha + ", was " + permutations);
        }
        if (!(leastChange >= 0) || !Double.isFinite(leastChange)) {
            throw new IllegalArgumentException("leastChange must be finite and not negative, was " + leastChange);
        }
    }
}
