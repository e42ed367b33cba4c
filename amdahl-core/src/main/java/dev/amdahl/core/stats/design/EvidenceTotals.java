package dev.amdahl.core.stats.design;

/**
 * Evidence of an experiment at a look.
 *
 * @param first E₁, fixed at the trial at which the first set passed
 * @param confirmation E₂, 1 before the confirmation set has trials
 * @param max largest E₁, then E₁·E₂, at any look; at least 1
 * @param loss mirror evidence of the first set
 */
public record EvidenceTotals(double first, double confirmation, double max, double loss) {

    /** E₁·E₂. */
    public double combined() {
        return first * confirmation;
    }

    /** Returns the always-valid p-value, min(1, 1/max E). */
    public double p() {
        return Math.min(1, 1 / max);
    }
}
