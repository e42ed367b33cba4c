package dev.amdahl.core.schedulers.local;

import static dev.amdahl.core.schedulers.local.Requested.command;
import static dev.amdahl.core.schedulers.local.Requested.shell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How many run at once, and what is refused. */
final class LocalLimitsTest extends LocalFixture {
    @Test
    void trialsOfAllSchedulersShareTheSlots() {
        List<Scheduler> schedulers = List.of(inRoot("one"), inRoot("two"));
        List<WorkerRunId> runs = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            runs.add(schedulers.get(i % 2).submit(Requested.of("trial" + i, shell("sleep 0.05"))));
        }
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Scheduler scheduler = schedulers.get(i % 2);
            schedulers.get(1 - i % 2).poll(java.util.Set.of());
            assertThat(end(scheduler, runs.get(i))).isEqualTo(RunStatus.DONE);
            scheduler.collect(runs.get(i)).arms().forEach(arm -> intervals.add(Interval.of(arm)));
        }
        assertThat(intervals).hasSize(12);
        assertThat(intervals)
                .allSatisfy(one -> assertThat(intervals)
                        .filteredOn(one::overlaps)
                        .as("trials at once")
                        .hasSizeLessThanOrEqualTo(1));
    }

    private Scheduler inRoot(String name) {
        return new LocalScheduler(new LocalSettings(
                folder.resolve(name),
                folder.resolve("slots"),
                2,
                1,
                new Devices(java.util.List.of()),
                false,
                Clock.systemUTC()));
    }

    private record Interval(Instant start, Instant end) {
        static Interval of(ArmResult arm) {
            Instant start = arm.started().orElseThrow();
            return new Interval(start, start.plusNanos((long) (arm.wallSeconds().orElseThrow() * 1e9)));
        }

        boolean overlaps(Interval other) {
            return start.isBefore(other.end) && other.start.isBefore(end);
        }
    }

    @Test
    void queuedTrialsStartInTheOrderOfTheirSubmission() {
        Scheduler scheduler = open();
        List<String> keys = List.of("m", "z", "a", "k");
        keys.forEach(key -> scheduler.submit(Requested.of(key, command("true"))));
        List<Instant> starts = new ArrayList<>();
        for (String key : keys) {
            assertThat(end(scheduler, new WorkerRunId(key))).isEqualTo(RunStatus.DONE);
            starts.add(scheduler
                    .collect(new WorkerRunId(key))
                    .arms()
                    .get(0)
                    .started()
                    .orElseThrow());
        }
        assertThat(starts).isSorted();
    }

    @Test
    void aSlotOfADeadProcessIsFree() throws IOException {
        Scheduler scheduler = open();
        Files.writeString(folder.resolve("slots/slot-0"), "1 12345 /nowhere\n");
        assertThat(end(scheduler, scheduler.submit(Requested.of("free", command("true")))))
                .isEqualTo(RunStatus.DONE);
    }

    @Test
    void aSlotOfALiveProcessIsNot() throws IOException {
        Scheduler scheduler = open();
        ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
        Files.writeString(folder.resolve("slots/slot-0"), self + " /nowhere\n");
        WorkerRunId run = scheduler.submit(Requested.of("waits", command("true")));
        assertThat(scheduler.poll(java.util.Set.of(run))).containsEntry(run, RunStatus.QUEUED);
        Files.delete(folder.resolve("slots/slot-0"));
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
    }

    /** Another process's locale may know letters that this one's does not; the zero byte is a letter that none knows. */
    @Test
    void aSlotOfATrialWhoseFolderThisProcessCannotNameIsHeldUntilItsProcessEnds() throws IOException {
        Scheduler scheduler = open();
        ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
        Files.writeString(folder.resolve("slots/slot-0"), self + " /no\0where\n");
        WorkerRunId run = scheduler.submit(Requested.of("unnamed", command("true")));
        assertThat(scheduler.poll(java.util.Set.of(run))).containsEntry(run, RunStatus.QUEUED);
        Files.writeString(folder.resolve("slots/slot-0"), "1 12345 /no\0where\n");
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
    }

    @Test
    void oneCoreIsRefused() {
        Scheduler scheduler = new LocalScheduler(new LocalSettings(
                folder.resolve("root"),
                folder.resolve("slots"),
                1,
                1,
                new Devices(java.util.List.of()),
                false,
                Clock.systemUTC()));
        assertThatThrownBy(() -> scheduler.submit(Requested.of("one", command("true"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("one core");
    }

    @Test
    void aFolderThatCannotBeMadeIsAUsersError() throws IOException {
        Files.writeString(folder.resolve("root"), "a file");
        assertThatThrownBy(() -> open().submit(Requested.of("nofolder", command("true"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("root");
    }

    static Stream<Requested.Arm> malformed() {
        return Stream.of(
                command(),
                command(""),
                command("a\0b"),
                command("true").with(Map.of("not a name", "x")),
                command("true").with(Map.of("AMDAHL_SEED", "1")),
                command("true").atMost(Duration.ZERO),
                command("true").keepingBytes(-1),
                command("true").writing("../escape"),
                command("true").writing("/etc/passwd"),
                command("true").keeping(""),
                command("true").in(Path.of("/no/such/directory")),
                command("true").measuring(Map.of("x", new ValueSource.Stdout("(unclosed"))),
                command("true").measuring(Map.of("x", new ValueSource.Stdout("no group"))),
                command("true").measuring(Map.of("x", new ValueSource.Json("m.json", "no slash"))));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformedRequestsAreRefusedBeforeAnythingIsWritten(Requested.Arm arm) {
        assertThatThrownBy(() -> open().submit(Requested.of("bad", arm))).isInstanceOf(InvalidInputException.class);
        assertThat(folder.resolve("root")).doesNotExist();
    }

    @Test
    void theFactoryIsRegistered() {
        assertThat(ServiceLoader.load(SchedulerFactory.class))
                .filteredOn(factory -> factory.name().equals("local"))
                .singleElement()
                .satisfies(factory -> assertThat(factory.availability().isReady())
                        .isEqualTo(Runtime.getRuntime().availableProcessors() > 1));
    }
}
