package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of {@link Scheduler} as a test suite. Extend it and supply an instance. */
public abstract class SchedulerContract {
    private static final Duration WAIT = Duration.ofMillis(200);
    private static final int MAX_WAITS = 600;
    private static final WorkerRunId NEVER_SUBMITTED = new WorkerRunId("neversubmitted");

    @TempDir
    Path place;

    /**
     * Returns a scheduler over a place.
     *
     * @param place a folder; a second call with the same one stands for a restart, and the runs of the first are still there
     */
    protected abstract Scheduler open(Path place);

    /** Returns a command that ends at once with exit code 0. */
    protected List<String> quickCommand() {
        return List.of("true");
    }

    /** Returns a command that runs for at least a minute. */
    protected List<String> longCommand() {
        return List.of("sleep", "60");
    }

    /** Waits until a run has ended, at most two minutes, and returns how. */
    protected static RunStatus end(Scheduler scheduler, WorkerRunId run) {
        for (int i = 0; i < MAX_WAITS; i++) {
            RunStatus status = status(scheduler, run);
            if (status != RunStatus.QUEUED && status != RunStatus.RUNNING) {
                return status;
            }
            scheduler.await(Set.of(run), WAIT);
        }
        throw new AssertionError(run + " has not ended in two minutes");
    }

    private static RunStatus status(Scheduler scheduler, WorkerRunId run) {
        return scheduler.poll(Set.of(run)).getOrDefault(run, RunStatus.UNKNOWN);
    }

    private TrialRequest quick(String key) {
        return new ContractTrial(key, quickCommand());
    }

    @Test
    void aRunEndsAndIsCollectedInTheOrderOfItsArms() {
        Scheduler scheduler = open(place);
        WorkerRunId run = scheduler.submit(quick("ordered"));
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
        TrialResult result = scheduler.collect(run);
        assertThat(result.key()).isEqualTo("ordered");
        assertThat(result.arms()).extracting(ArmResult::name).containsExactly("a", "b");
        assertThat(result.arms()).allMatch(ArmResult::isSuccess);
        assertThat(result.arms())
                .allSatisfy(arm -> assertThat(arm.wallSeconds()).isPresent());
    }

    @Test
    void collectingTwiceGivesTheSame() {
        Scheduler scheduler = open(place);
        WorkerRunId run = scheduler.submit(quick("twice"));
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
        TrialResult first = scheduler.collect(run);
        assertThat(scheduler.collect(run)).isEqualTo(first);
        assertThat(open(place).collect(run)).isEqualTo(first);
    }

    @Test
    void aLostReplyNeverBecomesASecondRun() {
        Scheduler scheduler = open(place);
        assertThat(scheduler.isSubmitIdempotent() || scheduler.lookupWindow().isPresent())
                .as("submits idempotently, or finds by key")
                .isTrue();
        WorkerRunId run = scheduler.submit(quick("lost"));
        Scheduler restarted = open(place);
        if (restarted.lookupWindow().isPresent()) {
            assertThat(found(restarted, run, "lost")).contains(run);
        }
        if (restarted.isSubmitIdempotent()) {
            assertThat(restarted.submit(quick("lost"))).isEqualTo(run);
        }
        assertThat(end(restarted, run)).isEqualTo(RunStatus.DONE);
    }

    private static Optional<WorkerRunId> found(Scheduler scheduler, WorkerRunId run, String key) {
        Duration left = scheduler.lookupWindow().orElseThrow();
        Optional<WorkerRunId> found = scheduler.find(key);
        while (found.isEmpty() && left.compareTo(Duration.ZERO) > 0) {
            scheduler.await(Set.of(run), Duration.ofSeconds(1));
            left = left.minusSeconds(1);
            found = scheduler.find(key);
        }
        return found;
    }

    @Test
    void theSameKeyIsTheSameRun() {
        Scheduler scheduler = open(place);
        if (!scheduler.isSubmitIdempotent()) {
            return;
        }
        WorkerRunId run = scheduler.submit(quick("same"));
        assertThat(scheduler.submit(quick("same"))).isEqualTo(run);
        assertThat(open(place).submit(quick("same"))).isEqualTo(run);
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
        TrialResult result = scheduler.collect(run);
        assertThat(scheduler.submit(quick("same"))).isEqualTo(run);
        assertThat(scheduler.collect(run)).isEqualTo(result);
    }

    @Test
    void aKeyIsNeverGivenToAnotherRequest() {
        Scheduler scheduler = open(place);
        if (!scheduler.isSubmitIdempotent()) {
            return;
        }
        WorkerRunId run = scheduler.submit(quick("taken"));
        assertThatThrownBy(() -> scheduler.submit(new ContractTrial("taken", List.of("false"))))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.USER));
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
    }

    @Test
    void aRunIsFoundByItsKeyAfterARestart() {
        WorkerRunId run = open(place).submit(quick("found"));
        Scheduler restarted = open(place);
        if (restarted.lookupWindow().isPresent()) {
            assertThat(found(restarted, run, "found")).contains(run);
        }
        assertThat(end(restarted, run)).isEqualTo(RunStatus.DONE);
        assertThat(restarted.collect(run).key()).isEqualTo("found");
    }

    @Test
    void whatWasNeverSubmittedIsNeitherFoundNorKnown() {
        Scheduler scheduler = open(place);
        assertThat(scheduler.find("neversubmitted")).isEmpty();
        assertThat(scheduler.poll(Set.of(NEVER_SUBMITTED))).containsOnlyKeys(NEVER_SUBMITTED);
        assertThat(status(scheduler, NEVER_SUBMITTED)).isIn(RunStatus.UNKNOWN, RunStatus.INFRA_FAILED);
        scheduler.cancel(NEVER_SUBMITTED);
        assertThat(scheduler.process(NEVER_SUBMITTED)).isEmpty();
        assertThatThrownBy(() -> scheduler.collect(NEVER_SUBMITTED)).isInstanceOf(AmdahlException.class);
    }

    @Test
    void aCancelledRunEndsAndStaysCancelled() {
        Scheduler scheduler = open(place);
        WorkerRunId run = scheduler.submit(new ContractTrial("cancelled", longCommand()));
        assertThatThrownBy(() -> scheduler.collect(run)).isInstanceOf(AmdahlException.class);
        scheduler.cancel(run);
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.CANCELLED);
        scheduler.cancel(run);
        assertThat(status(open(place), run)).isEqualTo(RunStatus.CANCELLED);
    }

    @Test
    void aRunThatHasEndedIsNotCancelled() {
        Scheduler scheduler = open(place);
        WorkerRunId run = scheduler.submit(quick("ended"));
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
        scheduler.cancel(run);
        assertThat(status(scheduler, run)).isEqualTo(RunStatus.DONE);
    }

    @Test
    void waitingEndsInTime() {
        Scheduler scheduler = open(place);
        scheduler.await(Set.of(), Duration.ofMinutes(10));
        WorkerRunId run = scheduler.submit(new ContractTrial("waiting", longCommand()));
        scheduler.await(Set.of(run), Duration.ofMillis(50));
        assertThat(status(scheduler, run)).isIn(RunStatus.QUEUED, RunStatus.RUNNING);
        scheduler.cancel(run);
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.CANCELLED);
    }

    @Test
    void itHasANameAndAtLeastOneSlot() {
        Scheduler scheduler = open(place);
        assertThat(scheduler.name()).isNotBlank();
        assertThat(scheduler.slots().orElse(1)).isPositive();
    }
}
