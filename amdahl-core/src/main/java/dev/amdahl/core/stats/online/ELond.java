package dev.amdahl.core.stats.online;

import dev.amdahl.core.stats.Arguments;

/**
 * e-LOND (Xu and Ramdas 2024): control of the false discovery rate for e-values under arbitrary dependence. Immutable and
 * thread-safe.
 *
 * <p>The level of the t-th test is α γ(t) (D + 1), D the rejections known at its submission; it is rejected if E ≥ 1/level.
 * Outcomes come from {@link TestOutcome#ofEvidence}: a p-value that is not 1/E of an e-value has no guarantee here.
 *
 * @param alpha the rate to control
 */
public record ELond(double alpha) implements OnlineFdr {

    /** @throws IllegalArgumentException if alpha is not in (0, 1) */
    public ELond {
        Arguments.requireProbability("alpha", alpha);
    }

    @Override
    public OnlineStream start() {
        return new CountingStream(alpha, Lond.Dependence.INDEPENDENT);
    }
}
