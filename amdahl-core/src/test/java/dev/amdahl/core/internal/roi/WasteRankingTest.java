package dev.amdahl.core.internal.roi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.hypothesis.Price;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetTally;
import dev.amdahl.spi.job.Utilization;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class WasteRankingTest {
    private static final Instant ZERO = Instant.parse("2026-01-01T00:00:00Z");
    private static final Price PRICE = new Price(2.5, "USD");

    @Test
    void familiesAreRankedByTheAcceleratorHoursTheyWaste() {
        List<FleetJob> jobs = List.of(
                job("small-but-idle", 1, 10, Optional.of(new Utilization(1, 0, 0, 0))),
                job("large-and-half-used", 8, 10, Optional.of(new Utilization(.25, .5, .25, .5))),
                job("large-and-half-used", 8, 10, Optional.empty()));

        List<FamilyWaste> ranking = rank(jobs);

        assertThat(ranking).extracting(FamilyWaste::family).containsExactly("large-and-half-used", "small-but-idle");
        FamilyWaste first = ranking.get(0);
        assertThat(first.jobs()).isEqualTo(2);
        assertThat(first.acceleratorHours()).isEqualTo(160);
        assertThat(first.wastedAcceleratorHours()).isEqualTo(40);
        assertThat(first.wastedShare()).hasValue(.5);
        assertThat(first.unknownShare()).isEqualTo(.5);
        assertThat(first.queueHours()).hasValue(2);
        assertThat(first.cost()).hasValue(100);
    }

    @Test
    void tiesKeepTheOrderOfNamesWhateverTheInput() {
        List<FleetJob> jobs = new ArrayList<>();
        for (String family : List.of("d", "a", "c", "b")) {
            jobs.add(job(family, 1, 1, Optional.of(new Utilization(.5, 0, .5, 0))));
        }
        Random random = new Random(1);
        for (int i = 0; i < 20; i++) {
            Collections.shuffle(jobs, random);
            assertThat(rank(jobs)).extracting(FamilyWaste::family).containsExactly("a", "b", "c", "d");
        }
    }

    @Test
    void pendingJobsQueueAndRunningOnesHold() {
        Instant asOf = ZERO.plus(Duration.ofHours(10));
        Accelerators two = new Accelerators("h200", 2);
        FleetJob pending =
                new FleetJob("1", "f", "", two, ZERO, Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
        FleetJob running = new FleetJob(
                "2",
                "f",
                "",
                two,
                ZERO,
                Optional.of(ZERO.plus(Duration.ofHours(4))),
                Optional.empty(),
                Optional.empty(),
                Map.of());

        FamilyWaste waste =
                rank(List.of(pending, running), asOf, family -> null).get(0);

        assertThat(waste.queueHours()).hasValue(14);
        assertThat(waste.acceleratorHours()).isEqualTo(12);
        assertThat(waste.unknownShare()).isEqualTo(1);
        assertThat(waste.wastedAcceleratorHours()).isZero();
        assertThat(waste.wastedShare()).isEmpty();
        assertThat(waste.cost()).isEmpty();
    }

    @Test
    void sharesOfFewRunsAreShrunkTowardsTheFleet() {
        List<FleetJob> jobs = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            jobs.add(busy("many", .8 - (i % 2) * .2));
            jobs.add(busy("others", .5 - (i % 2) * .2));
        }
        jobs.add(busy("once", .05));

        Map<String, Double> shrunk = new TreeMap<>();
        for (FamilyWaste waste : rank(jobs)) {
            shrunk.put(waste.family(), waste.shrunkWastedHours() / waste.acceleratorHours());
        }

        assertThat(shrunk.get("many")).isCloseTo(.3, within(.02));
        assertThat(shrunk.get("once")).isBetween(.5, .94);
    }

    @Test
    void aFamilyWithoutMeasurementsIsTakenForAnAverageOne() {
        List<FamilyWaste> ranking =
                rank(List.of(busy("known", .6), busy("known", .6), job("unknown", 1, 10, Optional.empty())));

        assertThat(ranking.get(1).family()).isEqualTo("unknown");
        assertThat(ranking.get(1).shrunkWastedHours()).isCloseTo(4, within(1e-9));
    }

    @Test
    void scanPriorityWeighsWasteByWhatCanBeWonAndAges() {
        ScanPriority fresh = new ScanPriority(100, .5, .2, 4, 0);

        assertThat(fresh.value()).isEqualTo(2.5);
        assertThat(new ScanPriority(100, .5, .2, 4, 7).value()).isEqualTo(5);
        assertThat(new ScanPriority(1, .5, .2, 4, 10_000).value()).isGreaterThan(fresh.value());
        assertThatThrownBy(() -> new ScanPriority(1, 1, 1, 0, 0)).hasMessageContaining("> 0");
    }

    private static List<FamilyWaste> rank(List<FleetJob> jobs) {
        return rank(jobs, ZERO.plus(Duration.ofDays(30)), family -> PRICE);
    }

    private static List<FamilyWaste> rank(List<FleetJob> jobs, Instant asOf, Function<String, @Nullable Price> price) {
        return WasteRanking.of(
                FleetTally.sum(Integer.MAX_VALUE, tally -> jobs.forEach(run -> tally.add(run, asOf))), price);
    }

    private static FleetJob busy(String family, double useful) {
        return job(family, 1, 10, Optional.of(new Utilization(1 - useful, 0, useful, 0)));
    }

    private static FleetJob job(String family, int accelerators, int hours, Optional<Utilization> utilisation) {
        Instant started = ZERO.plus(Duration.ofHours(1));
        return new FleetJob(
                family,
                family,
                "",
                new Accelerators("h200", accelerators),
                ZERO,
                Optional.of(started),
                Optional.of(started.plus(Duration.ofHours(hours))),
                utilisation,
                Map.of());
    }
}
