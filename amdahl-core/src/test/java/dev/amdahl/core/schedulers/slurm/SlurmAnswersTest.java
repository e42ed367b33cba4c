package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of what the commands say, and how often they are called. */
final class SlurmAnswersTest {
    private static final WorkerRunId RUN = new WorkerRunId("k0");

    @TempDir
    Path place;

    private FakeSlurm slurm;
    private String limit = "60s";

    @BeforeEach
    void fake() throws IOException {
        slurm = new FakeSlurm(place.resolve("bin"));
    }

    private RunStatus status() throws IOException {
        if (!Files.exists(place.resolve("trials/k0"))) {
            FakeSlurm.submitted(place, 1);
        }
        SlurmScheduler scheduler =
                slurm.context(place).with("command-timeout", limit).scheduler();
        return scheduler.poll(Set.of(RUN)).getOrDefault(RUN, RunStatus.DONE);
    }

    @Test
    void aThousandRunsAreAskedForInOneCall() throws IOException {
        Set<WorkerRunId> runs = FakeSlurm.submitted(place, 1000);
        StringBuilder queue = new StringBuilder();
        for (int i = 0; i < 990; i++) {
            queue.append(FakeSlurm.line(1000 + i, i < 500 ? "RUNNING" : "PENDING", "None", "k" + i));
        }
        slurm.prints("squeue", queue.toString());
        Map<WorkerRunId, RunStatus> statuses = slurm.context(place).scheduler().poll(runs);
        assertThat(statuses).hasSize(1000);
        assertThat(statuses.values()).filteredOn(RunStatus.RUNNING::equals).hasSize(500);
        assertThat(statuses.values()).filteredOn(RunStatus.QUEUED::equals).hasSize(490);
        assertThat(slurm.calls("squeue")).isEqualTo(1);
        assertThat(slurm.calls("sacct")).isEqualTo(1);
    }

    @Test
    void severalPollsWithinTheIntervalAskOnce() throws IOException {
        FakeSlurm.submitted(place, 1);
        slurm.prints("squeue", FakeSlurm.line(1000, "RUNNING", "None", "k0"));
        SlurmScheduler scheduler =
                slurm.context(place).with("poll-interval", "1h").scheduler();
        for (int i = 0; i < 5; i++) {
            assertThat(scheduler.poll(Set.of(RUN))).containsEntry(RUN, RunStatus.RUNNING);
        }
        assertThat(slurm.calls("squeue")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "PENDING, QUEUED",
        "CONFIGURING, QUEUED",
        "RUNNING, RUNNING",
        "SUSPENDED, RUNNING",
        "COMPLETING, RUNNING",
        "COMPLETED, INFRA_FAILED",
        "FAILED, INFRA_FAILED",
        "TIMEOUT, INFRA_FAILED",
        "NODE_FAIL, INFRA_FAILED",
        "PREEMPTED, INFRA_FAILED",
        "BOOT_FAIL, INFRA_FAILED",
        "REQUEUED, INFRA_FAILED",
        "REQUEUE_HOLD, INFRA_FAILED",
        "OUT_OF_MEMORY, INFRA_FAILED",
        "DEADLINE, INFRA_FAILED",
        "CANCELLED, CANCELLED",
        "TELEPORTED, UNKNOWN"
    })
    void statesWithoutAResult(String state, RunStatus expected) throws IOException {
        slurm.prints("squeue", FakeSlurm.line(1000, state, "None", "k0"));
        assertThat(status()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"OUT_OF_MEMORY, 137", "TIMEOUT, 124"})
    void aLimitOfTheJobFailsTheArmThatRan(String state, int code) throws IOException {
        FakeSlurm.submitted(place, 1);
        Files.writeString(place.resolve("trials/k0/result.tmp"), "host=n1\nrunning=a\n");
        slurm.prints("squeue", FakeSlurm.line(1000, state, "None", "k0"));
        assertThat(status()).isEqualTo(RunStatus.DONE);

        TrialResult result = slurm.context(place).scheduler().collect(RUN);

        ArmResult arm = result.arms().get(0);
        assertThat(arm.exitCode()).hasValue(code);
        assertThat(arm.isSuccess()).isFalse();
        assertThat(arm.isTimedOut()).isEqualTo(state.equals("TIMEOUT"));
        assertThat(arm.wallSeconds()).isEmpty();
        assertThat(arm.notes()).anyMatch(note -> note.contains("job 1000 is " + state));
        assertThat(result.arms().stream().skip(1))
                .allMatch(after -> after.exitCode().isEmpty());
    }

    @Test
    void aLimitOfTheJobBetweenTheArmsIsNoFactAboutEither() throws IOException {
        FakeSlurm.submitted(place, 1);
        Files.writeString(place.resolve("trials/k0/result.tmp"), "host=n1\nrunning=a\nrunning=\n");
        slurm.prints("squeue", FakeSlurm.line(1000, "TIMEOUT", "None", "k0"));
        assertThat(status()).isEqualTo(RunStatus.INFRA_FAILED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep 30",
                "echo 'slurm_load_jobs error: Unable to contact slurm controller (connect failure)' >&2; exit 1",
                "echo 'squeue: error: Munge encode failed: Unable to access socket' >&2; exit 1",
                "printf '1000|COMPLETED|None|17953'",
                "printf '1000|COMPL'; exit 137",
                "echo 'squeue: unrecognized option --me' >&2; exit 1",
                "echo '{\"jobs\": []}'",
                "exit 1"
            })
    void aQueueThatDoesNotTellMakesNothingGone(String script) throws IOException {
        slurm.answers("squeue", script);
        limit = script.startsWith("sleep") ? "500ms" : limit;
        for (int look = 0; look < 3; look++) {
            assertThat(status()).isEqualTo(RunStatus.UNKNOWN);
        }
        assertThat(place.resolve("trials/k0/missing")).doesNotExist();
        assertThat(place.resolve("trials/k0/failed")).doesNotExist();
    }

