package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EvidenceRole;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.evidence.StoredArtifact;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Keeps results of trials that come after their run was given up, as evidence under their digest. They are told apart as late, and no
 * comparison, vote or verdict ever sees them.
 */
final class LateResults {
    private static final Duration LISTENED = Duration.ofDays(7);
    private static final String NOT_KNOWN = "results of runs that were given up are not known: ";

    private final Cycle cycle;
    private final Scheduler scheduler;
    private final RunAccounts accounts;
    private final BiFunction<Run, TrialResult, RunResult> recorded;

    LateResults(Cycle cycle, RunAccounts accounts, BiFunction<Run, TrialResult, RunResult> recorded) {
        this.cycle = cycle;
        this.scheduler = cycle.setup().scheduler();
        this.accounts = accounts;
        this.recorded = recorded;
    }

    /** Lost, cancelled, or failed by a word of the scheduler that it may take back. */
    private static boolean isGivenUp(Run run) {
        return run.state() == RunState.LOST
                || run.state() == RunState.CANCELLED
                || (run.state() == RunState.INFRA_FAILED && run.note().startsWith(Collect.RESULT_LOST));
    }

    /** Asks for runs that were given up not long ago; an unanswered question is asked again by a later cycle. */
    void keep() {
        Optional<EvidenceStore> store = cycle.evidence();
        if (store.isEmpty()) {
            return;
        }
        Map<WorkerRunId, Run> awaited = awaited();
        if (awaited.isEmpty()) {
            return;
        }
        delivered(awaited)
                .forEach((run, result) -> cycle.isolated(run.plan().family(), () -> keep(store.get(), run, result)));
    }

    private Map<Run, TrialResult> delivered(Map<WorkerRunId, Run> awaited) {
        Map<Run, TrialResult> delivered = new LinkedHashMap<>();
        Map<WorkerRunId, RunStatus> statuses;
        try {
            statuses = scheduler.poll(awaited.keySet());
        } catch (AmdahlException unanswered) {
            cycle.note(NOT_KNOWN + unanswered.getMessage());
            return delivered;
        }
        awaited.forEach((worker, run) -> {
            if (statuses.get(worker) == RunStatus.DONE) {
                collect(worker, run).ifPresent(result -> delivered.put(run, result));
            }
        });
        return delivered;
    }

    /** Returns the result, if it is that of the run. */
    private Optional<TrialResult> collect(WorkerRunId worker, Run run) {
        try {
            return Optional.of(scheduler.collect(worker))
                    .filter(result -> result.key().equals(run.plan().key()));
        } catch (AmdahlException unanswered) {
            cycle.note(NOT_KNOWN + unanswered.getMessage());
            return Optional.empty();
        }
    }

    private Map<WorkerRunId, Run> awaited() {
        Map<WorkerRunId, Run> awaited = new LinkedHashMap<>();
        for (JobSpec job : cycle.setup().jobs()) {
            Duration listened = accounts.deadline(job.family()).plus(LISTENED);
            for (Run run : cycle.view().recentRuns(job.family())) {
                boolean isRecent = run.intendedAt().plus(listened).isAfter(cycle.now());
                if (run.plan().purpose() == RunPurpose.TRIAL
                        && isGivenUp(run)
                        && isRecent
                        && !cycle.view().isLate(run)) {
                    run.worker().ifPresent(worker -> awaited.put(worker, run));
                }
            }
        }
        return awaited;
    }

    private void keep(EvidenceStore store, Run run, TrialResult result) {
        String key = run.plan().key();
        byte[] json = recorded.apply(run, result).json().getBytes(StandardCharsets.UTF_8);
        StoredArtifact kept;
        try {
            kept = store.put(new ByteArrayInputStream(json), json.length);
        } catch (IOException | LedgerUnusableException full) {
            cycle.note("the late result of " + key + " is not kept: " + full.getMessage());
            return;
        }
        cycle.commit(new Entry.EvidenceKept(key, EvidenceRole.LATE_RESULT, kept.digest(), kept.bytes()));
        cycle.note("the result of " + key + " came after it had been given up as " + run.state()
                + ": kept as late evidence, no verdict changes");
    }
}
