package dev.amdahl.examples.cli.run;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Totals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** A bar on a terminal: changes decided of those known. Not thread-safe. */
public final class BarProgress implements Progress {
    private final ProgressBar bar;

    public BarProgress(String task) {
        bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(-1)
                .hideEta()
                .setUpdateIntervalMillis(500)
                .build();
    }

    /** Whether standard error, where the bar is drawn, is a terminal. */
    public static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void after(CycleReport report) {
        List<String> open = report.view().live().stream()
                .filter(dossier -> dossier.state().isInExperiment())
                .map(dossier -> (dossier.state() == HypothesisState.CONFIRMING ? "confirming " : "testing ")
                        + dossier.hypothesis().family() + " "
                        + dossier.comparison()
                                .map(comparison -> comparison.pairs() + " pairs")
                                .orElse(""))
                .toList();
        Totals totals = report.view().totals();
        if (totals.allHypotheses() > 0) {
            bar.maxHint(totals.allHypotheses());
            bar.stepTo(LineProgress.settled(totals));
        }
        bar.setExtraMessage(
                open.isEmpty()
                        ? report.runsInFlight() + " runs in flight"
                        : " " + open.get(0).strip());
    }

    @Override
    public void close() {
        bar.close();
    }
}
