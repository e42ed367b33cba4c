package dev.amdahl.core.stats.rank;

import dev.amdahl.core.internal.stats.Normal;
import dev.amdahl.core.stats.Alternative;

/** The p-value of a rank statistic by the normal approximation, as R computes it. Stateless, thread-safe. */
final class NormalTail {

    private NormalTail() {}

    /** Of a statistic's deviation from its null mean; 1 where the variance is 0. */
    static double p(double deviation, double variance, Alternative alternative, boolean continuous) {
        if (!(variance > 0)) {
            return 1;
        }
        double correction = 0;
        if (continuous) {
            correction = alternative == Alternative.TWO_SIDED
                    ? 0.5 * Math.signum(deviation)
                    : alternative == Alternative.GREATER ? 0.5 : -0.5;
        }
        double z = (deviation - correction) / Math.sqrt(variance);
        if (alternative == Alternative.TWO_SIDED) {
            return Math.min(1, 2 * Normal.survival(Math.abs(z)));
        }
        return Normal.survival(alternative == Alternative.GREATER ? z : -z);
    }
}
