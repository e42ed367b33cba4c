package dev.amdahl.core.internal.refute.check;

import java.util.OptionalDouble;

/**
 * What one check found.
 *
 * @param outcome what follows from it
 * @param reason in one line
 * @param number the figure it rests on; empty if none
 * @param threshold what the figure is held against; empty if none
 * @param wanted how many pairs more would make up for what is missing; 0 where that cannot be told, or nothing is
 */
public record Finding(Outcome outcome, String reason, OptionalDouble number, OptionalDouble threshold, int wanted) {

    /** What follows from a check. */
    public enum Outcome {
        /** It speaks against the claim. */
        FIRED,
        /** It looked, and speaks not against the claim. */
        CLEAR,
        /** What it sees may speak against the claim; more pairs would tell. */
        UNSETTLED,
        /** What should be in the record is not. */
        MISSING,
        /** The claim was made in a way that rules it out. */
        RULED_OUT,
        /** Job or host cannot supply what it needs. */
        NOT_APPLICABLE
    }

    /** It speaks against the claim. */
    public static Finding fired(String reason, double number, double threshold) {
        return new Finding(Outcome.FIRED, reason, figure(number), OptionalDouble.of(threshold), 0);
    }

    /** It may speak against the claim: more pairs would tell. */
    public static Finding unsettled(String reason, double number, double threshold) {
        return new Finding(Outcome.UNSETTLED, reason, figure(number), OptionalDouble.of(threshold), 0);
    }

    /** It speaks not against the claim, by this figure. */
    public static Finding clear(double number, double threshold) {
        return new Finding(Outcome.CLEAR, "", figure(number), OptionalDouble.of(threshold), 0);
    }

    /** It speaks not against the claim, without a figure. */
    public static Finding clear() {
        return new Finding(Outcome.CLEAR, "", OptionalDouble.empty(), OptionalDouble.empty(), 0);
    }

    /** Returns what should be in the record is not, so that it cannot be told; so many pairs lack it. */
    public static Finding missing(String reason, int pairs) {
        return new Finding(Outcome.MISSING, reason, OptionalDouble.empty(), OptionalDouble.empty(), pairs);
    }

    /** Returns the way in which the claim was made rules it out: there is nothing to look for. */
    public static Finding ruledOut() {
        return new Finding(Outcome.RULED_OUT, "", OptionalDouble.empty(), OptionalDouble.empty(), 0);
    }

    /** Job or host cannot supply what it needs. */
    public static Finding notApplicable() {
        return new Finding(Outcome.NOT_APPLICABLE, "", OptionalDouble.empty(), OptionalDouble.empty(), 0);
    }

    /** Returns whether it speaks against the claim. */
    public boolean isFired() {
        return outcome == Outcome.FIRED;
    }

    private static OptionalDouble figure(double number) {
        return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    }
}
