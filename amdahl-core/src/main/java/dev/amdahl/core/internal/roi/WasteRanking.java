package dev.amdahl.core.internal.roi;

import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTotals;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Ranks the families of a fleet by the accelerator-hours they waste: W = sum over runs of held hours times (1 - useful share);
 * what nobody measured counts as unknown, not as waste.
 */
public final class WasteRanking {
    private WasteRanking() {}

    /**
     * Returns the listed families, most raw waste first, then most hours held, then by name.
     *
     * @param price what an accelerator-hour of a family costs; null when not known
     */
    public static List<FamilyWaste> of(FleetSums fleet, Function<String, @Nullable Price> price) {
        Shrinkage shrinkage = Shrinkage.of(fleet.totals());
        return fleet.families().stream()
                .sorted(FleetSums.ORDER)
                .map(family -> waste(family, shrinkage, price.apply(family.family())))
                .toList();
    }

    private static FamilyWaste waste(FamilySums family, Shrinkage shrinkage, @Nullable Price price) {
        double unknown = family.heldHours() == 0 ? 0 : 1 - family.measuredHours() / family.heldHours();
        return new FamilyWaste(
                family.family(),
                family.runs(),
                family.heldHours(),
                family.wastedHours(),
                family.measuredHours() > 0
                        ? OptionalDouble.of(family.wastedHours() / family.measuredHours())
                        : OptionalDouble.empty(),
                family.queuedRuns() > 0 ? OptionalDouble.of(family.queueHours()) : OptionalDouble.empty(),
                family.queuedRuns(),
                Math.max(0, unknown),
                price == null
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(family.wastedHours() * price.perAcceleratorHour()),
                family.heldHours() * Math.max(0, Math.min(1, shrinkage.share(family))),
                shrinkage.weight(family),
                family.untouchedRuns(),
                family.untouchedHours());
    }

    /**
     * Pulls the wasted share of a family towards the fleet's mean, the more the fewer its runs: the normal empirical Bayes estimate
     * with moment estimators (Efron and Morris 1975), m + t / (t + s / n) (y - m), t the variance between families and s
     * within them. With one family, or no spread, shares are pooled.
     */
    private record Shrinkage(double fleetMean, double within, double between) {

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
            return family.measuredRuns() == 0
                    ? fleetMean
                    : fleetMean + weight(family) * (family.meanShare() - fleetMean);
        }

        /** Returns how much of the estimate is the family's own: 0 without a measured run, near 1 with many. */
        double weight(FamilySums family) {
            if (family.measuredRuns() == 0) {
                return 0;
            }
            double noise = within / family.measuredRuns();
            return between + noise == 0 ? 1 : between / (between + noise);
        }
    }
}
