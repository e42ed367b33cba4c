package dev.amdahl.core.stats.online;

import java.util.Arrays;

/** Two-sided Kolmogorov-Smirnov test that values are uniform on [0, 1]. */
final class KolmogorovSmirnov {

    private static final int TERMS = 100;

    private KolmogorovSmirnov() {}

    /** Returns the greatest distance of the empirical distribution from the uniform one. */
    static double distance(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double greatest = 0;
        for (int i = 0; i < n; i++) {
            greatest = Math.max(greatest, Math.max((i + 1.0) / n - sorted[i], sorted[i] - (double) i / n));
        }
        return greatest;
    }

    /** Returns its p-value by Kolmogorov's series with the correction of Stephens (1970); within .002 of the exact one from n = 8 on. */
    static double p(double distance, int n) {
        double root = Math.sqrt(n);
        double x = (root + .12 + .11 / root) * distance;
        if (x < .3) {
            return 1;
        }
        double sum = 0;
        for (int k = 1; k <= TERMS; k++) {
            sum += (k % 2 == 1 ? 2 : -2) * Math.exp(-2.0 * k * k * x * x);
        }
        return Math.min(1, Math.max(0, sum));
    }
}