    @Test
    void accountingThatDoesNotAnswerMakesNothingGone() throws IOException {
        slurm.answers("sacct", "sleep 30");
        limit = "500ms";
        assertThat(status()).isEqualTo(RunStatus.UNKNOWN);
        limit = "60s";
        slurm.answers("sacct", "echo 'sacct: error: Problem talking to the database: Connection refused' >&2; exit 1");
        assertThat(status()).isEqualTo(RunStatus.UNKNOWN);
        assertThat(place.resolve("trials/k0/failed")).doesNotExist();
    }

    @Test
    void whatLeftTheQueueIsLookedUpInAccounting() throws IOException {
        String line = String.join(
                "\u001f",
                "1000",
                "amdahl-k0",
                "ada",
                "PREEMPTED",
                "0:15",
                "1795333140",
                "1795333141",
                "1795333142",
                "1",
                "billing=1,gres/gpu=1",
                "",
                "big",
                "gpu",
                "ml");
        slurm.prints("sacct", line + "\n");
        assertThat(status()).isEqualTo(RunStatus.INFRA_FAILED);
        assertThat(Files.readString(place.resolve("trials/k0/failed"))).contains("PREEMPTED", "signal 15");
    }

    @Test
    void accountingThatStillShowsALostJobRunningIsNotBelieved() throws IOException {
        String line = String.join(
                "\u001f",
                "1000",
                "amdahl-k0",
                "ada",
                "RUNNING",
                "0:0",
                "1795333140",
                "1795333141",
                "Unknown",
                "1",
                "billing=1",
                "",
                "big",
                "gpu",
                "ml");
        slurm.prints("sacct", line + "\n");
        assertThat(status()).isEqualTo(RunStatus.INFRA_FAILED);
    }

    @Test
    void aMissingProgramIsOneLine() throws IOException {
        slurm.remove("sbatch");
        slurm.remove("squeue");
        assertThat(status()).isEqualTo(RunStatus.UNKNOWN);
        assertThatThrownBy(() -> slurm.context(place).scheduler().submit(Batch.of("new", "true")))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT))
                .hasMessageContaining("sbatch")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aCallThatHangsIsKilledWithAllThatItStarted() throws IOException {
        slurm.answers("squeue", "sleep 1234.5 & sleep 1234.5");
        limit = "500ms";
        assertThat(status()).isEqualTo(RunStatus.UNKNOWN);
        SlurmFixture.awaitTrue("the children are gone", () -> sleepers() == 0);
    }

    private static long sleepers() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(process -> process.info().commandLine().orElse("").contains("sleep 1234.5"))
                    .count();
        }
    }

    @Test
    void anUnansweredSubmissionIsLookedForBeforeItIsRepeated() throws IOException {
        SlurmScheduler scheduler = slurm.context(place).scheduler();
        slurm.answers(
                "sbatch",
                "echo 'sbatch: error: Batch job submission failed: Socket timed out on send/recv operation' >&2; exit 1");
        assertThatThrownBy(() -> scheduler.submit(Batch.of("k0", "true"))).hasMessageContaining("not known");
        slurm.prints("squeue", FakeSlurm.line(77, "PENDING", "Priority", "k0"));
        assertThat(scheduler.find("k0")).contains(RUN);
        assertThat(scheduler.submit(Batch.of("k0", "true"))).isEqualTo(RUN);
        assertThat(slurm.calls("sbatch")).isEqualTo(1);
        assertThat(Files.readString(place.resolve("trials/k0/job"))).isEqualTo("77\n");
    }

    @Test
    void anAnswerWithoutANumberIsNotKnown() throws IOException {
        slurm.answers("sbatch", "echo hello");
        SlurmScheduler scheduler = slurm.context(place).scheduler();
        assertThatThrownBy(() -> scheduler.submit(Batch.of("k0", "true")))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT));
        assertThatThrownBy(() -> scheduler.find("k0")).hasMessageContaining("not known yet");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Batch job submission failed: Requested node configuration is not available; NEVER",
                "Batch job submission failed: Invalid account or account/partition combination specified; NEVER",
                "Batch job submission failed: Requested time limit is invalid (missing or exceeds some limit); NEVER",
                "unrecognized option '--nosuch'; NEVER",
                "Batch job submission failed: Job violates accounting/QOS policy (job submit limit, user's size and/or time limits); NOT_NOW",
                "Batch job submission failed: Required node not available (down, drained or reserved); NOT_NOW",
                "Batch job submission failed: Unable to contact slurm controller (connect failure); NOT_NOW",
                "Batch job submission failed: Protocol authentication error; NOT_NOW",
                "Batch job submission failed: Socket timed out on send/recv operation; NO_ANSWER",
                "Batch job submission failed: Zero Bytes were transmitted or received; NO_ANSWER",
                "something else; NO_ANSWER"
            })
    void whatAFailedSubmissionMeans(String problem, Refusal expected) {
        assertThat(Refusal.of(problem)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "partion, x",
        "slots, 0",
        "time-limit, soon",
        "sbatch, --job-name=x",
        "sbatch, --array=1-3",
        "sbatch, rm -rf",
        "partition, a b",
        "export, A=b",
        "gres.h200, gpu;rm"
    })
    void aWrongSettingIsNamed(String name, String value) {
        assertThatThrownBy(() -> slurm.context(place).with(name, value).scheduler())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(name)
                .hasMessageNotContaining("\n");
    }
}
