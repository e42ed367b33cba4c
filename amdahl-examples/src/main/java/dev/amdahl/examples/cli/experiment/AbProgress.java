package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.run.Progress;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.function.Consumer;

/** How many pairs have run of the most that may; it may end long before. Not thread-safe. */
final class AbProgress implements Progress {
    private final Bar bar;
    private final int most;
    private final Consumer<String> lines;
    private String last = "";

    /** @param lines hears of each pair, whether somebody watches or not */
    AbProgress(int most, Consumer<String> lines) {
        this.most = most;
        this.lines = lines;
        bar = Bar.of("pairs", most);
    }

    @Override
    public void after(CycleReport report) {
        report.view().live().stream()
                .filter(dossier -> dossier.state().isInExperiment())
                .findFirst()
                .ifPresent(dossier -> {
                    long pairs = report.view().runsOf(dossier.id()).stream()
                            .filter(run -> run.state() == RunState.COLLECTED
                                    && run.plan().index() > 0)
                            .count();
                    boolean isConfirming = dossier.state() == HypothesisState.CONFIRMING;
                    bar.at(pairs);
                    bar.note(isConfirming ? "confirming" : "at most");
                    say("pairs " + pairs + " of at most " + most + (isConfirming ? ", confirming" : ""));
                });
    }

    private void say(String line) {
        if (!line.equals(last)) {
            last = line;
            lines.accept(line);
        }
    }

    @Override
    public void close() {
        bar.close();
    }
}
