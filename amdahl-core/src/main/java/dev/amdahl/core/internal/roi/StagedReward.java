package dev.amdahl.core.internal.roi;

import java.util.OptionalDouble;

/**
 * How good one proposed change was, between 0 and 1, by the stages it reached: well-formed, builds, correct, fast. A later stage
 * counts only after the earlier ones. For exports; nothing is trained here.
 */
public final class StagedReward {
    private static final double FORMAT = .1;
    private static final double BUILD = .2;
    private static final double CORRECT = .3;
    private static final double SPEED = .4;
    private static final double FULL_SPEEDUP = 4;

    private StagedReward() {}

    /**
     * The reward: .1 for a well-formed change, .2 more when it builds, .3 more when it is correct, and up to .4 more for its speed:
     * log(speed-up) / log 4, between 0 and 1.
     *
     * @param speedup time before over time after; empty if not measured
     */
    public static double of(boolean isWellFormed, boolean builds, boolean isCorrect, OptionalDouble speedup) {
        if (speedup.isPresent() && !(speedup.getAsDouble() > 0)) {
            throw new IllegalArgumentException("a speed-up is > 0, was " + speedup.getAsDouble());
        }
        if (!isWellFormed) {
            return 0;
        }
        if (!builds) {
            return FORMAT;
        }
        if (!isCorrect) {
            return FORMAT + BUILD;
        }
        double speed = Math.log(Math.max(1, speedup.orElse(1))) / Math.log(FULL_SPEEDUP);
        return FORMAT + BUILD + CORRECT + SPEED * Math.min(1, speed);
    }

    /**
     * How much better each member of a group was than the group: (r - mean) / standard deviation, of the population; 0 for all where
     * they do not differ (Shao et al. 2024, group relative policy optimisation).
     */
    public static double[] advantages(double... rewards) {
        double mean = 0;
        for (double reward : rewards) {
            mean += reward / rewards.length;
        }
        double variance = 0;
        for (double reward : rewards) {
            variance += (reward - mean) * (reward - mean) / rewards.length;
        }
        double[] advantages = new double[rewards.length];
        double deviation = Math.sqrt(variance);
        for (int i = 0; i < rewards.length && deviation > 1e-12; i++) {
            advantages[i] = (rewards[i] - mean) / deviation;
        }
        return advantages;
    }
}
