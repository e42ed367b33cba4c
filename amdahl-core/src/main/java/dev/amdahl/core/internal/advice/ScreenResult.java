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
 */
public record ScreenResult(
        Hypothesis hypothesis,
        Outcome outcome,
        String reason,
        OptionalDouble ceiling,
        Optional<ExpectedValue> expectedValue) {

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
