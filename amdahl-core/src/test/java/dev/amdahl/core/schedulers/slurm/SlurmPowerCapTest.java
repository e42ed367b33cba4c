package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.trial.PlayedSmi;
import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The script of a trial with a cap on power as a job of a real Slurm, beside an {@code nvidia-smi} that is played. */
final class SlurmPowerCapTest extends SlurmFixture {
    private PlayedSmi smi;
    private TrialFolder trial;

    private record Capped(String key, String family, Accelerators accelerators, List<ArmRequest> arms)
            implements TrialRequest {}

    @BeforeEach
    void play() throws IOException {
        Requires.program("flock");
        smi = new PlayedSmi(place.resolve("bin"), "0", "1", "2", "3");
        trial = new TrialFolder(place.resolve("capped"));
    }

    private String submit(String command) throws IOException {
        ArmPlan arm = ArmPlan.of("a", List.of("sh", "-c", command), Duration.ofMinutes(2), 1 << 16);
        trial.create(
                new Capped(
                        "capped",
                        "family",
                        new Accelerators("h200", 2),
                        List.of(arm.with(PowerCaps.VARIABLE, "300 W"))),
                Instant.EPOCH,
                ".draft");
        return cluster.call(
                        "sbatch",
                        "--parsable",
                        "--gres=gpu:h200:2",
                        "--output=" + place.resolve("log"),
                        "--wrap=export PATH='" + smi.path() + "' AMDAHL_POWER_FOLDER='" + left() + "'; exec sh '"
                                + trial.script() + "'")
                .strip();
    }

    private Path left() {
        return place.resolve("left");
    }

    private List<String> limits() {
        try {
            return List.of(smi.limit("0"), smi.limit("1"), smi.limit("2"), smi.limit("3"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theAcceleratorsOfTheAllocationAreCappedAndNoOthers() throws IOException {
        submit("touch begun; until [ -e go ]; do sleep 0.05; done");
        awaitTrue("begun", () -> Files.exists(trial.path().resolve("a/run/begun")));
        assertThat(limits())
                .containsOnly("300.00", "700.00")
                .filteredOn("300.00"::equals)
                .hasSize(2);

        Files.createFile(trial.path().resolve("a/run/go"));

        awaitTrue("an end", () -> Files.exists(trial.record()));
        assertThat(limits()).containsOnly("700.00");
        assertThat(trial.collect().arms().get(0).circumstances())
                .containsEntry(EnvironmentFact.POWER_LIMIT, "300.00; 300.00");
    }

    @Test
    void aCancelledJobLeavesNoCap() throws IOException {
        String job = submit("touch begun; sleep 100");
        awaitTrue("begun", () -> Files.exists(trial.path().resolve("a/run/begun")));
        assertThat(limits()).contains("300.00");

        cluster.call("scancel", job);

        awaitTrue("no job is left", () -> cluster.call("squeue", "--noheader").isBlank());
        assertThat(limits()).containsOnly("700.00");
        assertThat(PlayedSmi.isEmpty(left())).isTrue();
    }
}
