package dev.amdahl.core.schedulers.local;

import static dev.amdahl.core.schedulers.local.Requested.shell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Deaths of the submitter, of the script and of the run. */
final class LocalRestartTest extends LocalFixture {
    @Test
    void aRunOutlivesTheProcessThatSubmittedIt() throws IOException, InterruptedException {
        Path go = folder.resolve("go");
        String command = "until [ -e '" + go + "' ]; do sleep 0.02; done; echo done";
        Process child = SubmitAndHalt.process(folder, "orphan", command).start();
        assertThat(child.waitFor()).isEqualTo(137);
        Scheduler scheduler = open();
        WorkerRunId run = scheduler.find("orphan").orElseThrow();
        awaitLine(trial("orphan").resolve("a/command.pid"));
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.RUNNING);
        assertThat(scheduler.process(run)).isPresent();
        assertThat(scheduler.submit(Requested.of("orphan", shell(command)))).isEqualTo(run);
        Files.createFile(go);
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
        assertThat(scheduler.collect(run).arms())
                .extracting(LocalFixture::stdout)
                .containsExactly("done\n", "done\n");
    }

    @Test
    void startingTheScriptAgainChangesNothing() throws IOException, InterruptedException {
        Scheduler scheduler = open();
        TrialResult result = run(scheduler, Requested.of("again", shell("date +%s%N")));
        Process second = new ProcessBuilder(
                        "setsid", "sh", trial("again").resolve("trial.sh").toString())
                .start();
        assertThat(second.waitFor()).isZero();
        assertThat(scheduler.collect(new WorkerRunId("again"))).isEqualTo(result);
        assertThat(trial("again").resolve("result.tmp")).doesNotExist();
    }

    @Test
    void aKilledScriptIsAFailureOfTheInfrastructureAndLeavesNothingRunning() throws IOException {
        Scheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Requested.of("killed", shell("sleep 1000")));
        awaitFile(trial("killed").resolve("a/command.pid"));
        long script = Long.parseLong(read(trial("killed").resolve("pid")).split(" ", 2)[0]);
        ProcessHandle.of(script).orElseThrow().destroyForcibly();
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.INFRA_FAILED);
        assertThat(processesOf("killed")).isEmpty();
        assertThatThrownBy(() -> scheduler.collect(run))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT))
                .hasMessageContaining("without a result");
    }

    @Test
    void aProcessThatHasGotTheNumberOfADeadScriptIsLeftAlone() throws IOException {
        Scheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Requested.of("reused", shell("sleep 1000")));
        awaitLine(trial("reused").resolve("a/command.pid"));
        Process other = new ProcessBuilder("setsid", "sleep", "1000").start();
        try {
            await(() -> ProcessIdentity.Stat.of(other.pid()).orElseThrow().session() == other.pid());
            long script = Long.parseLong(read(trial("reused").resolve("pid")).split(" ", 2)[0]);
            ProcessHandle.of(script).orElseThrow().destroyForcibly();
            Files.writeString(trial("reused").resolve("pid"), other.pid() + " 1\n");

            assertThat(end(scheduler, run)).isEqualTo(RunStatus.INFRA_FAILED);

            assertThat(other.isAlive()).isTrue();
            assertThat(processesOf("reused")).isEmpty();
            // What read the command's streams carries no mark; it ends by itself, and writes into the folder once more.
            await(() -> members(new Session(script, trial("reused"))).isEmpty());
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void anArmEndedFromOutsideEndsTheTrialWithoutARecord() throws IOException {
        Scheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Requested.of("ended", shell("sleep 1000")));
        String pid = awaitLine(trial("ended").resolve("a/command.pid"));
        ProcessHandle command = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        command.parent().flatMap(ProcessHandle::parent).orElseThrow().destroyForcibly();
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.INFRA_FAILED);
        assertThat(trial("ended").resolve("result.properties")).doesNotExist();
        assertThat(trial("ended").resolve("trial.log"))
                .content()
                .contains("arm a was ended from outside, with signal 9");
        assertThat(processesOf("ended")).isEmpty();
    }

    @Test
    void cancellingKillsEveryProcessOfTheRun() {
        Scheduler scheduler = open();
        WorkerRunId run = scheduler.submit(
                Requested.of("stop", shell("setsid sleep 1000 & sleep 1000 & touch ready; trap '' TERM; sleep 1000")));
        awaitFile(trial("stop").resolve("a/run/ready"));
        assertThat(processesOf("stop")).isNotEmpty();
        scheduler.cancel(run);
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.CANCELLED);
        assertThat(processesOf("stop")).isEmpty();
        assertThat(trial("stop").resolve("b/command.pid")).doesNotExist();
    }

    @Test
    void aRunWhoseFolderIsGoneHasFailedAndOneOfAFolderThatCannotBeReadIsUnknown() throws IOException {
        Scheduler scheduler = open();
        run(scheduler, Requested.of("other", shell("true")));
        WorkerRunId run = scheduler.submit(
                Requested.of(
                        "gone",
                        shell(
                                "cd \"$AMDAHL_RUN_DIR/../..\"; trial=$(pwd -P); until rm -rf \"$trial\"; do :; done; sleep 1000")));

        assertThat(end(scheduler, run)).isEqualTo(RunStatus.INFRA_FAILED);
        assertThat(scheduler.reason(run)).contains("its folder is gone");
        assertThatThrownBy(() -> scheduler.collect(run))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT))
                .hasMessageContaining("its folder is gone");
        await(() -> processesOf("gone").isEmpty());
        assertThat(processesOf("gone")).isEmpty();

        Files.move(folder.resolve("root/trials"), folder.resolve("root/moved"));
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.INFRA_FAILED);
        Files.move(folder.resolve("root"), folder.resolve("elsewhere"));
        assertThat(scheduler.poll(Set.of(run))).as("nothing of it can be read").containsEntry(run, RunStatus.UNKNOWN);
    }

    @Test
    void anUnknownRunIsWaitedFor() {
        Scheduler scheduler = open();
        WorkerRunId run = new WorkerRunId("never");
        long before = System.nanoTime();

        scheduler.await(Set.of(run), Duration.ofMillis(300));

        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(290_000_000L);
    }

    private List<Long> processesOf(String key) {
        return members(new Session(Session.GONE, trial(key)));
    }

    private static List<Long> members(Session session) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.map(ProcessHandle::pid).filter(session::contains).toList();
        }
    }

    @Test
    void aRecordWithOneArmIsNoResult() throws IOException {
        Scheduler scheduler = open();
        run(scheduler, Requested.of("half", shell("true")));
        Path record = trial("half").resolve("result.properties");
        Files.write(
                record,
                Files.readAllLines(record).stream()
                        .filter(line -> !line.startsWith("b."))
                        .toList());
        Files.delete(trial("half").resolve("trial.json"));
        assertThat(end(open(), new WorkerRunId("half"))).isEqualTo(RunStatus.INFRA_FAILED);
    }

    @Test
    void aSteppedClockVoidsTheTrial() throws IOException {
        Scheduler scheduler = open();
        TrialResult sound = run(scheduler, Requested.of("clock", shell("true")));
        assertThat(sound.voidReason()).isEmpty();
        Path record = trial("clock").resolve("result.properties");
        Files.write(
                record,
                Files.readAllLines(record).stream()
                        .map(line -> line.startsWith("a.after=") ? stepped(line) : line)
                        .toList());
        Files.delete(trial("clock").resolve("trial.json"));
        assertThat(open().collect(new WorkerRunId("clock")).voidReason()).contains("clock stepped");
    }

    private static String stepped(String line) {
        String[] words = line.substring("a.after=".length()).split(" ", -1);
        return "a.after=" + (Long.parseLong(words[0]) + 500_000_000) + " " + words[1] + " " + words[2];
    }

    @Test
    void aTidiedTrialKeepsItsResultAndTheBeginningOfItsStreams() throws IOException {
        Scheduler scheduler = open();
        Requested.Arm arm = shell(
                        "mkdir deep; echo x > deep/file; echo y > \"$AMDAHL_OUTPUT/y\"; head -c 200000 /dev/zero")
                .keepingBytes(1 << 20);
        TrialResult result = run(scheduler, Requested.of("tidied", arm));

        scheduler.tidy(new WorkerRunId("tidied"));
        scheduler.tidy(new WorkerRunId("tidied"));
        scheduler.tidy(new WorkerRunId("never"));

        assertThat(trial("tidied").resolve("a/run")).doesNotExist();
        assertThat(trial("tidied").resolve("b/output")).doesNotExist();
        assertThat(trial("tidied").resolve("a/stdout")).hasSize(65536);
        assertThat(trial("tidied").resolve("result.properties")).exists();
        assertThat(open().collect(new WorkerRunId("tidied"))).isEqualTo(result);
    }

    @Test
    void aTrialThatWaitsSaysForWhomAndHowToEndWhatNobodyWaitsFor() throws IOException {
        Scheduler scheduler = open();
        WorkerRunId first = scheduler.submit(Requested.of("first", shell("touch here; sleep 1000")));
        awaitFile(trial("first").resolve("a/run/here"));
        WorkerRunId second = scheduler.submit(Requested.of("second", shell("true")));

        assertThat(scheduler.reason(second).orElseThrow())
                .isEqualTo("waits for the trials in " + trial("first").getParent());
        ProcessIdentity self = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
        Files.writeString(trial("first").resolve(Launcher.OWNER), self.toString());
        assertThat(scheduler.reason(second))
                .hasValue("waits for the trials of process " + self.pid() + ", which is alive");
        Files.writeString(trial("first").resolve(Launcher.OWNER), "1 12345");
        assertThat(scheduler.reason(second).orElseThrow())
                .contains(
                        "waits for the trial " + trial("first") + " of process 1, which is gone, that runs since 20",
                        "kill -- -");
        assertThat(scheduler.reason(first)).isEmpty();
        scheduler.cancel(second);
        scheduler.cancel(first);
    }

    @Test
    void aTrialThatRunsIsNotTidied() {
        Scheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Requested.of("busy", shell("touch here; sleep 1000")));
        awaitFile(trial("busy").resolve("a/run/here"));

        scheduler.tidy(run);

        assertThat(trial("busy").resolve("a/run/here")).exists();
        scheduler.cancel(run);
    }

    @Test
    void resultsSurviveWithoutTheArmsFiles() throws IOException {
        Scheduler scheduler = open();
        TrialResult result = run(scheduler, Requested.of("gone", shell("echo x")));
        Files.delete(trial("gone").resolve("a/stdout"));
        assertThat(open().collect(new WorkerRunId("gone"))).isEqualTo(result);
        assertThat(result.arms()).allMatch(ArmResult::isSuccess);
    }
}
