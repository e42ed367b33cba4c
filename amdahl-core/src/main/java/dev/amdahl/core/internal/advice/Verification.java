package dev.amdahl.core.internal.advice;

/**
 * What it takes to verify a hypothesis.
 *
 * @param pairNoise standard deviation of the log ratio of a pair
 * @param minimumDetectableEffect smallest saved share that the experiment's cap can show
 * @param accelerators held by an arm
 * @param sliceHours length of an arm, hours
 * @param otherCost tokens, build and review, in the currency of the price
 */
public record Verification(
        double pairNoise, double minimumDetectableEffect, int accelerators, double sliceHours, double otherCost) {
    /** Normal quantiles of .95 and .80: one-sided error 5 %, power 80 %. */
    private static final double QUANTILES = 1.6448536269514722 + 0.8416212335729143;

    private static final int MIN_PAIRS = 5;

    /** Pairs to show an effect: ceil(((z_.95 + z_.80) sd / effect)^2), at least 5. */
    public int pairs(double effect) {
        if (!(effect > 0)) {
            throw new IllegalArgumentException("effect must be > 0, was " + effect);
        }
        double root = QUANTILES * pairNoise / effect;
        return (int) Math.min(Integer.MAX_VALUE, Math.max(MIN_PAIRS, Math.ceil(root * root)));
    }

    /** Accelerator-hours of the pairs, both arms. */
    public double acceleratorHours(double effect) {
        return 2.0 * pairs(effect) * accelerators * sliceHours;
    }
}
