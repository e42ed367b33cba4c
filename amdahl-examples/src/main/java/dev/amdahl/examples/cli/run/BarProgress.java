package dev.amdahl.examples.cli.run;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.HypothesisState;

/** A bar on a terminal: changes decided of those known. Not thread-safe. */
public final class BarProgress implements Progress {
    private final Bar bar;

    public BarProgress(String task) {
        bar = Bar.ofUnknownLength(task);
    }

    @Override
    public void after(CycleReport report) {
        Totals totals = report.view().totals();
        if (totals.allHypotheses() > 0) {
            bar.at(LineProgress.settled(totals), totals.allHypotheses());
        }
        bar.note(report.view().live().stream()
                .filter(dossier -> dossier.state().isInExperiment())
                .findFirst()
                .map(dossier -> (dossier.state() == HypothesisState.CONFIRMING ? "confirming " : "testing ")
                        + dossier.hypothesis().family()
                        + dossier.comparison()
                                .map(comparison -> " " + Plurals.of(comparison.pairs(), "pair"))
                                .orElse(""))
                .orElseGet(() -> Plurals.of(report.runsInFlight(), "run") + " in flight"));
    }

    @Override
    public void close() {
        bar.close();
    }
}
