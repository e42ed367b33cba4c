package dev.amdahl.core.stats.model;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.Alternative;

/**
 * A non-inferiority test by the one-sided bounds of Student's t on the mean worsening of a metric. Noise can never show a margin of 0:
 * there a metric holds unless it is shown to be worse.
 *
 * @param margin largest worsening that is allowed
 * @param lower lower bound of the mean worsening; negative infinity below two values
 * @param upper upper bound; infinite below two values
 */
public record NonInferiority(double margin, double lower, double upper) {
    /** The outcome of the test. */
    public enum Outcome {
        /** Not worse than the margin. */
        HOLDS,
        /** Worse than the margin. */
        WORSE,
        /** Neither is shown; more pairs would tell. */
        OPEN
    }

    /**
     * Tests paired worsenings, positive where the variant is worse, in the unit of the margin.
     *
     * @param confidence of each bound, such as .95
     * @throws IllegalArgumentException if a worsening is not finite, the margin is negative, or the confidence is not in (0, 1)
     */
    public static NonInferiority of(double[] worsenings, double margin, double confidence) {
        if (!(margin >= 0)) {
            throw new IllegalArgumentException("margin must be >= 0, was " + margin);
        }
        Arguments.requireFinite("worsenings", worsenings);
        if (worsenings.length < 2) {
            return new NonInferiority(margin, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }
        return new NonInferiority(
                margin,
                TTest.paired(worsenings, 0, Alternative.GREATER, confidence)
                        .interval()
                        .lower(),
                TTest.paired(worsenings, 0, Alternative.LESS, confidence)
                        .interval()
                        .upper());
    }

    /** Returns what the bounds show. */
    public Outcome outcome() {
        if (lower > margin) {
            return Outcome.WORSE;
        }
        return margin == 0 || upper <= margin ? Outcome.HOLDS : Outcome.OPEN;
    }
}
