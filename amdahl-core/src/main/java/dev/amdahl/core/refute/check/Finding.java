package dev.amdahl.core.refute.check;

import java.util.OptionalDouble;

/**
 * What one check found. Immutable.
 *
 * @param outcome what follows from it
 * @param reason in one line
 * @param number the figure it rests on; empty if none
 * @param threshold what the figure is held against; empty if none
 */
public record Finding(Outcome outcome, String reason, OptionalDouble number, OptionalDouble threshold) {

    /** What follows from a check. */
    public enum Outcome {
        FIRED,
        CLEAR,
        MISSING,
        NOT_APPLICABLE
    }

    /** It speaks against the claim. */
    public static Finding fired(String reason, double number, double threshold) {
        return new Finding(Outcome.FIRED, reason, figure(number), OptionalDouble.of(threshold));
    }

    /** It speaks not against the claim, by this figure. */
    public static Finding clear(double number, double threshold) {
        return new Finding(Outcome.CLEAR, "", figure(number), OptionalDouble.of(threshold));
    }

    /** It speaks not against the claim, without a figure. */
    public static Finding clear() {
        return new Finding(Outcome.CLEAR, "", OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** What should be in the record is not, so that it cannot be told. */
    public static Finding missing(String reason) {
        return new Finding(Outcome.MISSING, reason, OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Job or host cannot supply what it needs. */
    public static Finding notApplicable() {
        return new Finding(Outcome.NOT_APPLICABLE, "", OptionalDouble.empty(), OptionalDouble.empty());
    }

    /** Whether it speaks against the claim. */
    public boolean isFired() {
        return outcome == Outcome.FIRED;
    }

    private static OptionalDouble figure(double number) {
        return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    }
}
