package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.testing.PrivateSlurm.Daemon;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Daemons that die, hang and forget. */
final class SlurmOutageTest extends SlurmFixture {
    /** For calls that nobody answers. */
    private SlurmScheduler impatient() {
        return context().with("command-timeout", "1s").scheduler();
    }

    private static void assertTransient(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.TRANSIENT))
                .hasMessageStartingWith("slurm, ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aRunOutlivesItsControllerAndIsUnknownMeanwhile() throws IOException {
        SlurmScheduler scheduler = open();
        WorkerRunId run =
                scheduler.submit(Batch.of("survivor", "until [ -e '" + place + "/go' ]; do sleep 0.05; done; exit 4"));
        awaitStart("survivor");
        cluster.awaitSaved(read("survivor", "job").strip());
        cluster.kill(Daemon.SLURMCTLD);
        assertThat(status(impatient(), run)).isEqualTo(RunStatus.UNKNOWN);
        assertTransient(() -> impatient().submit(Batch.of("while-down", "true")));
        assertTransient(() -> impatient().find("while-down"));
        assertThat(scheduler.find("survivor")).contains(run);
        cluster.start(Daemon.SLURMCTLD);
        await(open(), run, RunStatus.RUNNING);
        Files.createFile(place.resolve("go"));
        await(open(), run, RunStatus.DONE);
        assertThat(open().collect(run).arms())
                .allSatisfy(arm -> assertThat(arm.exitCode()).hasValue(4));
        WorkerRunId late = submitted("while-down");
        await(open(), late, RunStatus.DONE);
        assertThat(jobs("while-down")).hasSize(1);
    }

    /** Submits as a loop does: asks first, and again while it is not known. */
    private WorkerRunId submitted(String key) {
        SlurmScheduler scheduler = open();
        for (int attempt = 0; attempt < 300; attempt++) {
            try {
                return scheduler.find(key).orElseGet(() -> scheduler.submit(Batch.of(key, "true")));
            } catch (AmdahlException unknown) {
                assertThat(unknown.category()).isEqualTo(ErrorCategory.TRANSIENT);
                pause();
            }
        }
        throw new AssertionError("not submitted");
    }

    @Test
    void aRequestThatArrivesLateIsNotSubmittedAgain() {
        cluster.hang(Daemon.SLURMCTLD);
        assertTransient(() -> impatient().submit(Batch.of("late", "true")));
        cluster.resume(Daemon.SLURMCTLD);
        WorkerRunId run = submitted("late");
        await(open(), run, RunStatus.DONE);
        assertThat(jobs("late")).hasSize(1);
    }

    @Test
    void withoutAuthenticationNothingIsTakenForGone() throws IOException {
        WorkerRunId run = open().submit(Batch.of("unvouched", "until [ -e '" + place + "/go' ]; do sleep 0.05; done"));
        awaitStart("unvouched");
        cluster.kill(Daemon.MUNGED);
        assertThat(status(impatient(), run)).isEqualTo(RunStatus.UNKNOWN);
        assertTransient(() -> impatient().submit(Batch.of("unvouched-too", "true")));
        cluster.start(Daemon.MUNGED);
        Files.createFile(place.resolve("go"));
        await(open(), run, RunStatus.DONE);
        await(open(), submitted("unvouched-too"), RunStatus.DONE);
        assertThat(jobs("unvouched-too")).hasSize(1);
    }

    @Test
    void afterALossOfStateResultsStayAndNumbersOfOthersAreNotTakenForOurs() {
        SlurmScheduler scheduler = open();
        WorkerRunId done = scheduler.submit(Batch.of("before", "true"));
        await(scheduler, done, RunStatus.DONE);
        WorkerRunId lost = scheduler.submit(Batch.of("lost", "sleep 60").holding("h200", 4));
        awaitStart("lost");
        WorkerRunId waiting = scheduler.submit(Batch.of("waiting", "true").holding("h200", 4));
        cluster.kill(Daemon.SLURMCTLD);
        cluster.startForgetful();
        int number = Integer.parseInt(read("lost", "job").strip());
        String others = "";
        for (int i = 0; i < 50 && !others.equals(Integer.toString(number)); i++) {
            // Held: while the node still ends the forgotten job, Slurm would end what starts under its number with it.
            others = cluster.call("sbatch", "--parsable", "--hold", "--output=/dev/null", "--wrap=true")
                    .strip();
        }
        assertThat(others).isEqualTo(Integer.toString(number));
        await(open(), lost, RunStatus.INFRA_FAILED);
        assertThat(open().reason(lost).orElseThrow()).contains("no longer knows job " + number);
        await(open(), waiting, RunStatus.INFRA_FAILED);
        assertThat(open().reason(waiting).orElseThrow()).contains("never started");
        assertThat(status(open(), done)).isEqualTo(RunStatus.DONE);
        assertThat(open().collect(done).key()).isEqualTo("before");
        open().cancel(lost);
        assertThat(cluster.call("squeue", "--noheader", "--jobs=" + number, "--Format=State")
                        .strip())
                .isEqualTo("PENDING");
        cluster.call("scancel", "--me");
    }
}
