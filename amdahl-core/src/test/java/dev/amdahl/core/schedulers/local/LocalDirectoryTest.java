package dev.amdahl.core.schedulers.local;

import static dev.amdahl.core.schedulers.local.Requested.shell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Arms that run in a directory of the caller's. */
final class LocalDirectoryTest extends LocalFixture {
    private static final String WRITES =
            "cat input > out.txt; mkdir -p d; echo log > d/job.log; echo '{\"n\": 3}' > m.json; echo \"$AMDAHL_RUN_DIR\"";

    private Path work;

    @BeforeEach
    void prepare() throws IOException {
        work = Files.createDirectory(folder.resolve("it's a dir"));
        Files.writeString(work.resolve("input"), "in\n");
    }

    private Requested.Arm writer() {
        return shell(WRITES)
                .in(work)
                .writing("out.txt")
                .keeping("d/job.log")
                .measuring(Map.of("n", new ValueSource.Json("m.json", "/n")));
    }

    @Test
    void declaredFilesMoveIntoTheFolderOfEachArm() {
        TrialResult result = run(open(), Requested.of("moves", writer()));
        assertThat(result.arms()).hasSize(2).allSatisfy(arm -> {
            Path kept = arm.folder().orElseThrow().resolve("run");
            assertThat(arm.exitCode()).hasValue(0);
            assertThat(kept.resolve("out.txt")).hasContent("in");
            assertThat(kept.resolve("d/job.log")).hasContent("log");
            assertThat(arm.metrics()).isEqualTo(Map.of("n", 3.0));
            assertThat(arm.digests()).containsOnlyKeys("out.txt");
            assertThat(stdout(arm).strip()).isEqualTo(kept.toString());
        });
        assertThat(work.resolve("input")).exists();
        assertThat(work.resolve("out.txt")).doesNotExist();
        assertThat(work.resolve("m.json")).doesNotExist();
    }

    @Test
    void aDeclaredFileThatIsThereIsRefusedAndKept() throws IOException {
        Files.writeString(work.resolve("out.txt"), "mine");
        assertThatThrownBy(() -> open().submit(Requested.of("refused", writer())))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("out.txt");
        assertThat(work.resolve("out.txt")).hasContent("mine");
        assertThat(open().find("refused")).isEmpty();
    }

    @Test
    void trialsThatShareADirectoryRunOneAtATime() {
        Scheduler scheduler = open(4);
        WorkerRunId first = scheduler.submit(Requested.of("first", writer()));
        WorkerRunId second = scheduler.submit(Requested.of("second", writer()));
        assertThat(end(scheduler, second)).isEqualTo(RunStatus.DONE);
        assertThat(end(scheduler, first)).isEqualTo(RunStatus.DONE);
        ArmResult last = scheduler.collect(first).arms().get(1);
        ArmResult next = scheduler.collect(second).arms().get(0);
        assertThat(next.started().orElseThrow()).isAfter(last.started().orElseThrow());
        assertThat(next.digests()).isEqualTo(last.digests());
    }

    @Test
    void aCancelledArmLeavesTheDirectoryAsItWas() {
        Scheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Requested.of(
                "cancel", shell("echo half > out.txt; sleep 1000").in(work).writing("out.txt")));
        awaitLine(work.resolve("out.txt"));
        scheduler.cancel(run);
        assertThat(work.resolve("out.txt")).doesNotExist();
        assertThat(trial("cancel").resolve("a/run/out.txt")).hasContent("half");
    }
}
