package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.schedulers.slurmcommands.CommandSettings;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a real cluster does with jobs. */
final class SlurmClusterTest extends SlurmFixture {
    /** What the shell and Slurm's node set by themselves. */
    private static final Set<String> SET_THERE = Set.of(
            "PWD",
            "SHLVL",
            "OLDPWD",
            "_",
            "TMPDIR",
            "HOSTNAME",
            "ENVIRONMENT",
            "MAIL",
            "CUDA_VISIBLE_DEVICES",
            "GPU_DEVICE_ORDINAL",
            "ROCR_VISIBLE_DEVICES",
            "ZE_AFFINITY_MASK");

    @Test
    void aJobHoldsItsAcceleratorsAndSeesNothingOfTheCallersEnvironment() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Batch.of("held", "env").holding("h200", 2));
        await(scheduler, run, RunStatus.DONE);
        String printed = read("held", "a/stdout");
        assertThat(printed).contains("SLURM_GPUS_ON_NODE=2", "AMDAHL_SEED=42", "SLURM_JOB_NAME=amdahl-held");
        Set<String> names = printed.lines()
                .filter(line -> line.matches("[A-Za-z_][A-Za-z0-9_]*=.*"))
                .map(line -> line.substring(0, line.indexOf('=')))
                .filter(name -> !name.startsWith("SLURM") && !name.startsWith("AMDAHL_"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(names).contains("PATH");
        names.removeAll(SET_THERE);
        names.removeAll(CommandSettings.KEPT);
        assertThat(names).isEmpty();
    }

    @Test
    void aRefusedSubmissionIsTheUsersErrorAndItsRecordIsNotTakenForTheRun() {
        SlurmScheduler scheduler = open();
        Batch tooMuch = Batch.of("refused", "true").holding("h200", 9);
        assertThatThrownBy(() -> scheduler.submit(tooMuch))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Requested node configuration is not available")
                .hasMessageNotContaining("\n");
        assertThat(jobs("refused")).singleElement().asString().contains("FAILED", "BadConstraints");
        assertThat(scheduler.find("refused")).isEmpty();
        SlurmScheduler modest = context().with("gres.h200", "gpu:h200:1").scheduler();
        WorkerRunId run = modest.submit(tooMuch);
        await(modest, run, RunStatus.DONE);
        assertThat(modest.find("refused")).contains(run);
        assertThat(jobs("refused")).hasSize(2);
    }

    @Test
    void whatAWrongSettingNamesIsSaidInOneLine() {
        assertThatThrownBy(
                        () -> context().with("partition", "nosuch").scheduler().submit(Batch.of("nowhere", "true")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Invalid partition name specified")
                .hasMessageNotContaining("\n");
        assertThat(open().find("nowhere")).isEmpty();
    }

    @Test
    void aHostIsAvoidedOnlyWhereThereIsAnother() {
        SlurmScheduler scheduler = open();
        WorkerRunId only = scheduler.submit(Batch.of("only", "true").avoiding(cluster.node()));
        WorkerRunId elsewhere = scheduler.submit(Batch.of("elsewhere", "true").avoiding("nosuch.example.org"));
        await(scheduler, only, RunStatus.DONE);
        await(scheduler, elsewhere, RunStatus.DONE);
        assertThat(scheduler.collect(only).host()).isNotEmpty();
    }

    @Test
    void aPendingJobHasNotStartedWhateverSlurmEstimatesAndItsWaitIsRecorded() {
        SlurmScheduler scheduler = open();
        Path go = place.resolve("go");
        WorkerRunId first = scheduler.submit(Batch.of("first", "until [ -e '" + go + "' ]; do sleep 0.05; done")
                .holding("h200", 4));
        awaitStart("first");
        WorkerRunId second = scheduler.submit(Batch.of("second", "true").holding("h200", 4));
        awaitTrue(
                "an estimate of its start",
                () -> cluster.call("squeue", "--noheader", "--name=amdahl-second", "--Format=StartTime:|")
                        .matches("(?s)\\d.*"));
        assertThat(status(scheduler, second)).isEqualTo(RunStatus.QUEUED);
        assertThat(scheduler.reason(second).orElseThrow()).contains("PENDING");
        assertThat(status(scheduler, first)).isEqualTo(RunStatus.RUNNING);
        scheduler.await(Set.of(second), SECOND);
        touch(go);
        await(scheduler, second, RunStatus.DONE);
        assertThat(scheduler.collect(second).arms())
                .allSatisfy(arm -> assertThat(arm.covariates().get(Covariate.QUEUE_SECONDS))
                        .isBetween(1.0, 600.0));
    }

    @Test
    void aPendingRunIsCancelledAndNeverStarts() {
        SlurmScheduler scheduler = open();
        WorkerRunId first = scheduler.submit(Batch.of("holder", "sleep 60").holding("h200", 4));
        awaitStart("holder");
        WorkerRunId second = scheduler.submit(Batch.of("waiter", "true").holding("h200", 1));
        scheduler.cancel(second);
        scheduler.cancel(first);
        assertThat(status(scheduler, second)).isEqualTo(RunStatus.CANCELLED);
        assertThat(status(scheduler, first)).isEqualTo(RunStatus.CANCELLED);
        awaitTrue("both ended", () -> {
            scheduler.poll(Set.of(first));
            return !Files.exists(place.resolve("cancels/holder")) && !Files.exists(place.resolve("cancels/waiter"));
        });
        assertThat(jobs("waiter")).singleElement().asString().contains("CANCELLED");
        assertThat(trial("waiter").resolve("pid")).doesNotExist();
    }

    @Test
    void aJobThatSomebodyElseCancelsIsCancelled() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Batch.of("theirs", "sleep 60"));
        awaitStart("theirs");
        cluster.call("scancel", "--name=amdahl-theirs");
        await(scheduler, run, RunStatus.CANCELLED);
        assertThat(status(open(), run)).isEqualTo(RunStatus.CANCELLED);
    }

    @Test
    void aJobPutBackIntoTheQueueIsAFailureOfTheInfrastructure() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Batch.of("requeued", "sleep 60"));
        awaitStart("requeued");
        String job = read("requeued", "job").strip();
        cluster.call("scontrol", "update", "JobId=" + job, "Requeue=1");
        cluster.call("scontrol", "requeue", job);
        await(scheduler, run, RunStatus.INFRA_FAILED);
        assertThatThrownBy(() -> scheduler.collect(run))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT))
                .hasMessageContaining("put back into the queue");
        cluster.call("scancel", job);
    }

    @Test
    void aLostNodeIsAFailureOfTheInfrastructure() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Batch.of("lostnode", "sleep 60"));
        awaitStart("lostnode");
        cluster.call("scontrol", "update", "NodeName=" + cluster.node(), "State=DOWN", "Reason=test");
        try {
            await(scheduler, run, RunStatus.INFRA_FAILED);
            assertThat(scheduler.reason(run).orElseThrow()).contains("NODE_FAIL");
        } finally {
            cluster.call("scontrol", "update", "NodeName=" + cluster.node(), "State=RESUME");
        }
        assertThat(status(open(), run)).isEqualTo(RunStatus.INFRA_FAILED);
        awaitTrue(
                "the node is back",
                () -> cluster.call("sinfo", "--noheader", "--Format=StateLong")
                        .strip()
                        .matches("idle|mixed|allocated"));
    }

    @Test
    void aScriptThatIsKilledLeavesNoResultAndItsSignalIsTold() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Batch.of("killed", "sleep 60"));
        awaitStart("killed");
        long script = Long.parseLong(read("killed", "pid").split(" ", 2)[0]);
        ProcessHandle.of(script).orElseThrow().destroyForcibly();
        await(scheduler, run, RunStatus.INFRA_FAILED);
        assertThat(read("killed", "failed")).contains("FAILED", "signal 9");
    }

    @Test
    void trialsThatShareADirectoryRunOneAtATime() {
        SlurmScheduler scheduler = open();
        String command = "[ ! -e busy ] || exit 9; : >busy; sleep 0.3; rm busy; echo x >out";
        WorkerRunId first = scheduler.submit(Batch.of("one", command).in(place));
        WorkerRunId second = scheduler.submit(Batch.of("two", command).in(place));
        await(scheduler, first, RunStatus.DONE);
        await(scheduler, second, RunStatus.DONE);
        assertThat(scheduler.collect(first).arms()).allMatch(arm -> arm.isSuccess());
        assertThat(scheduler.collect(second).arms()).allMatch(arm -> arm.isSuccess());
    }

    @Test
    void aFileThatIsThereAlreadyIsRefused() throws IOException {
        Files.writeString(place.resolve("out"), "mine");
        assertThatThrownBy(() -> open().submit(Batch.of("there", "true").in(place)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("but exists already");
    }

    private static void touch(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
