package dev.amdahl.examples.cli.fleet;

import dev.amdahl.core.internal.fleet.FleetUnion;
import dev.amdahl.examples.init.FleetRun;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetJob;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The families of a fleet, most waste first, as their newest runs show them. Not thread-safe. */
public final class FleetFamilies {
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");
    private static final BinaryOperator<FleetJob> NEWEST =
            BinaryOperator.maxBy(Comparator.comparing(FleetRun::isTold).thenComparing(FleetJob::since));

    private final FleetUnion fleet;

    /** Families of all that a fleet tells. */
    public FleetFamilies(FleetUnion fleet) {
        this.fleet = fleet;
    }

    /**
     * Returns a run of each: the newest that tells how it was started, else the newest. May block.
     *
     * @param top so many families, or
     * @param named this one
     */
    public List<FleetJob> newest(int top, @Nullable String named) {
        List<String> families = named != null
                ? List.of(named)
                : fleet.sums(Instant.EPOCH, FAR, Clock.systemUTC().instant(), top).families().stream()
                        .map(FamilySums::family)
                        .toList();
        Map<String, FleetJob> newest = new HashMap<>();
        try (Stream<FleetJob> runs = fleet.jobs(Instant.EPOCH, FAR)) {
            runs.filter(run -> families.contains(run.family())).forEach(run -> newest.merge(run.family(), run, NEWEST));
        }
        return families.stream().map(newest::get).filter(Objects::nonNull).toList();
    }
}
