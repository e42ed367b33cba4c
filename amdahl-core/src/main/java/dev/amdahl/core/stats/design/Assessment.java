package dev.amdahl.core.stats.design;

import java.util.Optional;

/**
 * The assessment of the evidence at one look.
 *
 * @param phase the set that is being looked at
 * @param status what to do, or the verdict before guardrails, vetoes and votes
 * @param firstTrials trials that the first set used, up to the one that decided it
 * @param confirmationTrials trials of the confirmation set so far
 * @param requiredConfirmation n₂ once the first set has passed, else 0
 * @param evidence evidence of both sets
 * @param effect estimate and interval from the set of this phase; empty without trials
 * @param chance predicted chance that the evidence of this set reaches its bar within the cap; 1 or 0 once decided
 * @param reason one sentence for people
 */
public record Assessment(
        Phase phase,
        Status status,
        int firstTrials,
        int confirmationTrials,
        int requiredConfirmation,
        EvidenceTotals evidence,
        Optional<Estimate> effect,
        double chance,
        String reason) {

    /** The set that is being looked at. */
    public enum Phase {
        /** The first set. */
        FIRST_SET,
        /** The confirmation set. */
        CONFIRMATION
    }

    /** The status at a look. */
    public enum Status {
        /** Run another trial of this set. */
        CONTINUE,
        /** Start the confirmation set and run at least n₂ trials of it. */
        FIRST_SET_PASSED,
        /** Both sets agree. */
        WIN,
        /** The variant is worse. */
        LOSS,
        /** The interval lies inside the minimum practical effect: there is none of a size that matters. */
        EQUIVALENT,
        /** More pairs are not worth running; an effect that matters was neither seen nor ruled out. */
        NOT_SEEN,
        /** The first set reached its cap without a decision. */
        CAP_REACHED,
        /** The first set passed and the confirmation did not. */
        NOT_REPLICATED,
        /** Arms too short for an effect so small. */
        INSUFFICIENT;

        /** Returns whether no further trial is needed. */
        public boolean isFinal() {
            return this != CONTINUE && this != FIRST_SET_PASSED;
        }
    }
}
