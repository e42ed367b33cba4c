package dev.amdahl.core.loop;

import dev.amdahl.core.crash.FailPoint;
import dev.amdahl.core.crash.FailPoints;
import dev.amdahl.core.ledger.Entry;
import dev.amdahl.core.ledger.Run;
import dev.amdahl.core.ledger.RunPlan;
import dev.amdahl.core.ledger.RunState;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Optional;

/**
 * Submits exactly once: the intent is committed, the scheduler is called with the key, its id is committed. An intent without an id
 * is looked up before it is submitted again. Not thread-safe.
 */
final class Dispatch {
    private static final int DEFAULT_SLOTS = 8;

    private final Cycle cycle;

    Dispatch(Cycle cycle) {
        this.cycle = cycle;
    }

    /** How many more runs may be handed over now. */
    int freeSlots() {
        int slots = cycle.setup().scheduler().slots().orElse(DEFAULT_SLOTS);
        return slots - cycle.inFlight().size();
    }

    /** Submits a new run if a slot is free and the budget allows it; whether it did. */
    boolean start(RunPlan plan) {
        if (freeSlots() <= 0) {
            return false;
        }
        Optional<String> refusal = Spending.of(cycle).refuses(plan.reservedSeconds());
        if (refusal.isPresent()) {
            cycle.note(refusal.get());
            return false;
        }
        TrialRequest request = new Requests(cycle.setup(), cycle.view()).of(plan);
        FailPoints.hit(FailPoint.P13A);
        cycle.commit(new Entry.RunIntended(plan), Manifest.entry(request));
        FailPoints.hit(FailPoint.P13B);
        submit(plan, request);
        return true;
    }

    /** Finishes what an earlier cycle began. */
    void recover() {
        Scheduler scheduler = cycle.setup().scheduler();
        for (Run run : cycle.inFlight()) {
            if (run.state() != RunState.INTENDED) {
                continue;
            }
            FailPoints.hit(FailPoint.R1);
            Optional<WorkerRunId> found = scheduler.find(run.plan().key());
            FailPoints.hit(FailPoint.R2);
            if (found.isPresent()) {
                cycle.commit(new Entry.RunSubmitted(run.plan().key(), found.get()));
            } else if (cycle.setup().job(run.plan().family()).isEmpty()) {
                cycle.commit(new Entry.RunEnded(run.plan().key(), RunState.CANCELLED, "the job is no longer declared"));
            } else {
                submit(run.plan(), new Requests(cycle.setup(), cycle.view()).of(run.plan()));
            }
            FailPoints.hit(FailPoint.R3);
        }
    }

    private void submit(RunPlan plan, TrialRequest request) {
        try {
            WorkerRunId worker = cycle.setup().scheduler().submit(request);
            FailPoints.hit(FailPoint.P16);
            cycle.commit(new Entry.RunSubmitted(plan.key(), worker));
            FailPoints.hit(FailPoint.P17);
        } catch (AmdahlException refused) {
            if (refused.category() == ErrorCategory.TRANSIENT) {
                cycle.note("submission of " + plan.key() + " is not confirmed: " + refused.getMessage());
                return;
            }
            refuse(plan, refused);
        }
    }

    /** A request that can never run ends its hypothesis, not the cycle, unless policy says otherwise. */
    private void refuse(RunPlan plan, AmdahlException refused) {
        String reason = "cannot be submitted: " + refused.getMessage();
        cycle.commit(new Entry.RunEnded(plan.key(), RunState.CANCELLED, reason));
        cycle.view()
                .dossier(plan.hypothesis())
                .filter(dossier -> !dossier.state().isTerminal())
                .ifPresent(dossier -> cycle.decide(dossier, HypothesisState.RUN_FAILED, "not measured", reason));
        if (cycle.policy().isRefusalFatal()) {
            throw refused;
        }
    }
}
