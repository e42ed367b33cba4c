package dev.amdahl.spi.experiment;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.List;

/**
 * The end of a hypothesis, with its four mandatory parts.
 *
 * @param hypothesis what was claimed
 * @param evidence ids of evidence runs and keys of trials it rests on; for a screened-out idea, of the diagnosis
 * @param result what was measured, in one line
 * @param state the decision, a terminal state
 * @param reason why, in one line
 */
public record Verdict(
        Hypothesis hypothesis, List<String> evidence, String result, HypothesisState state, String reason) {
    public Verdict {
        requireNonNull(hypothesis, "hypothesis");
        evidence = List.copyOf(evidence);
        if (result.isBlank() || reason.isBlank()) {
            throw new IllegalArgumentException("a verdict on " + hypothesis.id() + " needs a result and a reason");
        }
    }
}
