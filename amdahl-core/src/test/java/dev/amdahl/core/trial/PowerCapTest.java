package dev.amdahl.core.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.schedulers.power.PowerScript;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The limit of power of an arm's accelerators, beside an {@code nvidia-smi} that is played. */
final class PowerCapTest {
    @TempDir
    Path folder;

    private PlayedSmi smi;

    @BeforeEach
    void play() throws IOException {
        Requires.program("setsid");
        Requires.program("flock");
        smi = new PlayedSmi(folder.resolve("bin"), "GPU-a", "GPU-b");
    }

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private Path left() {
        return folder.resolve("left");
    }

    private TrialFolder trial(String name, int count, String cap, String command) throws IOException {
        ArmPlan arm = ArmPlan.of("a", List.of("sh", "-c", command), Duration.ofSeconds(3), 1 << 16);
        TrialFolder trial = new TrialFolder(folder.resolve(name));
        NodeRequest request = new NodeRequest(
                "key",
                "family",
                new Accelerators("h200", count),
                List.of(
                        arm.with(PowerCaps.VARIABLE, cap),
                        ArmPlan.of("b", List.of("true"), Duration.ofSeconds(3), 1 << 16)));
        RequestCheck.check(request);
        trial.create(request, Instant.EPOCH, "." + name);
        return trial;
    }

    private Process start(TrialFolder trial, String visible) throws IOException {
        return start(visible, trial.script().toString());
    }

    private Process start(String visible, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid", "-w", "sh"));
        command.addAll(List.of(words));
        ProcessBuilder script = new ProcessBuilder(command).inheritIO();
        Map<String, String> environment = script.environment();
        environment.keySet().removeIf(name -> name.contains("VISIBLE_DEVICES") || name.startsWith("SLURM_"));
        environment.put("PATH", smi.path());
        environment.put("AMDAHL_POWER_FOLDER", left().toString());
        if (!visible.isEmpty()) {
            environment.put("CUDA_VISIBLE_DEVICES", visible);
        }
        return script.start();
    }

