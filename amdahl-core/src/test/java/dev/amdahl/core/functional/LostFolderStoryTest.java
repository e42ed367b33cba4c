package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.testing.LocalTrials;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a run in flight on this machine whose files are gone: a ledger that was restored, a job that removed its folder. */
final class LostFolderStoryTest {
    @TempDir
    private Path folder;

    private Path work = Path.of("");
    private World world = new World(Path.of(""), 1);

    @BeforeEach
    void makeWorld() {
        Requires.processors(2);
        Requires.program("setsid");
        world = new World(
                folder,
                1,
                JobSpec.builder("nightly", List.of("sh", "-c", "sleep 100"))
                        .timeLimit(Duration.ofMinutes(10))
                        .levers(List.of(Workload.workers("4")))
                        .build());
        world.policy = World.BLIND;
        useWork("work");
    }

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private void useWork(String name) {
        work = folder.resolve(name);
        Scheduler local = LocalTrials.oneAtATime(work, folder.resolve("slots"));
        world.more = builder -> builder.scheduler(local);
    }

    private Run onlyRunInFlight(CycleReport report) {
        assertThat(report.view().inFlight()).hasSize(1);
        return report.view().inFlight().iterator().next();
    }

    @Test
    void aRunWhoseFolderIsGoneIsRepeatedInTheNextCycle() throws IOException {
        Run lost = onlyRunInFlight(world.cycle());
        remove(work.resolve("trials").resolve(lost.plan().key()));

        Run repeated = onlyRunInFlight(world.cycle());

        assertThat(repeated.plan().key()).isNotEqualTo(lost.plan().key());
        assertThat(world.entries(Entry.RunEnded.class))
                .anyMatch(ended -> ended.state() == RunState.INFRA_FAILED
                        && ended.key().equals(lost.plan().key())
                        && ended.note().contains("its folder is gone"));
    }

    @Test
    void aLedgerThatWasRestoredWithoutItsWorkRepeatsItsRunWithinMinutes() {
        Run lost = onlyRunInFlight(world.cycle());
        useWork("restored");

        try (Ledger ledger = Ledger.open(world.url(), world.clock)) {
            AmdahlLoop loop = world.loop(ledger);
            loop.runCycle();
            world.clock.advance(Duration.ofMinutes(2));
            Run repeated = onlyRunInFlight(loop.runCycle());
            assertThat(repeated.plan().key()).isNotEqualTo(lost.plan().key());
        }
    }

    @Test
    void aRunThatItsSchedulerForgotIsRepeatedWithinMinutesByCyclesThatAreProcesses() {
        Run lost = onlyRunInFlight(world.cycle());
        useWork("restored");

        world.cycles(4);

        Run repeated = onlyRunInFlight(world.cycle());
        assertThat(repeated.plan().key()).isNotEqualTo(lost.plan().key());
        assertThat(world.entries(Entry.RunMissed.class)).hasSize(1);
    }

    @Test
    void aRunIsRepeatedAtOnceWhereAllTrialsAreGoneFromAFolderThatIsThere() throws IOException {
        Run lost = onlyRunInFlight(world.cycle());
        remove(work.resolve("trials"));

        Run repeated = onlyRunInFlight(world.cycle());

        assertThat(repeated.plan().key()).isNotEqualTo(lost.plan().key());
    }

    private static void remove(Path trial) throws IOException {
        Leftovers.end(trial);
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(trial)) {
            all.forEach(files::add);
        }
        Collections.reverse(files);
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
