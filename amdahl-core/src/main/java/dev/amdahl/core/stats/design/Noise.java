package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.Summary;
import java.util.Arrays;
import java.util.List;

/** The noise scale of a family from the log ratios of its past pairs. */
public final class Noise {

    /** Prior σ₀ on one shared machine. */
    public static final double LOCAL = .10;

    /** Prior σ₀ on a cluster. */
    public static final double CLUSTER = .05;

    private static final int PRIOR_WEIGHT = 4;
    /** Pairs of an experiment below which it tells too little of its spread. */
    private static final int MIN = 8;

    private static final double FAR = 3;
    /** Of a normal distribution, sd over median absolute deviation. */
    private static final double OF_NORMAL = 1.4826;

    private Noise() {}

    /**
     * σ from A/A pairs alone.
     *
     * @throws IllegalArgumentException if prior is not positive or d holds a value that is not finite
     */
    public static double sigma(double[] d, double prior) {
        return sigma(d, List.of(), prior);
    }

    /**
     * σ from σ² = (4 σ₀² + ΣΣ(d - mean of its set)²)/(4 + Σ(n - 1)): the A/A pairs are one set, and so are those of each experiment, whose
     * mean takes the effect of what was compared out; σ₀ itself where there are no pairs yet. Of the many pairs of experiments, those that
     * lie far outside count as lying at three sd: what happens in one run of twenty is no noise of the other nineteen.
     *
     * @param equal log ratios of A/A pairs
     * @param experiments log ratios of the pairs of experiments, a set for each
     * @throws IllegalArgumentException if prior is not positive or a log ratio is not finite
     */
    public static double sigma(double[] equal, List<double[]> experiments, double prior) {
        Arguments.requirePositive("prior", prior);
        Arguments.requireFinite("equal", equal);
        double squares = squares(equal, Double.POSITIVE_INFINITY);
        int freedom = Math.max(0, equal.length - 1);
        for (double[] d : experiments) {
            Arguments.requireFinite("experiments", d);
            if (d.length >= MIN) {
                squares += squares(d, FAR * OF_NORMAL * absoluteDeviation(d));
                freedom += d.length - 1;
            }
        }
        return Math.sqrt((PRIOR_WEIGHT * prior * prior + squares) / (PRIOR_WEIGHT + freedom));
    }

    /** About the mean, which for many pairs is the median, and none farther than that. */
    private static double squares(double[] d, double farthest) {
        double centre = d.length == 0 ? 0 : Double.isInfinite(farthest) ? Summary.mean(d) : Summary.median(d);
        double squares = 0;
        for (double value : d) {
            double distance = Math.min(farthest, Math.abs(value - centre));
            squares += distance * distance;
        }
        return squares;
    }

    private static double absoluteDeviation(double[] d) {
        double median = Summary.median(d);
        return Summary.median(
                Arrays.stream(d).map(value -> Math.abs(value - median)).toArray());
    }
}
