package dev.amdahl.core.stats.online;

import dev.amdahl.core.internal.stats.Arguments;
import java.util.List;

/**
 * LORD++ (Ramdas, Yang, Wainwright and Jordan 2017; asynchronous form LORD* of Zrnic, Ramdas and Jordan 2021): control of the false
 * discovery rate over a stream of tests with independent p-values that overlap in time, as a pure fold over their history.
 *
 * <p>The level of a test is fixed when it is submitted and rests only on decisions made before that: results that come later never
 * change it, and tests that are still open count as if they were not going to be rejected. A test that is decided before the next one is
 * submitted gives the ordinary form.
 *
 * <p>The level of the t-th test is γ(t) w₀ + (α - w₀) γ(t - r₁) + α Σ γ(t - r_j), j ≥ 2, where r_j is the number of tests
 * submitted before the j-th rejection was decided, and only rejections decided before the test was submitted count.
 *
 * @param alpha the rate to control
 * @param initialWealth w₀, in (0, alpha)
 */
public record LordPlusPlus(double alpha, double initialWealth) {

    /** .05 with w₀ = .025. */
    public static final LordPlusPlus DEFAULT = new LordPlusPlus(.05, .025);

    /** @throws IllegalArgumentException unless 0 &lt; initialWealth &lt; alpha &lt; 1 */
    public LordPlusPlus {
        Arguments.requireProbability("alpha", alpha);
        if (!(initialWealth > 0 && initialWealth < alpha)) {
            throw new IllegalArgumentException(
                    "initialWealth must lie in (0, alpha = " + alpha + "), was " + initialWealth);
        }
    }

    /** Returns an empty stream to which submissions and decisions are added as they happen. */
    public OnlineStream start() {
        return new OnlineStream(alpha, initialWealth);
    }

    /**
     * Returns the level of each test, in the order of submission, whatever the order of the list.
     *
     * @throws IllegalArgumentException if two tests have one submission number
     */
    public double[] levels(List<TestOutcome> history) {
        return new History(history).replay(start(), Long.MAX_VALUE).levels();
    }

    /**
     * Returns the level of a test that is submitted now, after all of the history.
     *
     * @throws IllegalArgumentException if two tests have one submission number, or one was submitted at this or later
     */
    public double nextLevel(List<TestOutcome> history, long submitted) {
        return new History(history).replay(start(), submitted).submit();
    }
}
