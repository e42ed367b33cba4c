package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.run.Progress;
import dev.amdahl.spi.hypothesis.HypothesisState;

/** How many pairs have run of the most that may; it may end long before. Not thread-safe. */
final class AbProgress implements Progress {
    private final Bar bar;

    AbProgress(int most) {
        bar = Bar.of("pairs", most);
    }

    @Override
    public void after(CycleReport report) {
        report.view().live().stream()
                .filter(dossier -> dossier.state().isInExperiment())
                .findFirst()
                .ifPresent(dossier -> {
                    bar.at(report.view().runsOf(dossier.id()).stream()
                            .filter(run -> run.state() == RunState.COLLECTED
                                    && run.plan().index() > 0)
                            .count());
                    bar.note(dossier.state() == HypothesisState.CONFIRMING ? "confirming" : "at most");
                });
    }

    @Override
    public void close() {
        bar.close();
    }
}
