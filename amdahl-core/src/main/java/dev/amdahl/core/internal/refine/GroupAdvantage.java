package dev.amdahl.core.internal.refine;

import java.util.Arrays;

/**
 * Group-relative advantage (r - mean)/std of rewards of one prompt's group, as of GRPO (Shao et al. 2024, DeepSeekMath,
 * arXiv:2402.03300, section 4.1.2), with the standard deviation of the group itself (divisor n) and no term added to it. Stateless and
 * thread-safe.
 */
public final class GroupAdvantage {
    private GroupAdvantage() {}

    /**
     * Returns the advantage of each reward; zeros where all are equal.
     *
     * @throws IllegalArgumentException if there is none, or one is not finite
     */
    public static double[] of(double... rewards) {
        if (rewards.length == 0 || !Arrays.stream(rewards).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("no group of finite rewards: " + Arrays.toString(rewards));
        }
        double[] advantages = new double[rewards.length];
        double first = rewards[0];
        if (Arrays.stream(rewards).allMatch(reward -> reward == first)) {
            return advantages;
        }
        double largest = Arrays.stream(rewards).map(Math::abs).max().orElseThrow();
        double[] scaled = Arrays.stream(rewards).map(reward -> reward / largest).toArray();
        double mean = Arrays.stream(scaled).average().orElseThrow();
        double deviation = Math.sqrt(Arrays.stream(scaled)
                .map(reward -> (reward - mean) * (reward - mean))
                .average()
                .orElseThrow());
        for (int i = 0; deviation > 0 && i < scaled.length; i++) {
            advantages[i] = (scaled[i] - mean) / deviation;
        }
        return advantages;
    }
}
