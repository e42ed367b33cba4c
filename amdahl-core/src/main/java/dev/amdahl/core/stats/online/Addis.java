package dev.amdahl.core.stats.online;

import dev.amdahl.core.stats.Arguments;

/**
 * ADDIS (Tian and Ramdas 2019, with its asynchronous form), for independent p-values many of which are conservative under
 * the null.
 *
 * <p>As {@link Saffron} with the factor (τ - λ) instead of (1 - λ), and with the tests that were discarded, p > τ, left
 * out of every count as candidates are. A null p-value has to be uniformly conservative: P(p ≤ xτ | p ≤ τ) ≤ x for all x
 * in [0, 1] (exact discrete tests and stopped e-processes need not be).
 *
 * @param alpha the rate to control
 * @param initialWealth w₀, in (0, alpha)
 * @param lambda candidates have p at most this
 * @param tau tests with a greater p are discarded
 */
public record Addis(double alpha, double initialWealth, double lambda, double tau) implements OnlineFdr {

    /** .05 with w₀ = .025, λ = .25 and τ = .5. */
    public static final Addis DEFAULT = new Addis(.05, .025, .25, .5);

    /** @throws IllegalArgumentException unless 0 &lt; initialWealth &lt; alpha &lt; 1 and 0 &lt; lambda &lt; tau ≤ 1 */
    public Addis {
        LordPlusPlus.requireWealth(alpha, initialWealth);
        Arguments.requireProbability("lambda", lambda);
        if (!(tau > lambda && tau <= 1)) {
            throw new IllegalArgumentException("tau must lie in (lambda = " + lambda + ", 1], was " + tau);
        }
    }

    @Override
    public OnlineStream start() {
        return new InvestingStream(alpha, initialWealth, lambda, tau, Weights.power());
    }
}
