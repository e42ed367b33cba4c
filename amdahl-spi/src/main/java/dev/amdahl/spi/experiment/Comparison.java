package dev.amdahl.spi.experiment;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The comparison of the arms by the trials so far. Ratios are variant over baseline.
 *
 * @param pairs usable pairs, warm-up excluded
 * @param firstEvidence largest e-value of the first set; of a loss, for the loss
 * @param confirmationEvidence largest e-value of the confirmation set; 1 before it
 * @param ratio point estimate, shrunk for the winner's curse; empty without an interval
 * @param lower lower end of the reported interval; empty without one
 * @param upper upper end of the reported interval; empty without one
 * @param decision the decision, once there is one
 * @param reason why, in one line
 */
public record Comparison(
        int pairs,
        double firstEvidence,
        double confirmationEvidence,
        OptionalDouble ratio,
        OptionalDouble lower,
        OptionalDouble upper,
        Optional<Decision> decision,
        String reason) {

    /** Returns the evidence of both sets together. */
    public double evidence() {
        return firstEvidence * confirmationEvidence;
    }
}
