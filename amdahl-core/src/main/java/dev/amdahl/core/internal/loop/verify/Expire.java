package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.Cancel;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Ends what has waited for too long: policy says how long a hypothesis may wait, for how long an experiment may go without a trial, and a
 * win for its promotion. What belongs to a job that is not declared any more ends at once. Stateless.
 */
public final class Expire {
    /** Ends hypotheses that wait for what does not come, once it is known of each of their runs whether it was submitted: none runs on unheard. */
    public void run(Cycle cycle) {
        for (Dossier dossier : cycle.view().live()) {
            if (dossier.state() != HypothesisState.PROMOTED && !isUnconfirmed(cycle, dossier)) {
                reason(cycle, dossier).ifPresent(why -> cycle.isolated(dossier, () -> end(cycle, dossier, why)));
            }
        }
    }

    private static boolean isUnconfirmed(Cycle cycle, Dossier dossier) {
        return cycle.inFlight().stream()
                .anyMatch(run -> run.state() == RunState.INTENDED
                        && run.plan().hypothesis().equals(dossier.id()));
    }

    private static Optional<String> reason(Cycle cycle, Dossier dossier) {
        boolean isUndeclared = cycle.job(dossier).isEmpty();
        if (isUndeclared && cycle.policy().isSingleComparison()) {
            return Optional.empty();
        }
        return switch (dossier.state()) {
            case PROPOSED, NEEDS_EVIDENCE, NEEDS_LEVER, NEEDS_SANDBOX ->
                waited(
                        cycle,
                        dossier,
                        dossier.movedAt(),
                        cycle.policy().memory().waiting());
            case BUILDING, TESTING, CONFIRMING, NEEDS_RERUN ->
                isUndeclared
                        ? Optional.of(VerdictText.UNDECLARED)
                        : waited(cycle, dossier, lastTrial(cycle, dossier), stalled(cycle, dossier));
            case SURVIVED -> isUndeclared ? Optional.of(VerdictText.UNDECLARED) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<String> waited(Cycle cycle, Dossier dossier, Instant since, Duration most) {
        Duration waited = Duration.between(since, cycle.now());
        return waited.compareTo(most) > 0
                ? Optional.of("waited as " + dossier.state() + " for " + waited.toDays() + " days, more than the "
                        + most.toDays() + " that policy allows: " + dossier.reason())
                : Optional.empty();
    }

    private static Instant lastTrial(Cycle cycle, Dossier dossier) {
        return cycle.view().runsOf(dossier.id()).stream()
                .map(Run::intendedAt)
                .filter(dossier.movedAt()::isBefore)
                .max(Comparator.naturalOrder())
                .orElse(dossier.movedAt());
    }

    /** An experiment may wait as long as a run may before it counts as lost, and then for its next trial. */
    private static Duration stalled(Cycle cycle, Dossier dossier) {
        return new RunAccounts(cycle).deadline(dossier.hypothesis().family())
                .plus(cycle.policy().memory().stalled());
    }

    private static void end(Cycle cycle, Dossier dossier, String why) {
        List<WorkerRunId> running = new ArrayList<>();
        List<Entry> entries = new ArrayList<>();
        String measured = dossier.comparison().map(VerdictText::result).orElse("not measured");
        entries.add(new Entry.Decided(cycle.verdict(dossier, HypothesisState.EXPIRED, measured, why)));
        entries.addAll(Cancel.ended(cycle, dossier.id(), why, running));
        cycle.commit(entries);
        cycle.note(dossier.id() + " of " + dossier.hypothesis().family() + " has expired: " + why);
        running.forEach(cycle.setup().scheduler()::cancel);
    }

    /** Why what was shown is too old to act on now; empty if it is not. */
    static Optional<String> age(Cycle cycle, Dossier win) {
        Instant newest = cycle.view().runsOf(win.id()).stream()
                .filter(run -> run.result().isPresent())
                .map(Run::intendedAt)
                .max(Comparator.naturalOrder())
                .orElse(win.proposedAt());
        Duration age = Duration.between(newest, cycle.now());
        Duration most = cycle.policy().memory().confirmation();
        return age.compareTo(most) > 0
                ? Optional.of("its newest trial is " + age.toDays() + " days old, more than the " + most.toDays()
                        + " that policy allows")
                : Optional.empty();
    }
}
