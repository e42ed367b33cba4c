package dev.amdahl.core.stats.online;

import dev.amdahl.core.stats.Arguments;

/**
 * Alpha-spending over a stream: the t-th test gets 6 α/(π² t²), whatever came of the others (Foster and Stine 2008).
 * The levels sum to α, so that by Bonferroni's inequality even the family-wise error rate is controlled under any
 * dependence.
 *
 * @param alpha the rate to control
 */
public record AlphaSpending(double alpha) implements OnlineFdr {

    /** @throws IllegalArgumentException if alpha is not in (0, 1) */
    public AlphaSpending {
        Arguments.requireProbability("alpha", alpha);
    }

    @Override
    public OnlineStream start() {
        return new SpendingStream(alpha);
    }
}
