package dev.amdahl.core.refute;

import java.util.OptionalDouble;

/**
 * What one check found. Immutable.
 *
 * @param outcome what follows from it
 * @param reason in one line
 * @param number the figure it rests on; empty if none
 * @param threshold what the figure is held against; empty if none
 */
record Finding(Outcome outcome, String reason, OptionalDouble number, OptionalDouble threshold) {

    enum Outcome {
        FIRED,
        CLEAR,
        MISSING,
        NOT_APPLICABLE
    }

    static Finding fired(String reason, double number, double threshold) {
        return new Finding(Outcome.FIRED, reason, figure(number), OptionalDouble.of(threshold));
    }

    static Finding clear(double number, double threshold) {
        return new Finding(Outcome.CLEAR, "", figure(number), OptionalDouble.of(threshold));
    }

    static Finding clear() {
        return new Finding(Outcome.CLEAR, "", OptionalDouble.empty(), OptionalDouble.empty());
    }

    static Finding missing(String reason) {
        return new Finding(Outcome.MISSING, reason, OptionalDouble.empty(), OptionalDouble.empty());
    }

    static Finding notApplicable() {
        return new Finding(Outcome.NOT_APPLICABLE, "", OptionalDouble.empty(), OptionalDouble.empty());
    }

    boolean isFired() {
        return outcome == Outcome.FIRED;
    }

    private static OptionalDouble figure(double number) {
        return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
    }
}
