package dev.amdahl.core.internal.loop.dispatch;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Settles submissions that were intended and never confirmed: found, repeated under the same key where that cannot become a second
 * run, given up as unknown where the scheduler can tell nothing, or left for a later cycle. Not thread-safe.
 */
final class Unconfirmed {
    private final Cycle cycle;
    private final Scheduler scheduler;
    private final Consumer<RunPlan> submit;
    private final BiConsumer<RunPlan, AmdahlException> refuse;

    /**
     * @param submit hands a plan over that is intended already; throws if it cannot be composed any more
     * @param refuse ends a plan that can never be submitted
     */
    Unconfirmed(Cycle cycle, Consumer<RunPlan> submit, BiConsumer<RunPlan, AmdahlException> refuse) {
        this.cycle = cycle;
        this.scheduler = cycle.setup().scheduler();
        this.submit = submit;
        this.refuse = refuse;
    }

    void settle() {
        cycle.inFlight().stream()
                .filter(run -> run.state() == RunState.INTENDED)
                .forEach(run -> cycle.isolated(run.plan().family(), () -> settle(run)));
    }

    private void settle(Run run) {
        FailPoints.hit(FailPoint.RECOVERY_STARTED);
        Optional<WorkerRunId> found;
        try {
            found = scheduler.find(run.plan().key());
        } catch (AmdahlException unknown) {
            leave(run, String.valueOf(unknown.getMessage()));
            return;
        }
        FailPoints.hit(FailPoint.RUN_LOOKED_UP);
        if (found.isPresent()) {
            cycle.commit(new Entry.RunSubmitted(run.plan().key(), found.get()));
        } else {
            missing(run);
        }
        FailPoints.hit(FailPoint.RECOVERY_COMMITTED);
    }

    private void missing(Run run) {
        Optional<Duration> window = scheduler.lookupWindow();
        boolean isAbsent = window.isPresent()
                && run.isMissed()
                && !cycle.now().isBefore(run.intendedAt().plus(window.get()));
        boolean isDeclared = cycle.setup().job(run.plan().family()).isPresent();
        boolean isOver = cycle.view()
                .dossier(run.plan().hypothesis())
                .filter(dossier -> dossier.state().isTerminal())
                .isPresent();
        if (isDeclared && !isOver && scheduler.isSubmitIdempotent()) {
            submit(run, isAbsent);
        } else if (isDeclared && !isOver && isAbsent) {
            cycle.commit(new Entry.RunRepeated(run.plan().key()));
            submit(run, true);
        } else if (isAbsent) {
            List<Entry> entries = new ArrayList<>(List.of(new Entry.RunEnded(
                    run.plan().key(),
                    RunState.CANCELLED,
                    isOver ? "its hypothesis has ended" : "the job is no longer declared")));
            entries.addAll(RunAccounts.booking(run.plan(), 0));
            cycle.commit(entries);
        } else if (window.isEmpty()) {
            giveUp(run);
        } else {
            leave(run, window.get());
        }
    }

    /** What cannot be composed any more, as a revision that is gone, ends once it is known not to run. */
    private void submit(Run run, boolean isAbsent) {
        try {
            submit.accept(run.plan());
        } catch (AmdahlException impossible) {
            boolean isForGood =
                    impossible.category() == ErrorCategory.USER || impossible instanceof BuildFailedException;
            if (!isForGood) {
                throw impossible;
            }
            if (isAbsent) {
                refuse.accept(run.plan(), impossible);
            } else if (scheduler.lookupWindow().isEmpty()) {
                giveUp(run);
            } else {
                leave(run, scheduler.lookupWindow().get());
            }
        }
    }

    /** The window begins now, not with the intent: its process may have been held up between the two. */
    private void leave(Run run, Duration window) {
        if (!run.isMissed()) {
            cycle.commit(new Entry.RunMissed(run.plan().key()));
        }
        leave(run, "the scheduler may show it until " + (run.isMissed() ? run.intendedAt() : cycle.now()).plus(window));
    }

    private void leave(Run run, String why) {
        cycle.note("submission of " + run.plan().key() + " is not confirmed: " + why);
    }

    /** It may have run or still run: what was set aside for it counts as spent, and nothing is submitted in its place. */
    private void giveUp(Run run) {
        RunPlan plan = run.plan();
        String reason = "it is not known whether " + plan.key() + " was submitted, and " + scheduler.name()
                + " cannot tell; look there and cancel it by hand";
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.RunEnded(plan.key(), RunState.UNKNOWN_SUBMISSION, reason));
        entries.addAll(RunAccounts.booking(plan, plan.reservedSeconds()));
        cycle.view()
                .dossier(plan.hypothesis())
                .filter(dossier -> !dossier.state().isTerminal())
                .ifPresent(dossier -> entries.add(new Entry.Decided(
                        cycle.verdict(dossier, HypothesisState.INCONCLUSIVE, VerdictText.measured(dossier), reason))));
        cycle.commit(entries);
    }
}
