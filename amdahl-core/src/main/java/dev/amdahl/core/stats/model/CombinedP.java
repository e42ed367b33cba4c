package dev.amdahl.core.stats.model;

import dev.amdahl.core.stats.ChiSquared;
import dev.amdahl.core.stats.Normal;

/** One p-value from those of independent tests. */
public final class CombinedP {

    private CombinedP() {}

    /**
     * Fisher's (1932) combination: -2 Σ ln p against chi-squared with 2k.
     *
     * @throws IllegalArgumentException if there is no p-value, or one is outside (0, 1]
     */
    public static double fisher(double[] pValues) {
        double sum = 0;
        for (double p : requireP(pValues)) {
            sum -= 2 * Math.log(p);
        }
        return ChiSquared.survival(sum, 2 * pValues.length);
    }

    /**
     * Stouffer's (1949) combination of one-sided p-values with equal weights; 1 where one of them is 1.
     *
     * @throws IllegalArgumentException if there is no p-value, or one is outside (0, 1]
     */
    public static double stouffer(double[] pValues) {
        double sum = 0;
        for (double p : requireP(pValues)) {
            if (p == 1) {
                return 1;
            }
            sum -= Normal.quantile(p);
        }
        return Normal.survival(sum / Math.sqrt(pValues.length));
    }

    private static double[] requireP(double[] pValues) {
        if (pValues.length == 0) {
            throw new IllegalArgumentException("pValues must hold at least one value");
        }
        for (int i = 0; i < pValues.length; i++) {
            if (!(pValues[i] > 0 && pValues[i] <= 1)) {
                throw new IllegalArgumentException("pValues[" + i + "] must lie in (0, 1], was " + pValues[i]);
            }
        }
        return pValues;
    }
}
