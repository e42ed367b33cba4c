package dev.amdahl.core.stats.sequential;

/**
 * A test of mean zero by evidence E with expectation at most 1 under the null, so that P(sup E ≥ 1/α) ≤ α (Ville 1939): it
 * may be looked at after every value. Implementations are immutable and thread-safe; what they know of the data is a
 * {@link SequentialState}.
 */
public sealed interface SequentialTest permits TMixture, NormalMixture {

    /** The natural logarithm of the evidence. */
    double logEvidence(SequentialState state);

    /** The evidence; infinite where a double cannot hold it. */
    default double evidence(SequentialState state) {
        return Math.exp(logEvidence(state));
    }

    /**
     * The state after one more value.
     *
     * @throws IllegalArgumentException if the value is not finite; leave failed measurements out
     */
    default SequentialState update(SequentialState state, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value " + (state.count() + 1) + " must be finite, was " + value
                    + "; leave failed measurements out");
        }
        SequentialState next = state.with(value);
        double max = Math.max(next.maxLogEvidence(), logEvidence(next));
        return new SequentialState(next.count(), next.mean(), next.squares(), max);
    }
}
