package dev.amdahl.core.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trials beside an {@code nvidia-smi} that tells what a test wants. */
final class DeviceSamplingTest {
    private static final String REST = "550.1, NVIDIA H200, GPU-1, 700.00, 97, 1980, 1980, 650.50";

    @TempDir
    Path folder;

    private Map<String, String> environment = Map.of();

    @BeforeEach
    void needPrograms() throws IOException {
        Requires.program("setsid");
        Files.createDirectory(folder.resolve("bin"));
    }

    /** Every call adds its arguments to the file {@code calls} and then does this. */
    private void smi(String script) throws IOException {
        Path program = Files.writeString(
                folder.resolve("bin/nvidia-smi"), "#!/bin/sh\necho \"$*\" >>" + folder + "/calls\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private List<ArmResult> run(String type, Map<String, String> settings, String command)
            throws IOException, InterruptedException {
        TrialFolder trial = trial(type, 1, settings, command);
        assertThat(start(trial.script().toString()).waitFor()).isZero();
        return trial.collect().arms();
    }

    private TrialFolder trial(String type, int nodes, Map<String, String> settings, String command) throws IOException {
        ArmPlan arm = ArmPlan.of("a", List.of("sh", "-c", command), Duration.ofSeconds(60), 1 << 16);
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            arm = arm.with(setting.getKey(), setting.getValue());
        }
        TrialFolder trial = new TrialFolder(folder.resolve("trial"));
        trial.create(
                new NodeRequest("key", "family", new Accelerators(type, nodes, nodes), List.of(arm)),
                Instant.EPOCH,
                ".draft");
        return trial;
    }

    private Process start(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid", "-w", "sh"));
        command.addAll(List.of(words));
        ProcessBuilder script = new ProcessBuilder(command).inheritIO();
        script.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        script.environment().keySet().removeIf(name -> name.contains("VISIBLE_DEVICES") || name.startsWith("SLURM_"));
        script.environment().putAll(environment);
        return script.start();
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls"));
    }

    @Test
    void devicesAreSampledWhileTheArmRunsAndTheLimitOfPowerIsNoThrottling() throws Exception {
        smi("while :; do echo '1755, 66, 0x0000000000000004, " + REST
                + "'; case $* in *-lms*) sleep 0.1;; *) exit;; esac; done");

        ArmResult arm = run("h200", Map.of(), "sleep 1.5").get(0);

        assertThat(arm.covariates())
                .containsEntry(Covariate.ACCELERATOR_MHZ, 1755.0)
                .containsEntry(Covariate.ACCELERATOR_CELSIUS, 66.0)
                .containsEntry(Covariate.ACCELERATOR_THROTTLED, 0.0)
                .containsEntry(Covariate.ACCELERATOR_POWER_CAPPED, 1.0)
                .containsEntry(Covariate.ACCELERATORS_BUSY, 1.0)
                .containsEntry(Covariate.ACCELERATORS_VISIBLE, 1.0)
                .containsEntry(Covariate.LINGERING_PROCESSES, 0.0);
        assertThat(arm.covariates().get(Covariate.ACCELERATOR_JOULES))
                .isEqualTo(650 * arm.wallSeconds().orElseThrow());
        assertThat(arm.circumstances()).containsEntry(EnvironmentFact.ACCELERATOR_IDS, "GPU-1");
        assertThat(calls()).hasSize(2);
    }

    @Test
    void everyNodeIsSampledAndTheSlowestIsNamed() throws Exception {
        smi("heat=66; case $0 in *other*) heat=80;; esac; while :; do echo \"1755, $heat, 0x40, " + REST
                + "\"; case $* in *-lms*) sleep 0.1;; *) exit;; esac; done");
        Files.createDirectory(folder.resolve("other"));
        Files.createSymbolicLink(folder.resolve("other/nvidia-smi"), folder.resolve("bin/nvidia-smi"));

        ArmResult arm = onTwo(trial("h200", 2, Map.of(), "sleep $((1 + AMDAHL_NODE))"))
                .arms()
                .get(0);

        assertThat(arm.covariates())
                .containsEntry(Covariate.ACCELERATORS_VISIBLE, 2.0)
                .containsEntry(Covariate.ACCELERATOR_CELSIUS, 80.0)
                .containsEntry(Covariate.ACCELERATOR_THROTTLED, 1.0);
        assertThat(arm.notes())
                .anyMatch(note -> note.matches("of 2 nodes the slowest is n2 2\\.\\d+ s, the fastest n1 1\\.\\d+ s"))
                .contains("accelerators by node: n1 1755 MHz 66 C throttled 100 %, n2 1755 MHz 80 C throttled 100 %");
        assertThat(RunResult.kept(arm).notes()).hasSize(2);
        assertThat(ProcessHandle.allProcesses().filter(this::isSmi)).isEmpty();
    }

    /** On two nodes; the programs of the second are first looked for in the folder {@code other}. */
    private TrialResult onTwo(TrialFolder trial) throws IOException, InterruptedException {
        environment = Map.of("AMDAHL_HOST", "n1");
        Process first = start(trial.script().toString());
        Path go = trial.path().resolve("a/nodes/go");
        while (!Files.exists(go)) {
            assertThat(first.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
        }
        environment = Map.of("PATH", folder.resolve("other") + ":" + System.getenv("PATH"));
        assertThat(start(go.toString(), "1", "n2").waitFor()).isZero();
        assertThat(first.waitFor()).isZero();
        return trial.collect();
    }

    @ParameterizedTest
    @CsvSource({"true, ''", "[ -e done ], clock stepped"})
    void aClockThatIsMinutesAheadOnOneNodeChangesNothingAndOneThatIsSetMeanwhileEndsThePair(String when, String reason)
            throws Exception {
        Path date = Files.writeString(
                Files.createDirectory(folder.resolve("other")).resolve("date"),
                "#!/bin/sh\nns=$(/bin/date \"$@\"); if " + when + "; then ns=$((ns + 240000000000)); fi; echo $ns\n");
        assertThat(date.toFile().setExecutable(true)).isTrue();

        TrialResult result = onTwo(trial("cpu", 2, Map.of(), "sleep 0.5; [ $AMDAHL_NODE = 0 ] || : >done"));

        assertThat(result.voidReason()).isEqualTo(Optional.of(reason).filter(text -> !text.isEmpty()));
        if (reason.isEmpty()) {
            ArmResult arm = result.arms().get(0);
            assertThat(arm.wallSeconds().orElseThrow()).isBetween(.5, 2.0);
            assertThat(arm.covariates().get(Covariate.NODE_SKEW)).isLessThan(.5);
        }
    }

    private boolean isSmi(ProcessHandle process) {
        return process.info().arguments().stream()
                .flatMap(Stream::of)
                .anyMatch(word -> word.startsWith(folder.toString()) && word.endsWith("nvidia-smi"));
    }

    @Test
    void aCallThatEndsIsMadeAgainAndTheShareOfTimeIsKept() throws Exception {
        smi("n=$(wc -l <" + folder + "/calls); r=0x0; [ $((n % 2)) = 0 ] || r=0x40; echo \"1980, 40, $r, " + REST
                + "\"");

        Map<Covariate, Double> covariates =
                run("h200", Map.of(), "sleep 4").get(0).covariates();

        assertThat(calls()).hasSizeGreaterThan(3);
        assertThat(covariates.get(Covariate.ACCELERATOR_THROTTLED)).isBetween(.01, .99);
    }

    @Test
    void nothingIsAskedForAJobWithoutAccelerators() throws Exception {
        smi("echo '1755, 66, 0x0000000000000004, " + REST + "'");

        ArmResult arm = run("cpu", Map.of(), "true").get(0);

        assertThat(folder.resolve("calls")).doesNotExist();
        assertThat(arm.covariates()).doesNotContainKey(Covariate.ACCELERATORS_VISIBLE);
        assertThat(arm.circumstances()).doesNotContainKey(EnvironmentFact.DRIVER);
    }

    @Test
    void onlyDevicesOfTheAllocationAreAsked() throws Exception {
        smi("echo '1755, 66, 0x0, " + REST + "'");
        environment = Map.of("SLURM_JOB_GPUS", "5,7");

        run("h200", Map.of(), "sleep 0.2");

        assertThat(calls()).isNotEmpty().allMatch(call -> call.contains("-i 5,7"));
    }

    @Test
    void anArmThatIsGivenOtherDevicesIsSeenOnThose() throws Exception {
        smi("echo '1755, 66, 0x0, " + REST + "'");
        environment = Map.of("CUDA_VISIBLE_DEVICES", "0");

        run("h200", Map.of("CUDA_VISIBLE_DEVICES", "0,1"), "sleep 0.2");

        assertThat(calls()).isNotEmpty().allMatch(call -> call.contains("-i 0,1"));
    }

    @Test
    void aMachineWhoseDevicesDoNotAnswerIsNotSaidToBeFine() throws Exception {
        smi("exit 9");

        assertThat(run("h200", Map.of(), "true").get(0).covariates())
                .doesNotContainKeys(Covariate.ACCELERATORS_VISIBLE, Covariate.ACCELERATOR_THROTTLED);
    }
}
