package dev.amdahl.core.stats.design;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.Interval;
import dev.amdahl.core.stats.Summary;

/**
 * Always-valid interval for the centre of symmetry: the shifts for which neither one-sided predictive e-process has ever
 * reached 2/(1 - confidence). Immutable and thread-safe.
 *
 * <p>At the true centre both are test martingales, so by Ville's inequality it is rejected at any look with probability at most
 * 1 - confidence. Each bound is bracketed around the median and found by bisection; where even far shifts are not rejected it is
 * infinite.
 */
public final class ConfidenceSequence {

    private static final int HALVINGS = 20;
    private static final int DOUBLINGS = 12;

    private final double sigma;
    private final double confidence;

    /** @throws IllegalArgumentException if sigma is not positive or confidence not in (0, 1) */
    public ConfidenceSequence(double sigma, double confidence) {
        this.sigma = Arguments.requirePositive("sigma", sigma);
        this.confidence = Arguments.requireProbability("confidence", confidence);
    }

    /** Returns the running intersection of the intervals after each value of d. */
    public Interval interval(double[] d) {
        Arguments.requireFinite("d", d);
        if (d.length == 0) {
            return Interval.unbounded(confidence);
        }
        double lower = bound(d, Direction.LOSS);
        double upper = bound(d, Direction.WIN);
        return new Interval(Math.min(lower, upper), Math.max(lower, upper), confidence);
    }

    /** Evidence at which a shift is rejected. */
    double bar() {
        return 2 / (1 - confidence);
    }

    private double bound(double[] d, Direction direction) {
        double inner = Summary.median(d);
        double outer = inner;
        double step = sigma / 4;
        for (int i = 0; i < DOUBLINGS; i++, step *= 2) {
            outer = inner - direction.towards(step);
            if (rejects(d, direction, outer)) {
                return bisect(d, direction, i == 0 ? inner : inner - direction.towards(step / 2), outer);
            }
        }
        return direction == Direction.WIN ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }

    private double bisect(double[] d, Direction direction, double kept, double rejected) {
        double inner = kept;
        double outer = rejected;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = 0.5 * (inner + outer);
            if (rejects(d, direction, middle)) {
                outer = middle;
            } else {
                inner = middle;
            }
        }
        return outer;
    }

    private boolean rejects(double[] d, Direction direction, double shift) {
        PredictiveEProcess process = new PredictiveEProcess(sigma, direction, shift);
        double evidence = 1;
        for (double value : d) {
            evidence *= 1 + process.gain(value);
            if (evidence >= bar()) {
                return true;
            }
        }
        return false;
    }
}
