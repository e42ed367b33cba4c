package dev.amdahl.core.internal.roi;

import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetTotals;

/**
 * Pulls the wasted share of a family towards the fleet's mean, the more the fewer its runs: the normal empirical Bayes estimate
 * with moment estimators (Efron and Morris 1975), m + t / (t + s / n) (y - m), t the variance between families and s
 * within them. With one family, or no spread, shares are pooled.
 */
record Shrinkage(double fleetMean, double within, double between) {

    static Shrinkage of(FleetTotals fleet) {
        if (fleet.measuredRuns() == 0) {
            return new Shrinkage(0, 0, 0);
        }
        double families = fleet.measuredFamilies();
        double mean = fleet.shareSum() / fleet.measuredRuns();
        long freedom = fleet.measuredRuns() - fleet.measuredFamilies();
        double within = freedom == 0 ? 0 : fleet.squaredDeviations() / freedom;
        double spread = (fleet.meanSquares() - 2 * mean * fleet.meanSum() + families * mean * mean)
                / Math.max(1, fleet.measuredFamilies() - 1);
        double noise = within * fleet.inverseRuns() / families;
        return new Shrinkage(mean, within, Math.max(0, spread - noise));
    }

    double share(FamilySums family) {
        return family.measuredRuns() == 0 ? fleetMean : fleetMean + weight(family) * (family.meanShare() - fleetMean);
    }

    /** How much of the estimate is the family's own: 0 without a measured run, near 1 with many. */
    double weight(FamilySums family) {
        if (family.measuredRuns() == 0) {
            return 0;
        }
        double noise = within / family.measuredRuns();
        return between + noise == 0 ? 1 : between / (between + noise);
    }
}
