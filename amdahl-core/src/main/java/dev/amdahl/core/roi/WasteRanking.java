package dev.amdahl.core.roi;

import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.job.FleetJob;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ranks the families of a fleet by the accelerator-hours they waste: W = sum over runs of held hours times (1 - useful share);
 * runs without a measured utilisation count as unknown, not as waste. Stateless.
 */
public final class WasteRanking {
    private WasteRanking() {}

    /**
     * The families, most raw waste first, then by name; reads the stream once and keeps sums per family only.
     *
     * @param jobs the runs of a period; pending ones count as queue, running ones are held until {@code asOf}
     * @param asOf the instant until which unfinished runs count
     * @param price what an accelerator-hour of a family costs; null when not known
     */
    public static List<FamilyWaste> of(Stream<FleetJob> jobs, Instant asOf, Function<String, @Nullable Price> price) {
        Map<String, FamilyTally> tallies = new TreeMap<>();
        jobs.forEach(
                job -> tallies.computeIfAbsent(job.family(), FamilyTally::new).add(job, asOf));
        Shrinkage shrinkage = Shrinkage.of(tallies.values());
        return tallies.values().stream()
                .map(tally -> waste(tally, shrinkage, price.apply(tally.family())))
                .sorted(Comparator.comparingDouble(FamilyWaste::wastedAcceleratorHours)
                        .reversed()
                        .thenComparing(FamilyWaste::family))
                .toList();
    }

    private static FamilyWaste waste(FamilyTally tally, Shrinkage shrinkage, @Nullable Price price) {
        double unknown = tally.hours() == 0 ? 0 : 1 - tally.measuredHours() / tally.hours();
        return new FamilyWaste(
                tally.family(),
                tally.jobs(),
                tally.hours(),
                tally.wastedHours(),
                tally.measuredHours() > 0
                        ? OptionalDouble.of(tally.wastedHours() / tally.measuredHours())
                        : OptionalDouble.empty(),
                tally.queueHours(),
                Math.max(0, unknown),
                price == null
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(tally.wastedHours() * price.perAcceleratorHour()),
                tally.hours() * Math.max(0, Math.min(1, shrinkage.share(tally))));
    }
}
