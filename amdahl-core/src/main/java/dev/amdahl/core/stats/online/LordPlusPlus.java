package dev.amdahl.core.stats.online;

import dev.amdahl.core.stats.Arguments;

/**
 * LORD++ (Ramdas, Yang, Wainwright and Jordan 2017; asynchronous form LORD* of Zrnic, Ramdas and Jordan 2021), for
 * independent p-values.
 *
 * <p>The level of the t-th test is γ(t) w₀ + (α - w₀) γ(t - r₁) + α Σ γ(t - r_j), j ≥ 2, where r_j is the number of tests
 * submitted before the j-th rejection was decided, and only rejections decided before the test was submitted count.
 *
 * @param alpha the rate to control
 * @param initialWealth w₀, in (0, alpha)
 */
public record LordPlusPlus(double alpha, double initialWealth) implements OnlineFdr {

    /** .05 with w₀ = .025. */
    public static final LordPlusPlus DEFAULT = new LordPlusPlus(.05, .025);

    /** @throws IllegalArgumentException unless 0 &lt; initialWealth &lt; alpha &lt; 1 */
    public LordPlusPlus {
        requireWealth(alpha, initialWealth);
    }

    @Override
    public OnlineStream start() {
        return new InvestingStream(alpha, initialWealth, 0, 1, Weights.logarithmic());
    }

    static void requireWealth(double alpha, double initialWealth) {
        Arguments.requireProbability("alpha", alpha);
        if (!(initialWealth > 0 && initialWealth < alpha)) {
            throw new IllegalArgumentException(
                    "initialWealth must lie in (0, alpha = " + alpha + "), was " + initialWealth);
        }
    }
}
