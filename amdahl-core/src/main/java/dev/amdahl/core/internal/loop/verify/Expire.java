package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cancel;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Ends what has waited for too long: policy says how long a hypothesis may wait, for how long an experiment may go without a trial, and a
 * win for its promotion. What belongs to a job that is not declared any more ends at once.
 */
public final class Expire {
    private final Cycle cycle;
    private final RunAccounts accounts;

    /** Expires in one cycle. */
    public Expire(Cycle cycle, RunAccounts accounts) {
        this.cycle = cycle;
        this.accounts = accounts;
    }

    /** Ends hypotheses that wait for what does not come, once it is known of each of their runs whether it was submitted: none runs on unheard. */
    public void run() {
        for (Dossier dossier : cycle.view().live()) {
            if (dossier.state() != HypothesisState.PROMOTED && !isUnconfirmed(dossier)) {
                reason(dossier).ifPresent(why -> cycle.isolated(dossier, () -> end(dossier, why)));
            }
        }
    }

    private boolean isUnconfirmed(Dossier dossier) {
        return cycle.inFlight().stream()
                .anyMatch(run -> run.state() == RunState.INTENDED
                        && run.plan().hypothesis().equals(dossier.id()));
    }

    private Optional<String> reason(Dossier dossier) {
        boolean isUndeclared = cycle.job(dossier).isEmpty();
        if (isUndeclared && cycle.policy().isSingleComparison()) {
            return Optional.empty();
        }
        return switch (dossier.state()) {
            case PROPOSED, NEEDS_EVIDENCE, NEEDS_LEVER, NEEDS_SANDBOX ->
                waited(dossier, dossier.movedAt(), cycle.policy().memory().waiting());
            case BUILDING, TESTING, CONFIRMING, NEEDS_RERUN ->
                isUndeclared
                        ? Optional.of(VerdictText.UNDECLARED)
                        : replaced(dossier).or(() -> waited(dossier, lastTrial(dossier), stalled(dossier)));
            case SURVIVED -> isUndeclared ? Optional.of(VerdictText.UNDECLARED) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** Scheduled runs are not to fall back behind what was promoted meanwhile: what is out is no pair any more. */
    private Optional<String> replaced(Dossier dossier) {
        List<Fingerprint> now =
                new Incumbents(cycle.view()).of(dossier.hypothesis().family());
        return dossier.experiment()
                .filter(experiment -> experiment.plan().sampled().design() == Design.FIELD)
                .filter(experiment -> !experiment.incumbent().equals(now))
                .map(
                        experiment -> VerdictText.OTHER_PROGRAM
                                + "the incumbent has changed while scheduled runs tested it; it is proposed again on the new one");
    }

    private Optional<String> waited(Dossier dossier, Instant since, Duration most) {
        Duration waited = Duration.between(since, cycle.now());
        return waited.compareTo(most) > 0
                ? Optional.of("waited as " + dossier.state() + " for " + waited.toDays() + " days, more than the "
                        + most.toDays() + " that policy allows: " + dossier.reason())
                : Optional.empty();
    }

    private Instant lastTrial(Dossier dossier) {
        return cycle.view().runsOf(dossier.id()).stream()
                .map(Run::intendedAt)
                .filter(dossier.movedAt()::isBefore)
                .max(Comparator.naturalOrder())
                .orElse(dossier.movedAt());
    }

    /** An experiment may wait as long as a run may before it counts as lost, and then for its next trial. */
    private Duration stalled(Dossier dossier) {
        return accounts.deadline(dossier.hypothesis().family())
                .plus(cycle.policy().memory().stalled());
    }

    private void end(Dossier dossier, String why) {
        String measured = VerdictText.measured(dossier);
        new Cancel(cycle)
                .commit(
                        dossier.id(),
                        why,
                        new Entry.Decided(cycle.verdict(dossier, HypothesisState.EXPIRED, measured, why)));
        cycle.note(dossier.id() + " of " + dossier.hypothesis().family() + " has expired: " + why);
    }
}
