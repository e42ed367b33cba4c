package dev.amdahl.core.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.Utilization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FleetJoinTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");
    private static final Instant AS_OF = Instant.parse("2026-02-01T00:00:00Z");
    private static final String HEAD = "id,family,accelerators,submitted,started,ended,utilisation\n";

    @TempDir
    Path folder;

    /** A run of that many minutes; of what it did, a share that was useful, or nothing. */
    private static FleetJob run(
            String id, String known, String family, int count, int from, int minutes, double useful) {
        return new FleetJob(
                id,
                family,
                "",
                new Accelerators("h200", count),
                Optional.empty(),
                Optional.of(START.plusSeconds(60L * from)),
                Optional.of(START.plusSeconds(60L * (from + minutes))),
                Double.isNaN(useful) ? Optional.empty() : Optional.of(new Utilization(1 - useful, 0, useful, 0)),
                Map.of(FleetJob.KNOWN_AS, known));
    }

    private static FleetUnion.Part given(FleetJob... jobs) {
        return new FleetUnion.Part("given", (from, to) -> Stream.of(jobs));
    }

    private static FleetUnion.Part watched(FleetJob... jobs) {
        return new FleetUnion.Part("watched", new FleetSource() {
            @Override
            public Stream<FleetJob> jobs(Instant from, Instant to) {
                return Stream.of(jobs);
            }

            @Override
            public boolean isTelemetry() {
                return true;
            }
        });
    }

    private static FleetUnion.Answer ask(FleetUnion.Part... parts) {
        return new FleetUnion(List.of(parts)).ask(Instant.EPOCH, FAR, AS_OF, 10);
    }

    private FleetUnion.Part file(String name, String rows) throws IOException {
        return new FleetUnion.Part(name, new FileFleetSource(Files.writeString(folder.resolve(name), HEAD + rows)));
    }

    @Test
    void oneJobThatTwoSourcesTellIsOneRun() {
        FleetUnion.Answer answer = ask(
                given(run("1234@1", "1234", "bert-base", 1, 0, 60, Double.NaN)),
                watched(run("1234", "1234", "1234", 1, 0, 60, .25)));

        FamilySums only = answer.sums().families().get(0);
        assertThat(answer.sums().families()).hasSize(1);
        assertThat(only.family()).isEqualTo("bert-base");
        assertThat(only.runs()).isEqualTo(1);
        assertThat(only.heldHours()).isCloseTo(1, within(1e-9));
        assertThat(only.wastedHours()).isCloseTo(.75, within(1e-9));
        assertThat(answer.sums().notes())
                .containsExactly(
                        "joined by job id: 1 runs have hours, family and owner from given and activity from watched");
        assertThat(answer.failures()).isEmpty();
    }

    @Test
    void runsOfOneSourceAloneAreNeitherLostNorJoined() {
        FleetUnion.Answer answer = ask(
                given(
                        run("1@1", "1", "shared", 2, 0, 60, Double.NaN),
                        run("2@1", "2", "unwatched", 1, 0, 60, Double.NaN),
                        run("3@1", "3", "earlier", 1, 0, 60, Double.NaN)),
                watched(
                        run("1", "1", "1", 2, 0, 60, .5),
                        run("9", "9", "foreign", 1, 0, 60, .5),
                        run("3", "3", "other time", 1, 6000, 60, .5)));

        assertThat(answer.sums().families())
                .extracting(FamilySums::family)
                .containsExactlyInAnyOrder("shared", "unwatched", "earlier", "foreign", "other time");
        assertThat(answer.sums().totals().heldHours()).isCloseTo(6, within(1e-9));
        assertThat(answer.sums().totals().measuredHours()).isCloseTo(4, within(1e-9));
        assertThat(answer.sums().notes())
                .hasSize(1)
                .first()
                .asString()
                .contains("1 runs", "2 by given", "2 by watched");
    }

    @Test
    void aRunThatWasPutBackHasItsOwnPartOfWhatWasSeen() {
        FleetUnion.Answer answer = ask(
                given(run("1@1", "1", "f", 1, 0, 60, Double.NaN), run("1@2", "1", "f", 1, 61, 59, Double.NaN)),
                watched(run("1", "1", "1", 1, 0, 120, .5)));

        FamilySums family = answer.sums().families().get(0);
        assertThat(family.runs()).isEqualTo(2);
        assertThat(family.heldHours()).isCloseTo(119 / 60.0, within(1e-9));
        assertThat(family.wastedHours()).isCloseTo(119 / 120.0, within(1e-9));
    }

    @Test
    void activityThatTwoClustersCouldOwnIsLeftOutAndSaid() {
        FleetUnion.Answer answer = ask(
                given(run("7@1", "7", "here", 1, 0, 60, Double.NaN)),
                given(run("7@2", "7", "there", 1, 2, 60, Double.NaN)),
                watched(run("7", "7", "7", 1, 0, 60, .5)));

        assertThat(answer.sums().totals().heldHours()).isCloseTo(2, within(1e-9));
        assertThat(answer.sums().totals().measuredHours()).isZero();
        assertThat(answer.sums().notes()).anyMatch(note -> note.contains("the activity of 1 is left out"));
    }

    /** Job 7 of each of two clusters, at the same second; one source watches both, one only the second. */
    @Test
    void equalIdsOfTwoClustersAreTwoRuns() {
        FleetUnion.Part east = on("east", given(run("7@1", "7", "bert", 1, 0, 60, Double.NaN)));
        FleetUnion.Part west = on("west", given(run("7@1", "7", "bert", 2, 0, 60, Double.NaN)));

        FleetUnion.Answer answer =
                ask(east, west, on("west", watched(run("7", "7", "7", 2, 0, 60, .5))), on("east", broken()));

        assertThat(answer.failures()).singleElement().asString().contains("it went away");
        assertThat(answer.sums().totals().runs()).isEqualTo(2);
        assertThat(answer.sums().totals().heldHours()).isCloseTo(3, within(1e-9));
        assertThat(answer.sums().totals().measuredHours()).isCloseTo(2, within(1e-9));
        assertThat(answer.clusters()).containsEntry("bert", List.of("east", "west"));
        FleetUnion.Answer apart =
                new FleetUnion(List.of(east, west)).by("cluster,family").ask(Instant.EPOCH, FAR, AS_OF, 10);
        assertThat(apart.sums().families())
                .extracting(FamilySums::family)
                .containsExactlyInAnyOrder("east/bert", "west/bert");
        assertThat(ask(given(run("7@1", "7", "bert", 1, 0, 60, Double.NaN)), west)
                        .failures())
                .hasSize(1);
    }

    private static FleetUnion.Part on(String cluster, FleetUnion.Part part) {
        return new FleetUnion.Part(part.name() + " of " + cluster, cluster, part.source());
    }

    private static FleetUnion.Part broken() {
        return new FleetUnion.Part("broken", (from, to) -> {
            throw new UnavailableException("broken", "it went away", "ask again", null);
        });
    }

    @Test
    void accountingAndActivityInTwoTablesAreJoined() throws IOException {
        FleetUnion.Answer answer = ask(
                file("sampled.csv", "1,x,4,,2026-01-01T00:01:00Z,2026-01-01T03:59:00Z,0.5\n"), file("given.csv", """
                        1,bert,4,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T04:00:00Z,
                        2,other,1,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T04:00:00Z,
                        """));

        assertThat(answer.failures()).isEmpty();
        assertThat(answer.sums().families()).extracting(FamilySums::family).containsExactly("bert", "other");
        assertThat(answer.sums().totals().heldHours()).isCloseTo(20, within(1e-9));
        assertThat(answer.sums().totals().wastedHours()).isCloseTo(4 * .5 * 238 / 60, within(1e-9));
    }

    @Test
    void whatIsToldTwiceAndCannotBeJoinedIsLeftOutWithTheReason() throws IOException {
        String runs = "1,f,1,,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,0.5\n2,f,1,,2026-01-01T00:00:00Z,,0.5\n";
        FleetUnion.Answer answer = ask(
                file("a.csv", runs),
                file("again.csv", runs + "3,g,1,,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,0.5\n"));

        assertThat(answer.failures())
                .singleElement()
                .isInstanceOf(InvalidInputException.class)
                .asString()
                .contains("again.csv: has 2 runs that a.csv has too, and they cannot be joined");
        assertThat(answer.sums().totals().runs()).isEqualTo(2);
    }

    @Test
    void rowsWithoutIdsAndIdsOfOtherTimesAreDifferentRuns() throws IOException {
        String bare = "family,started,ended\nf,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z\n";
        FleetUnion.Part one =
                new FleetUnion.Part("one.csv", new FileFleetSource(Files.writeString(folder.resolve("one.csv"), bare)));
        FleetUnion.Part two =
                new FleetUnion.Part("two.csv", new FileFleetSource(Files.writeString(folder.resolve("two.csv"), bare)));
        assertThat(ask(one, two).sums().totals().runs()).isEqualTo(2);

        FleetUnion.Answer shifted = ask(
                file("a.csv", "1,f,1,,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,\n"),
                file("b.csv", "1,f,1,,2026-01-01T02:00:00Z,2026-01-01T03:00:00Z,\n"));
        assertThat(shifted.sums().totals().runs()).isEqualTo(2);
        assertThat(shifted.sums().notes()).anyMatch(note -> note.contains("1 ids of b.csv are in a.csv too"));
    }

    @Test
    void twoThatWatchedTheSameMachineAreNotAddedUp() {
        FleetUnion.Answer answer = ask(
                given(run("1@1", "1", "f", 1, 0, 60, Double.NaN)),
                watched(run("1", "1", "1", 1, 0, 60, .5)),
                watched(run("1", "1", "1", 1, 0, 60, .5)));

        assertThat(answer.failures()).hasSize(1);
        assertThat(answer.sums().totals().wastedHours()).isCloseTo(.5, within(1e-9));
    }

    @Test
    void whatASourceToldBeforeItBrokeOffDoesNotCount() {
        FleetSource broken = (from, to) -> Stream.of(1, 2).map(number -> {
            if (number == 2) {
                throw new UnavailableException("broken", "it went away", "ask again", null);
            }
            return run("5@1", "5", "broken", 1, 0, 60, Double.NaN);
        });
        FleetUnion.Answer answer = ask(
                new FleetUnion.Part("broken", broken),
                given(run("1@1", "1", "f", 1, 0, 60, Double.NaN)),
                watched(run("1", "1", "1", 1, 0, 60, .5)));

        assertThat(answer.failures()).hasSize(1);
        assertThat(answer.sums().families()).extracting(FamilySums::family).containsExactly("f");
        assertThat(answer.sums().totals().wastedHours()).isCloseTo(.5, within(1e-9));
    }

    @Test
    void daysOfALoopAreJoinedAsWell() {
        FleetUnion union = new FleetUnion(
                List.of(given(run("1@1", "1", "f", 1, 0, 60, Double.NaN)), watched(run("1", "1", "1", 1, 0, 60, .25))));

        assertThat(union.parts()).hasSize(1);
        assertThat(union.days(START, AS_OF, AS_OF))
                .singleElement()
                .satisfies(day -> assertThat(day.sums().wastedHours()).isCloseTo(.75, within(1e-9)));
    }
}
