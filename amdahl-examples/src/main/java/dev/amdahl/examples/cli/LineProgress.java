package dev.amdahl.examples.cli;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Plain lines: one per change of state that matters, else one about every ten seconds. Not thread-safe. */
final class LineProgress implements Progress {
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final PrintWriter out;
    private final Clock clock;
    private final Instant start;
    private final Map<String, HypothesisState> seen = new HashMap<>();
    private final Set<String> notes = new HashSet<>();
    private Instant last;

    LineProgress(PrintWriter out, Clock clock) {
        this.out = out;
        this.clock = clock;
        start = clock.instant();
        last = start;
    }

    @Override
    public void after(CycleReport report) {
        boolean first = seen.isEmpty();
        for (Dossier dossier : report.view().dossiers()) {
            HypothesisState before = seen.put(dossier.id(), dossier.state());
            if (before != dossier.state() && !(first && dossier.state().isTerminal())) {
                event(dossier);
            }
        }
        report.notes().stream().filter(notes::add).forEach(note -> line("note: " + note));
        if (Duration.between(last, clock.instant()).compareTo(EVERY) >= 0) {
            line(summary(report));
        }
    }

    private void event(Dossier dossier) {
        HypothesisState state = dossier.state();
        if (state == HypothesisState.PROPOSED
                || state == HypothesisState.BUILDING
                || state == HypothesisState.SURVIVED) {
            return;
        }
        line(state + "  " + dossier.hypothesis().family() + ": "
                + dossier.hypothesis().title() + (state.isInExperiment() ? "" : "; " + dossier.reason()));
    }

    static String summary(CycleReport report) {
        Map<Boolean, Long> counts = new HashMap<>();
        report.view().dossiers().forEach(dossier -> counts.merge(isSettled(dossier), 1L, Long::sum));
        long settled = counts.getOrDefault(true, 0L);
        return settled + " of " + report.view().dossiers().size() + " changes decided, "
                + report.view().runs().size() + " runs, " + report.openExperiments() + " experiments open";
    }

    /** Decided as far as the loop can. */
    static boolean isSettled(Dossier dossier) {
        return dossier.state().isTerminal()
                || dossier.state().isParked()
                || dossier.state() == HypothesisState.IN_REVIEW;
    }

    private void line(String text) {
        last = clock.instant();
        long seconds = Duration.between(start, last).toSeconds();
        out.printf("%d:%02d  %s%n", seconds / 60, seconds % 60, text.replaceAll("[\\p{Cntrl}\\s]+", " "));
        out.flush();
    }

    @Override
    public void close() {
        out.flush();
    }
}
