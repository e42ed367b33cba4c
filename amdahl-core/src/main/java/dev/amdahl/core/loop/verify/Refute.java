package dev.amdahl.core.loop.verify;

import dev.amdahl.core.crash.FailPoint;
import dev.amdahl.core.crash.FailPoints;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.loop.Cycle;
import dev.amdahl.core.loop.Words;
import dev.amdahl.core.observe.LogContext;
import dev.amdahl.core.refute.Panel;
import dev.amdahl.core.refute.PanelResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.List;
import java.util.Optional;

/** Lets the panel attack every claimed win. Stateless. */
public final class Refute {
    private static final Optional<Decision> WIN = Optional.of(Decision.WIN);

    /** Examines each claim once; votes and their consequence are one transaction. */
    public void run(Cycle cycle) {
        for (Dossier dossier : cycle.inState(HypothesisState.CONFIRMING)) {
            if (dossier.comparison().flatMap(Comparison::decision).equals(WIN)) {
                LogContext.with(LogContext.HYPOTHESIS, dossier.id(), () -> examine(cycle, dossier));
            }
        }
    }

    private static void examine(Cycle cycle, Dossier dossier) {
        List<Refuter> others = cycle.setup().refuters().stream()
                .map(refuter -> Muted.orItself(refuter, cycle.view().totals()))
                .toList();
        PanelResult result = Panel.with(others).examine(WinClaim.of(cycle, dossier));
        Entry votes = new Entry.Voted(dossier.id(), result.votes());
        FailPoints.hit(FailPoint.V7);
        if (result.survives()) {
            cycle.commit(votes, new Entry.Moved(dossier.id(), HypothesisState.SURVIVED, result.reason()));
        } else {
            String measured = Words.result(dossier.comparison().orElseThrow());
            cycle.commit(
                    votes,
                    new Entry.Decided(cycle.verdict(dossier, HypothesisState.REFUTED, measured, result.reason())));
        }
    }
}
