package dev.amdahl.examples.notify;

import dev.amdahl.core.internal.roi.FamilyWaste;
import dev.amdahl.examples.notify.Exposition.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The first rows of the ranking of a fleet as metrics, as they were last read. Thread-safe. */
public final class FleetMetrics {
    private static final double HOUR = 3600;
    private static final int ROWS = 20;

    private volatile Optional<Reading> last = Optional.empty();

    private record Reading(List<FamilyWaste> rows, Instant at) {}

    /**
     * Takes a new reading in place of the last.
     *
     * @param ranking the most wasteful first; of more than 20 the others are left out
     */
    public void read(List<FamilyWaste> ranking, Instant at) {
        last = Optional.of(new Reading(ranking.stream().limit(ROWS).toList(), at));
    }

    void addTo(Exposition out) {
        last.ifPresent(reading -> {
            out.gauge(
                    "amdahl_fleet_held_accelerator_seconds",
                    "Accelerator time that the most wasteful families of the fleet held in the period of the ranking.",
                    rows(reading.rows(), FamilyWaste::acceleratorHours));
            out.gauge(
                    "amdahl_fleet_wasted_accelerator_seconds",
                    "What they wasted of it; a family that nobody measured is left out.",
                    rows(
                            reading.rows().stream()
                                    .filter(row -> row.wastedShare().isPresent())
                                    .toList(),
                            FamilyWaste::wastedAcceleratorHours));
            out.gauge("amdahl_fleet_read_timestamp_seconds", "When the fleet was last read.", (double)
                    reading.at().getEpochSecond());
        });
    }

    private static List<Sample> rows(List<FamilyWaste> families, ToDoubleFunction<FamilyWaste> hours) {
        return families.stream()
                .map(row -> Sample.of("family", row.family(), HOUR * hours.applyAsDouble(row)))
                .toList();
    }
}
