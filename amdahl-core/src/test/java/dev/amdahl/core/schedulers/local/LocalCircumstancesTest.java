package dev.amdahl.core.schedulers.local;

import static dev.amdahl.core.schedulers.local.Requested.shell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is recorded of the machine and of what an arm does beside its work. */
final class LocalCircumstancesTest extends LocalFixture {

    @Test
    void whatAnArmRunsOnIsRecorded() {
        ArmResult arm = runOnce(shell("true"));

        assertThat(arm.circumstances())
                .containsKeys(
                        EnvironmentFact.KERNEL,
                        EnvironmentFact.CPUS_ALLOWED,
                        EnvironmentFact.MEMORY_NODES_ALLOWED,
                        EnvironmentFact.OVERCOMMIT)
                .containsEntry(EnvironmentFact.PRIORITY, ownPriority())
                .doesNotContainKeys(EnvironmentFact.PROGRAM, EnvironmentFact.PROGRAM_AFTER);
        assertThat(arm.covariates())
                .containsEntry(Covariate.LINGERING_PROCESSES, 0.0)
                .containsKeys(Covariate.MAJOR_FAULTS, Covariate.SWAPPED_PAGES, Covariate.AVAILABLE_MEMORY_BYTES);
    }

    @Test
    void whatAnArmReadsIsCountedOverAllItsProcesses() {
        ArmResult arm = runOnce(shell("head -c 3000000 /dev/zero | cat >/dev/null"));

        assertThat(arm.covariates().get(Covariate.READ_BYTES)).isBetween(6_000_000.0, 7_000_000.0);
    }

    private static String ownPriority() {
        String stat = read(Path.of("/proc/self/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16];
    }

    @Test
    void workThatGoesOnBehindTheReturnIsCounted() {
        List<ArmResult> arms = run(
                        open(),
                        Requested.of(
                                "side",
                                shell(
                                        "{ sleep 20 & } </dev/null >/dev/null 2>&1; setsid sleep 20 </dev/null >/dev/null 2>&1 & "
                                                + "sleep 0.2"),
                                shell("sleep 0.01 & wait")))
                .arms();

        assertThat(arms.get(0).covariates()).containsEntry(Covariate.LINGERING_PROCESSES, 2.0);
        assertThat(arms.get(1).covariates()).containsEntry(Covariate.LINGERING_PROCESSES, 0.0);
    }

    @Test
    void aDaemonWithAnEmptyEnvironmentIsCountedAndEnded() {
        Requires.program("env");
        ArmResult arm =
                runOnce(shell("setsid env -i sh -c 'echo $$ > daemon; exec sleep 778' </dev/null >/dev/null 2>&1 & "
                        + "until [ -s daemon ]; do sleep 0.02; done"));

        assertThat(arm.covariates()).containsEntry(Covariate.LINGERING_PROCESSES, 1.0);
        long daemon = Long.parseLong(
                read(arm.folder().orElseThrow().resolve("run/daemon")).strip());
        await(() -> ProcessHandle.of(daemon).isEmpty());
        assertThat(ProcessHandle.of(daemon)).isEmpty();
        assertThat(read(trial("once").resolve("result.properties"))).contains("a.found_by=", "environment, folder");
    }

    @Test
    void aDaemonThatHidesFromEverythingElseIsFoundByItsControlGroup() throws IOException {
        Requires.program("env");
        assumeTrue(isGroupWritable(), Requires.PREFIX + "a control group to write");
        ArmResult arm = runOnce(shell("cd / && setsid env -i sh -c 'echo $$ > \"$0\"; exec sleep 779' "
                + "\"$AMDAHL_RUN_DIR/daemon\" </dev/null >/dev/null 2>&1 & "
                + "until [ -s \"$AMDAHL_RUN_DIR/daemon\" ]; do sleep 0.02; done"));

        assertThat(arm.covariates()).containsEntry(Covariate.LINGERING_PROCESSES, 1.0);
        long daemon = Long.parseLong(
                read(arm.folder().orElseThrow().resolve("run/daemon")).strip());
        await(() -> ProcessHandle.of(daemon).isEmpty());
        assertThat(ProcessHandle.of(daemon)).isEmpty();
    }

    /** Whether this process may make a control group of version 2, and move processes of its own into it. */
    private static boolean isGroupWritable() throws IOException {
        Optional<String> mount = read(Path.of("/proc/mounts"))
                .lines()
                .map(line -> line.split(" "))
                .filter(fields -> fields[2].equals("cgroup2"))
                .map(fields -> fields[1])
                .findFirst();
        Optional<String> own = read(Path.of("/proc/self/cgroup"))
                .lines()
                .filter(line -> line.startsWith("0::"))
                .map(line -> line.substring(3))
                .findFirst();
        if (mount.isEmpty() || own.isEmpty()) {
            return false;
        }
        Path parent = Path.of(mount.get() + own.get());
        Path group = parent.resolve("amdahl-test-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(group);
        } catch (IOException notPermitted) {
            return false;
        }
        try {
            return Files.isWritable(group.resolve("cgroup.kill")) && Files.isWritable(parent.resolve("cgroup.procs"));
        } finally {
            Files.delete(group);
        }
    }

    @Test
    void aProgramThatRewritesItsEvaluatorIsSeenInItsDigests() throws IOException {
        Path work = Files.createDirectory(folder.resolve("work"));
        Files.writeString(work.resolve("eval.sh"), "echo score 1\n");
        Files.writeString(work.resolve("edit.sh"), "sh ./eval.sh; echo 'echo score 2' > eval.sh\n");

        List<ArmResult> arms = run(
                        open(),
                        Requested.of(
                                "edit",
                                shell("sh ./eval.sh").in(work),
                                shell("sh ./edit.sh ./eval.sh").in(work)))
                .arms();

        assertThat(program(arms.get(0), EnvironmentFact.PROGRAM))
                .isEqualTo(program(arms.get(0), EnvironmentFact.PROGRAM_AFTER));
        assertThat(program(arms.get(1), EnvironmentFact.PROGRAM))
                .isNotEqualTo(program(arms.get(1), EnvironmentFact.PROGRAM_AFTER));
    }

    private static String program(ArmResult arm, EnvironmentFact circumstance) {
        assertThat(arm.isSuccess()).isTrue();
        return Objects.requireNonNull(arm.circumstances().get(circumstance), circumstance::name);
    }
}