    private static long pid(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip().split(" ", 2)[0]);
    }

    private static void until(Callable<Boolean> holds) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!holds.call()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            Thread.sleep(10);
        }
    }

    private void assertAsItWas() throws IOException {
        assertThat(List.of(smi.limit("GPU-a"), smi.limit("GPU-b"))).containsExactly("700.00", "700.00");
        assertThat(PlayedSmi.isEmpty(left()))
                .as("nothing is left to be set back")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"300 W, 300.00", "80 %, 560.00"})
    void anArmRunsUnderItsCapAndTheNextOneWithoutIt(String cap, String limit) throws Exception {
        TrialFolder trial = trial(
                "trial",
                1,
                cap,
                "cat '" + folder + "/bin/limits/b' >seen; env >variables; echo '" + cap + "'; sleep 1");

        assertThat(start(trial, "GPU-b").waitFor()).isZero();

        List<ArmResult> arms = trial.collect().arms();
        assertThat(trial.path().resolve("a/run/seen")).hasContent(limit);
        assertThat(trial.path().resolve("a/run/variables")).content().doesNotContain(PowerCaps.VARIABLE);
        assertThat(arms.get(0).circumstances()).containsEntry(EnvironmentFact.POWER_LIMIT, limit);
        assertThat(arms.get(1).circumstances()).containsEntry(EnvironmentFact.POWER_LIMIT, "700.00");
        assertThat(arms.get(0).covariates().getOrDefault(Covariate.ACCELERATOR_JOULES, Double.NaN)
                        / arms.get(0).wallSeconds().orElseThrow())
                .isEqualTo(Double.parseDouble(limit));
        assertThat(arms.get(0).covariates()).containsEntry(Covariate.LINGERING_PROCESSES, 0.0);
        assertThat(smi.set()).containsExactly("GPU-b " + limit.substring(0, 3), "GPU-b 700.00");
        assertAsItWas();
    }

    @ParameterizedTest
    @CsvSource({"exit 3, 3", "sleep 100, 124"})
    void aFailureAndATimeOutLeaveNoCap(String command, int code) throws Exception {
        TrialFolder trial = trial("trial", 1, "300 W", command);

        assertThat(start(trial, "GPU-b").waitFor()).isZero();

        assertThat(trial.collect().arms().get(0).exitCode()).hasValue(code);
        assertThat(smi.set()).contains("GPU-b 300");
        assertAsItWas();
    }

    @ParameterizedTest
    @ValueSource(strings = {"script", "group", "guard"})
    void whoeverIsKilledNoCapIsLeft(String whom) throws Exception {
        TrialFolder trial = trial("trial", 1, "300 W", "touch begun; sleep 2");
        Process script = start(trial, "GPU-b");
        until(() -> Files.exists(trial.path().resolve("a/run/begun")));
        assertThat(smi.limit("GPU-b")).isEqualTo("300.00");
        long pid = pid(trial.pid());

        switch (whom) {
            case "script" -> kill(Long.toString(pid));
            case "group" -> kill("-" + pid);
            default -> kill(Long.toString(guard()));
        }

        if (whom.equals("guard")) {
            assertThat(script.waitFor()).isZero();
            assertThat(trial.failure().orElseThrow()).contains("the cap on power was lifted while arm a ran");
        } else {
            until(() -> smi.limit("GPU-b").equals("700.00"));
            assertThat(ProcessHandle.of(Long.parseLong(
                                            Files.readString(trial.path().resolve("a/command.pid"))
                                                    .strip()))
                                    .isPresent()
                            || whom.equals("group"))
                    .as("the command of a killed script still runs, and is not waited for")
                    .isTrue();
            until(() -> PlayedSmi.isEmpty(left()));
        }
        assertAsItWas();
        kill("-" + pid);
    }

    private static void kill(String whom) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -s KILL -- " + whom + " 2>/dev/null")
                .start()
                .waitFor();
    }

    /** The process that sets the limit back. */
    private long guard() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder + "/trial/power.sh cap"))
                .filter(process -> process.parent()
                        .flatMap(parent -> parent.info().commandLine())
                        .filter(line -> line.contains("power.sh"))
                        .isEmpty())
                .findFirst()
                .orElseThrow()
                .pid();
    }

    @Test
    void whatAPowerCutOrAKilledProcessLeftIsSetBackByTheNextStart() throws Exception {
        TrialFolder trial = trial("trial", 1, "300 W", "touch begun; sleep 100");
        start(trial, "GPU-b");
        until(() -> Files.exists(trial.path().resolve("a/run/begun")));
        kill(Long.toString(guard()));
        kill("-" + pid(trial.pid()));
        assertThat(smi.limit("GPU-b")).as("nobody is left to set it back").isEqualTo("300.00");

        assertThat(restore()).containsExactly("GPU-b 300 700.00");

        assertAsItWas();
    }

    @Test
    void theNextTrialWithACapSetsBackWhatWasLeft() throws Exception {
        Files.createDirectory(left());
        Files.writeString(left().resolve("GPU-a"), "650.50 400 1 1 another-boot\n");
        smi.limit("GPU-a", "400.00");
        TrialFolder trial = trial("trial", 1, "300 W", "true");

        assertThat(start(trial, "GPU-b").waitFor()).isZero();

        assertThat(smi.set()).containsExactly("GPU-a 650.50", "GPU-b 300", "GPU-b 700.00");
        assertThat(PlayedSmi.isEmpty(left())).isTrue();
    }

    @Test
    void aLimitThatSomebodyElseSetMeanwhileStaysAndTheArmIsNoMeasurement() throws Exception {
        TrialFolder trial = trial("trial", 1, "300 W", "touch begun; sleep 1");
        Process script = start(trial, "GPU-b");
        until(() -> Files.exists(trial.path().resolve("a/run/begun")));
        smi.limit("GPU-b", "500.00");

        assertThat(script.waitFor()).isZero();

        assertThat(trial.failure().orElseThrow()).contains("somebody else set a limit of power while arm a ran");
        assertThat(smi.limit("GPU-b")).isEqualTo("500.00");
        assertThat(PlayedSmi.isEmpty(left())).isTrue();
    }

    private List<String> restore() throws IOException, InterruptedException {
        ProcessBuilder restore =
                new ProcessBuilder("sh", "-c", PowerScript.text(), "power.sh", "restore", left().toString());
        restore.environment().put("PATH", smi.path());
        Process process = restore.start();
        process.waitFor();
        return process.inputReader().lines().toList();
    }

    @Test
    void whatALivingTrialSetIsLeftAlone() throws Exception {
        TrialFolder trial = trial("trial", 1, "300 W", "touch begun; until [ -e go ]; do sleep 0.05; done");
        Process script = start(trial, "GPU-b");
        until(() -> Files.exists(trial.path().resolve("a/run/begun")));

        assertThat(restore()).isEmpty();

        assertThat(smi.limit("GPU-b")).isEqualTo("300.00");
        Files.createFile(trial.path().resolve("a/run/go"));
        assertThat(script.waitFor()).isZero();
        assertThat(trial.failure()).isEmpty();
        assertAsItWas();
    }

    @Test
    void twoTrialsAtOnceKeepToTheirOwnAccelerators() throws Exception {
        String wait = "touch begun; until [ -e go ]; do sleep 0.05; done";
        TrialFolder first = trial("first", 1, "300 W", wait);
        TrialFolder second = trial("second", 1, "400 W", wait);
        Process one = start(first, "GPU-a");
        Process other = start(second, "GPU-b");
        until(() -> Files.exists(first.path().resolve("a/run/begun"))
                && Files.exists(second.path().resolve("a/run/begun")));
        assertThat(List.of(smi.limit("GPU-a"), smi.limit("GPU-b"))).containsExactly("300.00", "400.00");

        Files.createFile(first.path().resolve("a/run/go"));
        assertThat(one.waitFor()).isZero();

        assertThat(List.of(smi.limit("GPU-a"), smi.limit("GPU-b"))).containsExactly("700.00", "400.00");
        Files.createFile(second.path().resolve("a/run/go"));
        assertThat(other.waitFor()).isZero();
        assertThat(first.failure()).isEmpty();
        assertThat(second.failure()).isEmpty();
        assertAsItWas();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | GPU-b | 800 W | 800 W is out of range: accelerator GPU-b takes 200 to 700 W",
                "1 | GPU-b | 20 % | 140 W is out of range: accelerator GPU-b takes 200 to 700 W",
                "1 | '' | 300 W | the arm holds 1 accelerators, and nvidia-smi shows 2 here",
                "2 | GPU-b | 300 W | the arm holds 2 accelerators, and nvidia-smi shows 1 here",
                "1 | GPU-c | 300 W | nvidia-smi does not tell the limits of power of GPU-c",
            })
    void whatCannotBeCappedIsNoResult(int count, String visible, String cap, String reason) throws Exception {
        TrialFolder trial = trial("trial", count, cap, "touch ran");

        assertThat(start(trial, visible).waitFor()).isZero();

        assertThat(trial.failure().orElseThrow()).contains("the power of arm a is not capped: " + reason);
        assertThat(trial.path().resolve("a/run/ran")).doesNotExist();
        assertThat(smi.set()).isEmpty();
        assertAsItWas();
    }

    @Test
    void aCapDoesNotRaiseALimit() throws Exception {
        smi.limit("GPU-b", "400.00");
        TrialFolder trial = trial("trial", 1, "500 W", "true");

        assertThat(start(trial, "GPU-b").waitFor()).isZero();

        assertThat(trial.failure().orElseThrow()).contains("accelerator GPU-b is limited to 400 W already");
        assertThat(smi.limit("GPU-b")).isEqualTo("400.00");
    }

    @Test
    void withoutPermissionTheReasonSaysWhatToDo() throws Exception {
        smi.refuse("Changing power management limit: Insufficient Permissions.");
        TrialFolder trial = trial("trial", 1, "300 W", "touch ran");

        assertThat(start(trial, "GPU-b").waitFor()).isZero();

        assertThat(trial.failure().orElseThrow())
                .contains(
                        "this user may not set limits of power: run as root, or put an nvidia-smi first on PATH that may");
        assertThat(trial.path().resolve("a/run/ran")).doesNotExist();
        assertAsItWas();
    }

    @Test
    void whereALimitCannotBeSetOnOneTheOthersAreSetBack() throws Exception {
        Files.createDirectory(left());
        TrialFolder holder = trial("holder", 1, "400 W", "touch begun; until [ -e go ]; do sleep 0.05; done");
        Process holds = start(holder, "GPU-b");
        until(() -> Files.exists(holder.path().resolve("a/run/begun")));
        TrialFolder both = trial("both", 2, "300 W", "touch ran");

        assertThat(start(both, "GPU-a,GPU-b").waitFor()).isZero();

        assertThat(both.failure().orElseThrow()).contains("another trial caps accelerator GPU-b");
        assertThat(List.of(smi.limit("GPU-a"), smi.limit("GPU-b"))).containsExactly("700.00", "400.00");
        Files.createFile(holder.path().resolve("a/run/go"));
        assertThat(holds.waitFor()).isZero();
        assertAsItWas();
    }

    @Test
    void anEndByATermSignalSetsTheLimitBackBeforeTheScriptIsGone() throws Exception {
        TrialFolder trial = trial("trial", 1, "300 W", "touch begun; sleep 2");
        Process script = start(trial, "GPU-b");
        until(() -> Files.exists(trial.path().resolve("a/run/begun")));

        new ProcessBuilder("sh", "-c", "kill -s TERM -- -" + pid(trial.pid()) + " " + guard())
                .start()
                .waitFor();
        script.waitFor();

        assertAsItWas();
        assertThat(trial.record()).doesNotExist();
    }

    @Test
    void aRequestWhoseCapMakesNoSenseIsRefused() {
        Assertions.assertThatThrownBy(() -> trial("trial", 1, "much", "true"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is not like 300 W or 80 %");
    }
}
