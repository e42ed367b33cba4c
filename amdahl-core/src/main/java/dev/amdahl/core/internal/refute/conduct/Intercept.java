package dev.amdahl.core.internal.refute.conduct;

import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.model.AdjustedEffect;

/**
 * The effect at equal circumstances: the intercept of d on z, with its HC3 p-value (MacKinnon and White 1985).
 *
 * @param value the intercept
 * @param p two-sided, by t with n - 2 degrees of freedom
 */
record Intercept(double value, double p) {

    /** Where z has no spread, the slope is taken as 1: twice the input, twice the time. */
    static Intercept of(double[] d, double[] z) {
        if (d.length < 4 || Summary.standardDeviation(z) < .05 * Math.abs(Summary.mean(z))) {
            return proportional(d, z);
        }
        AdjustedEffect effect = AdjustedEffect.of(d, new double[][] {z}, .95);
        return new Intercept(effect.intercept(), effect.pHc3());
    }

    private static Intercept proportional(double[] d, double[] z) {
        double[] adjusted = new double[d.length];
        for (int i = 0; i < d.length; i++) {
            adjusted[i] = d[i] - z[i];
        }
        return new Intercept(Summary.mean(adjusted), Significance.differsFromZero(adjusted));
    }
}
