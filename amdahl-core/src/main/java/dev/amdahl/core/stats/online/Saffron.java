package dev.amdahl.core.stats.online;

import dev.amdahl.core.stats.Arguments;

/**
 * SAFFRON (Ramdas, Zrnic, Wainwright and Jordan 2018; asynchronous form SAFFRON* of Zrnic, Ramdas and Jordan 2021), for
 * independent p-values where many hypotheses are real.
 *
 * <p>The level of the t-th test is min(λ, (1 - λ) (w₀ γ(t - C₀) + (α - w₀) γ(t - r₁ - C₁) + α Σ γ(t - r_j - C_j))), j ≥ 2,
 * where r_j is as in {@link LordPlusPlus} and C_j counts the candidates, p ≤ λ, among the tests submitted after the r_j-th
 * and decided before this submission. Packages give w₀ (1 - λ) as the initial wealth.
 *
 * @param alpha the rate to control
 * @param initialWealth w₀, in (0, alpha)
 * @param lambda candidates have p at most this
 */
public record Saffron(double alpha, double initialWealth, double lambda) implements OnlineFdr {

    /** .05 with w₀ = .025 and λ = .5. */
    public static final Saffron DEFAULT = new Saffron(.05, .025, .5);

    /** @throws IllegalArgumentException unless 0 &lt; initialWealth &lt; alpha &lt; 1 and 0 &lt; lambda &lt; 1 */
    public Saffron {
        LordPlusPlus.requireWealth(alpha, initialWealth);
        Arguments.requireProbability("lambda", lambda);
    }

    @Override
    public OnlineStream start() {
        return new InvestingStream(alpha, initialWealth, lambda, 1, Weights.power());
    }
}
