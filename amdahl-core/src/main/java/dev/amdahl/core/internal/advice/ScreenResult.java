package dev.amdahl.core.internal.advice;

import dev.amdahl.spi.hypothesis.Hypothesis;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the screen says about a hypothesis before any experiment.
 *
 * @param hypothesis the judged one
 * @param outcome whether an experiment may be spent on it
 * @param reason one line with the numbers
 * @param ceiling largest possible speed-up in the view of the metric; empty when not known
 * @param expectedValue its worth; empty when the ceiling is not known
 * @param isUpperBound whether its seconds are only bounded by the productive ones, as no counter told them
 * @param rank larger first; meaningful among accepted ones
 */
public record ScreenResult(
        Hypothesis hypothesis,
        Outcome outcome,
        String reason,
        OptionalDouble ceiling,
        Optional<ExpectedValue> expectedValue,
        boolean isUpperBound,
        double rank) {

    /** Whether an experiment may be spent. */
    public enum Outcome {
        /** It may. */
        ACCEPT,
        /** It may not, for the reason given. */
        SCREENED_OUT
    }

    /** Whether an experiment may be spent on it. */
    public boolean isAccepted() {
        return outcome == Outcome.ACCEPT;
    }
}
