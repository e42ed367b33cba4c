package dev.amdahl.core.stats.design;

import dev.amdahl.core.stats.Arguments;
import dev.amdahl.core.stats.Interval;

/**
 * Always-valid interval for the centre of symmetry: all shifts m for which neither one-sided sign e-process on d - m has
 * ever reached 2/(1 - confidence). Immutable and thread-safe.
 *
 * <p>d - m is clipped after the shift. Clipping is odd, so at the true centre the clipped values are symmetric about
 * zero and the sequence covers at every look together with probability at least the confidence. Evidence is monotone in
 * m, so each bound is found by bisection; where even an extreme shift is not rejected the bound is infinite.
 */
public final class ConfidenceSequence {

    private static final int HALVINGS = 44;

    private final double sigma;
    private final double confidence;

    /** @throws IllegalArgumentException if sigma is not positive or confidence not in (0, 1) */
    public ConfidenceSequence(double sigma, double confidence) {
        this.sigma = Arguments.requirePositive("sigma", sigma);
        this.confidence = Arguments.requireProbability("confidence", confidence);
    }

    /** The running intersection of the intervals after each value of d. */
    public Interval interval(double[] d) {
        Arguments.requireFinite("d", d);
        double upper = upper(d);
        double lower = -upper(negated(d));
        return new Interval(Math.min(lower, upper), Math.max(lower, upper), confidence);
    }

    /** Whether the interval lies strictly inside (-bound, bound); cheaper than {@link #interval}. */
    public boolean liesWithin(double[] d, double bound) {
        return rejectsFrom(d, bound) && rejectsFrom(negated(d), bound);
    }

    /** Whether every shift of at least m is rejected: the interval lies below m. */
    boolean rejectsFrom(double[] d, double m) {
        double bar = 2 / (1 - confidence);
        for (double evidence : new SignEProcess(sigma, Direction.WIN).path(d, m)) {
            if (evidence >= bar) {
                return true;
            }
        }
        return false;
    }

    private double upper(double[] d) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double value : d) {
            low = Math.min(low, value - SignEProcess.CLIP * sigma);
            high = Math.max(high, value + SignEProcess.CLIP * sigma);
        }
        if (d.length == 0 || !rejectsFrom(d, high)) {
            return Double.POSITIVE_INFINITY;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = 0.5 * (low + high);
            if (rejectsFrom(d, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private static double[] negated(double[] d) {
        double[] negated = new double[d.length];
        for (int i = 0; i < d.length; i++) {
            negated[i] = -d[i];
        }
        return negated;
    }
}
