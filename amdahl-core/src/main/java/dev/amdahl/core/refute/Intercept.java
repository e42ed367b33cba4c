package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Summary;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The effect at equal circumstances: the intercept of d on z, with its HC3 p-value (MacKinnon and White 1985). Immutable.
 *
 * @param value the intercept
 * @param p two-sided, by t with n - 2 degrees of freedom
 */
record Intercept(double value, double p) {

    /** Where z has no spread, the slope is taken as 1: twice the input, twice the time. */
    static Intercept of(double[] d, double[] z) {
        int n = d.length;
        double meanZ = Summary.mean(z);
        double meanD = Summary.mean(d);
        double squares = 0;
        double products = 0;
        for (int i = 0; i < n; i++) {
            squares += (z[i] - meanZ) * (z[i] - meanZ);
            products += (z[i] - meanZ) * (d[i] - meanD);
        }
        if (n < 4 || Summary.standardDeviation(z) < .05 * Math.abs(meanZ)) {
            return proportional(d, z);
        }
        double slope = products / squares;
        double intercept = meanD - slope * meanZ;
        double variance = 0;
        for (int i = 0; i < n; i++) {
            double residual = d[i] - intercept - slope * z[i];
            double leverage = 1.0 / n + (z[i] - meanZ) * (z[i] - meanZ) / squares;
            double weight = 1.0 / n - meanZ * (z[i] - meanZ) / squares;
            double scaled = weight * residual / Math.max(1e-9, 1 - leverage);
            variance += scaled * scaled;
        }
        if (variance == 0) {
            return new Intercept(intercept, intercept == 0 ? 1 : 0);
        }
        double t = Math.abs(intercept) / Math.sqrt(variance);
        return new Intercept(intercept, 2 * TDistribution.of(n - 2).survivalProbability(t));
    }

    private static Intercept proportional(double[] d, double[] z) {
        double[] adjusted = new double[d.length];
        for (int i = 0; i < d.length; i++) {
            adjusted[i] = d[i] - z[i];
        }
        return new Intercept(Summary.mean(adjusted), Significance.differsFromZero(adjusted));
    }
}
