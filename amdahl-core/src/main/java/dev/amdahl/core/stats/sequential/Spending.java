package dev.amdahl.core.stats.sequential;

import dev.amdahl.core.stats.Normal;

/** How much of a two-sided error rate may be spent up to a fraction of the information (Lan and DeMets 1983). */
public enum Spending {
    /** 4 (1 - Φ(z(α/4)/√t)): the O'Brien-Fleming-like function of each tail at α/2. With the whole α in one it is 2 (1 - Φ(z(α/2)/√t)). */
    OBRIEN_FLEMING {
        @Override
        double spent(double alpha, double t) {
            return 4 * Normal.survival(-Normal.quantile(alpha / 4) / Math.sqrt(t));
        }
    },
    /** α log(1 + (e - 1) t), Pocock-like. */
    POCOCK {
        @Override
        double spent(double alpha, double t) {
            return alpha * Math.log1p((Math.E - 1) * t);
        }
    };

    /** The error rate spent up to the fraction t of the information, in (0, 1]. */
    abstract double spent(double alpha, double t);
}
