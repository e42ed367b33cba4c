package dev.amdahl.spi.hypothesis;

/**
 * A change that was proposed before, and what became of it.
 *
 * @param hypothesis the claim
 * @param state where it stands
 * @param result the figures of its verdict; empty text before there is one
 * @param reason why it stands there: untrusted text
 */
public record Attempt(Hypothesis hypothesis, HypothesisState state, String result, String reason) {

    /** Returns whether the loop still works on it. */
    public boolean isOpen() {
        return state == HypothesisState.PROPOSED || state.isInExperiment();
    }
}
