package dev.amdahl.core.schedulers.local;

import static dev.amdahl.core.schedulers.local.Requested.command;
import static dev.amdahl.core.schedulers.local.Requested.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.TrialResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What jobs do to themselves, and what is recorded of it. */
final class LocalJobTest extends LocalFixture {
    @Test
    void aFailingJobIsAResult() {
        ArmResult arm = runOnce(shell("exit 7"));
        assertThat(arm.exitCode()).hasValue(7);
        assertThat(arm.isSuccess()).isFalse();
        assertThat(arm.isTimedOut()).isFalse();
    }

    @Test
    void aCommandThatDoesNotExistIsAResult() {
        assertThat(runOnce(command("no-such-command-anywhere")).exitCode()).hasValue(127);
    }

    @Test
    void aHungJobIsStoppedAtItsLimit() {
        ArmResult arm = runOnce(shell("sleep 100").atMost(Duration.ofMillis(300)));
        assertThat(arm.isTimedOut()).isTrue();
        assertThat(arm.wallSeconds().orElseThrow()).isBetween(.3, 30.0);
    }

    @Test
    void aJobThatExitsLikeATimeoutIsNotTimedOut() {
        ArmResult arm = runOnce(shell("exit 124"));
        assertThat(arm.exitCode()).hasValue(124);
        assertThat(arm.isTimedOut()).isFalse();
    }

    @Test
    void aHugeLogNeitherBreaksTheJobNorFillsTheDisk() throws IOException {
        long limit = 1 << 20;
        ArmResult arm = runOnce(
                shell("echo first; head -c 300000000 /dev/zero; echo; echo last; head -c 3000000 /dev/zero >&2; exit 5")
                        .keepingBytes(limit));
        assertThat(arm.exitCode()).hasValue(5);
        assertThat(folderSize(arm.folder().orElseThrow())).isLessThan(3 * limit);
        assertThat(arm.folder().orElseThrow().resolve("stdout")).hasSize(limit);
        assertThat(read(arm.folder().orElseThrow().resolve("stdout.tail"))).endsWith("last\n");
    }

    private static long folderSize(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    @Test
    void aJobThatKillsItsOwnGroupKillsOnlyItself() {
        TrialResult result = run(
                open(), Requested.of("suicide", shell("kill -TERM 0; sleep 100"), shell("kill -KILL 0; sleep 100")));
        assertThat(result.arms())
                .extracting(arm -> arm.exitCode().orElseThrow())
                .containsExactly(143, 137);
        assertThat(result.arms()).noneMatch(ArmResult::isTimedOut);
    }

    @Test
    void nothingThatAnArmStartedRunsWhenTheNextArmStarts() {
        String daemon = "sleep 1000 & setsid sleep 1000 & echo $! > \"$AMDAHL_OUTPUT/pid\"";
        TrialResult result = run(open(), Requested.of("daemons", shell(daemon)));
        assertThat(result.arms()).allSatisfy(arm -> {
            long pid = Long.parseLong(
                    read(arm.folder().orElseThrow().resolve("output/pid")).strip());
            assertThat(ProcessIdentity.Stat.of(pid).filter(ProcessIdentity.Stat::isRunning))
                    .isEmpty();
        });
    }

    @Test
    void aDaemonThatHidesItsEnvironmentDoesNotHoldTheTrialUp() {
        ArmResult arm = runOnce(
                shell(
                        "env -i setsid sh -c ': > ready; cd /; exec sleep 20' & until [ -e ready ]; do sleep 0.01; done; echo out"));
        assertThat(arm.exitCode()).hasValue(0);
        assertThat(stdout(arm)).isEqualTo("out\n");
        boolean isFound = arm.covariates().getOrDefault(Covariate.LINGERING_PROCESSES, 0.0) == 1;
        assertThat(isFound || arm.notes().stream().anyMatch(note -> note.contains("held its output open")))
                .as("found by a control group, or by what it held")
                .isTrue();
    }

    @Test
    void bothArmsSeeTheContractsEnvironmentAndNoRole() {
        TrialResult result = run(
                open(),
                Requested.of(
                        "environment", shell("env; pwd | sed 's/^/WORKING=/'").with(Map.of("LEVER", "2"))));
        for (ArmResult arm : result.arms()) {
            Map<String, String> seen = environment(arm);
            String own = arm.folder().orElseThrow().toString();
            assertThat(seen)
                    .containsEntry("AMDAHL_RUN_DIR", own + "/run")
                    .containsEntry("AMDAHL_METRICS", own + "/metrics.json")
                    .containsEntry("AMDAHL_OUTPUT", own + "/output")
                    .containsEntry("AMDAHL_SEED", "42")
                    .containsEntry("WORKING", own + "/run")
                    .containsEntry("LEVER", "2")
                    .containsKey("PATH")
                    .doesNotContainKey("AMDAHL_TRACE");
            assertThat(stdout(arm).replace(folder.toString(), ""))
                    .doesNotContainIgnoringCase("baseline")
                    .doesNotContainIgnoringCase("variant")
                    .doesNotContain("amd_");
        }
    }

    @Test
    void onlyATracedArmIsAskedForATrace() {
        ArmResult arm = runOnce(shell("env").traced());
        assertThat(environment(arm)).containsEntry("AMDAHL_TRACE", arm.folder().orElseThrow() + "/trace.json");
    }

    @Test
    void hostileWordsArriveAsTheyAre() {
        List<String> words = List.of(
                "'; touch pwned; '",
                "$(touch pwned)",
                "`touch pwned`",
                "a\nb",
                "-n",
                "\\",
                "\"",
                "*",
                "~",
                "é漢字🙂",
                "",
                "x=y",
                "!!",
                "\t");
        String[] command = new String[words.size() + 3];
        command[0] = "sh";
        command[1] = "-c";
        command[2] = "printf '[%s]' \"$0\" \"$@\" \"$LEVER\"";
        for (int i = 0; i < words.size(); i++) {
            command[i + 3] = words.get(i);
        }
        String value = "'; touch pwned; echo '\n$(touch pwned)";
        ArmResult arm = runOnce(command(command).with(Map.of("LEVER", value)));
        assertThat(stdout(arm)).isEqualTo("[" + String.join("][", words) + "][" + value + "]");
        assertThat(arm.folder().orElseThrow().resolve("run")).isEmptyDirectory();
        assertThat(trial("once").resolve("pwned")).doesNotExist();
    }

    @Test
    void timesAndCovariatesAreRecorded() {
        ArmResult arm = runOnce(shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"));
        double wall = arm.wallSeconds().orElseThrow();
        assertThat(wall).isPositive();
        assertThat(arm.cpuSeconds().orElseThrow()).isBetween(.01, wall + .05);
        assertThat(arm.started()).isPresent();
        assertThat(arm.covariates()).containsKeys(Covariate.LOAD_1M, Covariate.QUEUE_SECONDS);
        assertThat(arm.covariates().get(Covariate.QUEUE_SECONDS)).isBetween(0.0, 60.0);
    }
}
