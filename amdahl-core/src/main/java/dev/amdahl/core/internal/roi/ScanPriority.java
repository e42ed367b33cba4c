package dev.amdahl.core.internal.roi;

/**
 * How soon a family is worth a look: waste x addressable share x P(win | class) / verification hours, times an age bonus that
 * grows without bound, so that no family with waste waits for ever.
 *
 * @param wastedHours of the period, shrunk
 * @param addressableShare fraction of it that wins against its top class remove, by the ledger
 * @param winProbability of a hypothesis of that class
 * @param verificationHours accelerator-hours of a verdict, above 0
 * @param daysSinceLastLook how long it was passed over
 */
public record ScanPriority(
        double wastedHours,
        double addressableShare,
        double winProbability,
        double verificationHours,
        double daysSinceLastLook) {
    private static final double DAYS_TO_DOUBLE = 7;

    public ScanPriority {
        if (!(verificationHours > 0)) {
            throw new IllegalArgumentException("verification hours must be > 0, were " + verificationHours);
        }
    }

    /** Larger first. */
    public double value() {
        return wastedHours
                * addressableShare
                * winProbability
                / verificationHours
                * (1 + Math.max(0, daysSinceLastLook) / DAYS_TO_DOUBLE);
    }
}
