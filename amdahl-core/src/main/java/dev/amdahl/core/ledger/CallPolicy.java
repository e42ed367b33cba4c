package dev.amdahl.core.ledger;

import java.time.Duration;

/**
 * Limits on model calls, in addition to the budget.
 *
 * @param each most time of one call
 * @param perCycle most time of all calls of a cycle together
 * @param tokensPerHypothesis most tokens, set aside and used, on the way to one verdict
 * @param tokensPerDay most tokens of a day of UTC where no budget bounds tokens
 */
public record CallPolicy(Duration each, Duration perCycle, long tokensPerHypothesis, long tokensPerDay) {
    private static final long USUAL_DAY = 2_000_000;
    /** Two minutes a call, five a cycle, half a million tokens a hypothesis, two million a day. */
    public static final CallPolicy DEFAULT = new CallPolicy(Duration.ofMinutes(2), Duration.ofMinutes(5), 500_000);

    /** With the usual bound for a day. */
    public CallPolicy(Duration each, Duration perCycle, long tokensPerHypothesis) {
        this(each, perCycle, tokensPerHypothesis, USUAL_DAY);
    }

    public CallPolicy {
        if (each.isNegative() || perCycle.isNegative() || tokensPerHypothesis < 0 || tokensPerDay < 0) {
            throw new IllegalArgumentException("calls cannot take " + each + ", " + perCycle + " a cycle and "
                    + tokensPerHypothesis + " tokens a hypothesis, " + tokensPerDay + " a day");
        }
    }
}
