package dev.amdahl.core.schedulers.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.trial.PlayedSmi;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits of power and the deaths of those who lowered them. */
final class LocalPowerCapTest extends LocalFixture {
    private PlayedSmi smi;

    @BeforeEach
    void play() throws IOException {
        Requires.program("flock");
        smi = new PlayedSmi(folder.resolve("bin"), "GPU-a");
    }

    private int submitAndDie(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder process = SubmitAndHalt.process(folder, arguments);
        process.environment().put("PATH", smi.path());
        process.environment().put("CUDA_VISIBLE_DEVICES", "GPU-a");
        return process.start().waitFor();
    }

    private String limit() {
        try {
            return smi.limit("GPU-a");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aKilledLoopLeavesTheCapToItsTrialWhichLiftsItAtItsEnd() throws Exception {
        assertThat(submitAndDie("capped", "touch begun; until [ -e go ]; do sleep 0.02; done", "300 W"))
                .isEqualTo(137);
        awaitFile(trial("capped").resolve("a/run/begun"));
        assertThat(limit()).isEqualTo("300.00");
        Scheduler scheduler = open();
        WorkerRunId run = scheduler.find("capped").orElseThrow();

        Files.createFile(trial("capped").resolve("a/run/go"));

        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
        assertThat(limit()).isEqualTo("700.00");
        assertThat(scheduler.collect(run).arms().get(0).circumstances())
                .containsEntry(EnvironmentFact.POWER_LIMIT, "300.00");
    }

    @Test
    void aCancelledTrialLeavesNoCap() throws Exception {
        submitAndDie("capped", "touch begun; sleep 1000", "300 W");
        awaitFile(trial("capped").resolve("a/run/begun"));
        Scheduler scheduler = open();

        scheduler.cancel(scheduler.find("capped").orElseThrow());

        await(() -> limit().equals("700.00"));
        assertThat(limit()).isEqualTo("700.00");
    }

    @Test
    void theNextStartSetsBackWhatNobodyIsLeftToSetBack() throws Exception {
        Files.createDirectories(folder.resolve("slots/power"));
        Files.writeString(folder.resolve("slots/power/GPU-a"), "650.00 300 1 1 of-another-boot\n");
        smi.limit("GPU-a", "300.00");

        submitAndDie();

        assertThat(limit()).isEqualTo("650.00");
        assertThat(PlayedSmi.isEmpty(folder.resolve("slots/power"))).isTrue();
    }
}
