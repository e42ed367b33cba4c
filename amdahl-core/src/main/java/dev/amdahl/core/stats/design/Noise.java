package dev.amdahl.core.stats.design;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Summary;

/** The noise scale of a family from its past A/A log ratios. Stateless and thread-safe. */
public final class Noise {

    /** Prior σ₀ on one shared machine. */
    public static final double LOCAL = .10;

    /** Prior σ₀ on a cluster. */
    public static final double CLUSTER = .05;

    private static final int PRIOR_WEIGHT = 4;

    private Noise() {}

    /**
     * σ from σ² = (4 σ₀² + Σ(d - mean)²)/(4 + n - 1); σ₀ itself where there are no A/A trials yet.
     *
     * @throws IllegalArgumentException if prior is not positive or d holds a value that is not finite
     */
    public static double sigma(double[] d, double prior) {
        Arguments.requirePositive("prior", prior);
        Arguments.requireFinite("d", d);
        if (d.length == 0) {
            return prior;
        }
        double mean = Summary.mean(d);
        double squares = 0;
        for (double value : d) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt((PRIOR_WEIGHT * prior * prior + squares) / (PRIOR_WEIGHT + d.length - 1));
    }
}
