package dev.amdahl.core.stats;

import java.util.Arrays;

/**
 * Hodges-Lehmann estimate of the centre of symmetry with its exact distribution-free interval. Immutable and
 * thread-safe.
 *
 * <p>The estimate is the median of the n(n+1)/2 Walsh averages (i ≤ j). The interval is [W(k), W(M+1-k)] with k the
 * smallest value for which P(W+ ≤ k) exceeds (1 - confidence)/2 under the exact signed-rank distribution.
 */
public final class HodgesLehmann {

    private final double[] walsh;
    private final double[] probabilities;

    private HodgesLehmann(double[] walsh, double[] probabilities) {
        this.walsh = walsh;
        this.probabilities = probabilities;
    }

    /**
     * The Walsh averages of d.
     *
     * @throws IllegalArgumentException if d is empty or holds a value that is not finite
     */
    public static HodgesLehmann of(double[] d) {
        Arguments.requireNonEmpty("d", d);
        return new HodgesLehmann(walshAverages(d), SignedRank.probabilities(d.length));
    }

    /** The point estimate of d. */
    public static double estimate(double[] d) {
        return Summary.medianOfSorted(walshAverages(Arguments.requireNonEmpty("d", d)));
    }

    /** The exact interval of d. */
    public static Interval interval(double[] d, double confidence) {
        return of(d).interval(confidence);
    }

    /** The median of the Walsh averages. */
    public double estimate() {
        return Summary.medianOfSorted(walsh);
    }

    /** The exact interval; (-inf, inf) where n is too small for the confidence. */
    public Interval interval(double confidence) {
        int k = order(confidence);
        return k == 0
                ? Interval.unbounded(confidence)
                : new Interval(walsh[k - 1], walsh[walsh.length - k], confidence);
    }

    /** The exact coverage of {@link #interval(double)} for untied data, at least the confidence asked for. */
    public double achievedConfidence(double confidence) {
        int k = order(confidence);
        double tail = 0;
        for (int w = 0; w < k; w++) {
            tail += probabilities[w];
        }
        return 1 - 2 * tail;
    }

    private int order(double confidence) {
        double tail = (1 - Arguments.requireProbability("confidence", confidence)) / 2;
        double cumulated = 0;
        int k = 0;
        while (k < walsh.length / 2) {
            cumulated += probabilities[k];
            if (cumulated > tail) {
                break;
            }
            k++;
        }
        return k;
    }

    private static double[] walshAverages(double[] d) {
        double[] averages = new double[d.length * (d.length + 1) / 2];
        int next = 0;
        for (int i = 0; i < d.length; i++) {
            for (int j = i; j < d.length; j++) {
                averages[next++] = 0.5 * (d[i] + d[j]);
            }
        }
        Arrays.sort(averages);
        return averages;
    }
}
