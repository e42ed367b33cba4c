package dev.amdahl.core.stats.series;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Summary;
import java.util.Arrays;

/** Location and scale that few wild values do not move. */
public final class Robust {

    private static final double NORMAL_CONSISTENCY = 1.4826;

    private Robust() {}

    /** The median absolute deviation from the median times 1.4826, the standard deviation of a normal sample (Hampel 1974). */
    public static double deviation(double[] x) {
        double median = Summary.median(x);
        double[] distances = new double[x.length];
        Arrays.setAll(distances, i -> Math.abs(x[i] - median));
        return NORMAL_CONSISTENCY * Summary.median(distances);
    }

    /**
     * The mean without the floor(share n) smallest and as many largest values.
     *
     * @param share cut from each side, in [0, .5)
     */
    public static double trimmedMean(double[] x, double share) {
        double[] sorted = sorted(x, share);
        int cut = (int) (share * x.length);
        return Summary.mean(Arrays.copyOfRange(sorted, cut, sorted.length - cut));
    }

    /**
     * The mean with the floor(share n) smallest and as many largest values moved to their nearest neighbour that is left.
     *
     * @param share moved on each side, in [0, .5)
     */
    public static double winsorisedMean(double[] x, double share) {
        double[] sorted = sorted(x, share);
        int cut = (int) (share * x.length);
        Arrays.fill(sorted, 0, cut, sorted[cut]);
        Arrays.fill(sorted, sorted.length - cut, sorted.length, sorted[sorted.length - 1 - cut]);
        return Summary.mean(sorted);
    }

    private static double[] sorted(double[] x, double share) {
        if (!(share >= 0 && share < 0.5)) {
            throw new IllegalArgumentException("share must lie in [0, 0.5), was " + share);
        }
        double[] sorted = Arguments.requireNonEmpty("x", x).clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
