package dev.amdahl.core.internal.roi;

import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTally;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ranks the families of a fleet by the accelerator-hours they waste: W = sum over runs of held hours times (1 - useful share);
 * what nobody measured counts as unknown, not as waste.
 */
public final class WasteRanking {
    private WasteRanking() {}

    /**
     * The families, most raw waste first, then most hours held, then by name.
     *
     * @param jobs the runs of a period, all of them few enough for their families to be held; pending ones count as queue, running
     *     ones are held until {@code asOf}
     * @param asOf the instant until which unfinished runs count
     * @param price what an accelerator-hour of a family costs; null when not known
     */
    public static List<FamilyWaste> of(Stream<FleetJob> jobs, Instant asOf, Function<String, @Nullable Price> price) {
        List<FleetJob> runs = jobs.toList();
        return of(FleetTally.sum(Integer.MAX_VALUE, tally -> runs.forEach(run -> tally.add(run, asOf))), price);
    }

    /** The listed families, in the same order. */
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
}
