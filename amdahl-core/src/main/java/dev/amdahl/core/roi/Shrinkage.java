package dev.amdahl.core.roi;

import java.util.Collection;
import java.util.List;

/**
 * Pulls the wasted share of a family towards the fleet's mean, the more the fewer its runs: the normal empirical Bayes estimate
 * with moment estimators (Efron and Morris 1975), m + t / (t + s / n) (y - m), t the variance between families and s
 * within them. With one family, or no spread, shares are pooled. Immutable.
 */
record Shrinkage(double fleetMean, double within, double between) {

    static Shrinkage of(Collection<FamilyTally> families) {
        List<FamilyTally> measured =
                families.stream().filter(tally -> tally.measuredRuns() > 0).toList();
        int runs = measured.stream().mapToInt(FamilyTally::measuredRuns).sum();
        if (runs == 0) {
            return new Shrinkage(0, 0, 0);
        }
        double mean = measured.stream()
                        .mapToDouble(tally -> tally.measuredRuns() * tally.meanShare())
                        .sum()
                / runs;
        int freedom = runs - measured.size();
        double within = freedom == 0
                ? 0
                : measured.stream().mapToDouble(FamilyTally::squaredDeviations).sum() / freedom;
        double spread = measured.stream()
                        .mapToDouble(tally -> (tally.meanShare() - mean) * (tally.meanShare() - mean))
                        .sum()
                / Math.max(1, measured.size() - 1);
        double noise = measured.stream()
                        .mapToDouble(tally -> within / tally.measuredRuns())
                        .sum()
                / measured.size();
        return new Shrinkage(mean, within, Math.max(0, spread - noise));
    }

    double share(FamilyTally tally) {
        if (tally.measuredRuns() == 0) {
            return fleetMean;
        }
        double noise = within / tally.measuredRuns();
        double weight = between + noise == 0 ? 1 : between / (between + noise);
        return fleetMean + weight * (tally.meanShare() - fleetMean);
    }
}
