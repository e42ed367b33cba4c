package dev.amdahl.core.stats.online;

import dev.amdahl.core.stats.Arguments;

/**
 * LOND, levels based on the number of discoveries (Javanmard and Montanari 2015; asynchronous form LOND* of Zrnic, Ramdas
 * and Jordan 2021).
 *
 * @param alpha the rate to control
 * @param dependence what is known of the p-values
 */
public record Lond(double alpha, Dependence dependence) implements OnlineFdr {

    /** How the p-values may depend on each other; D is the number of rejections known at submission. */
    public enum Dependence {
        /** Independent: α γ(t) (D + 1), the original form. */
        INDEPENDENT,
        /** Positive regression dependence: α γ(t) max(D, 1) (Zrnic, Ramdas and Jordan 2021). */
        POSITIVE,
        /** Arbitrary: α γ(t) (D + 1) / H(t), with the harmonic number H(t). */
        ARBITRARY
    }

    /** @throws IllegalArgumentException if alpha is not in (0, 1) */
    public Lond {
        Arguments.requireProbability("alpha", alpha);
    }

    @Override
    public OnlineStream start() {
        return new CountingStream(alpha, dependence);
    }
}
