package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.core.refute.PanelResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Lets the panel attack every claimed win. One that it cannot judge by the pairs there are gets those that it asks for, a few times; what it
 * cannot judge then either is inconclusive, for only a fact about the change refutes it.
 */
public final class Refute {
    private static final Optional<Decision> WIN = Optional.of(Decision.WIN);

    private final Cycle cycle;

    /** Examines in one cycle. */
    public Refute(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Examines each claim; votes and their consequence are one transaction. */
    public void run() {
        for (Dossier dossier : cycle.inState(HypothesisState.CONFIRMING, HypothesisState.NEEDS_RERUN)) {
            if (dossier.comparison().flatMap(Comparison::decision).equals(WIN)) {
                cycle.isolated(dossier, () -> examine(dossier));
            }
        }
    }

    /** Whether a claim has the pairs that the panel asked for, and what its arms disagreed in was repeated. */
    private static boolean isReady(Dossier dossier, Trials trials) {
        return trials.disputes().stream().noneMatch(dispute -> dispute.cause() == Dispute.Cause.OPEN)
                && (dossier.state() != HypothesisState.NEEDS_RERUN || trials.pairs() >= asked(dossier));
    }

    private static int asked(Dossier dossier) {
        return dossier.experiment()
                .flatMap(Experiment::rerun)
                .map(Experiment.Rerun::pairs)
                .orElse(0);
    }

    private static Optional<Entry> asked(Dossier dossier, PanelResult result) {
        Experiment experiment = dossier.experiment().orElseThrow();
        ExperimentPlan plan = experiment.plan();
        int round = experiment.rerun().map(Experiment.Rerun::round).orElse(0);
        OptionalInt target = result.target(round, plan.firstCap() + plan.confirmationCap());
        return target.isEmpty()
                ? Optional.empty()
                : Optional.of(new Entry.RerunAsked(
                        dossier.id(),
                        target.getAsInt(),
                        result.reason() + "; " + (target.getAsInt() - result.pairs()) + " more are run"));
    }

    private void examine(Dossier dossier) {
        Trials trials = Trials.of(cycle.view(), dossier);
        if (!isReady(dossier, trials)) {
            return;
        }
        boolean isPlanted = dossier.hypothesis().isPlanted();
        List<Refuter> others = isPlanted
                ? List.of()
                : cycle.setup().refuters().stream()
                        .map(refuter ->
                                MutedRefuter.wrapIfMuted(refuter, cycle.view().totals()))
                        .toList();
        PanelResult result = Panel.with(others).examine(WinClaim.of(cycle, dossier));
        Entry votes = new Entry.Voted(dossier.id(), result.votes());
        FailPoints.hit(FailPoint.PANEL_VOTED);
        String measured = VerdictText.result(dossier.comparison().orElseThrow());
        cycle.commit(
                votes,
                switch (result.outcome()) {
                    case SURVIVES ->
                        isPlanted
                                ? new Entry.Decided(
                                        cycle.verdict(dossier, HypothesisState.FOUND, measured, result.reason()))
                                : new Entry.Moved(dossier.id(), HypothesisState.SURVIVED, result.reason());
                    case REFUTED ->
                        new Entry.Decided(cycle.verdict(dossier, HypothesisState.REFUTED, measured, result.reason()));
                    case UNSETTLED ->
                        asked(dossier, result)
                                .orElseGet(() -> new Entry.Decided(cycle.verdict(
                                        dossier,
                                        HypothesisState.INCONCLUSIVE,
                                        measured,
                                        result.reason() + "; no more pairs may be run for it")));
                });
    }
}
