package dev.amdahl.core.internal.roi;

/**
 * What one change saves of a family's accelerator-hours.
 *
 * @param family the recurring workload
 * @param change the hypothesis
 * @param stage how sure it is
 * @param fraction expected saved share
 * @param low lower bound of its interval
 * @param high upper bound
 * @param baselineHoursPerWeek accelerator-hours of the family before any of its changes
 * @param pricePerHour of an accelerator-hour
 */
public record Saving(
        String family,
        String change,
        Stage stage,
        double fraction,
        double low,
        double high,
        double baselineHoursPerWeek,
        double pricePerHour) {

    /** How sure a saving is; the three are never added up. */
    public enum Stage {
        /** Diagnosed and proposed, not proven. */
        IDENTIFIED,
        /** Survived its experiment and the refuters, not adopted. */
        VERIFIED,
        /** Promoted: what its experiment projects. Whether it came, later runs tell ({@link RealizedSaving}). */
        PROMOTED
    }

    public Saving {
        if (!(low <= fraction && fraction <= high && high <= 1)) {
            throw new IllegalArgumentException("need low <= fraction <= high <= 1 for " + change + ", were " + low
                    + ", " + fraction + " and " + high);
        }
    }
}
