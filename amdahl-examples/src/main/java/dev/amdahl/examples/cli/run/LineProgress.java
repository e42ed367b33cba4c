package dev.amdahl.examples.cli.run;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.examples.cli.common.Terminal;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Plain lines: one per change of state that matters and one about every ten seconds. Where nobody watches, only notes on what went
 * otherwise than it should; what was found in jobs stands in the report. Not thread-safe.
 */
public final class LineProgress implements Progress {
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final PrintWriter out;
    private final Clock clock;
    private final Instant start;
    private final Map<String, HypothesisState> seen = new HashMap<>();
    private final Set<String> notes = new HashSet<>();
    private final boolean isWatched;
    private Instant last;
    private boolean hasBegun;

    public LineProgress(PrintWriter out, Clock clock) {
        this(out, clock, Terminal.isWatched());
    }

    LineProgress(PrintWriter out, Clock clock, boolean isWatched) {
        this.out = out;
        this.clock = clock;
        this.isWatched = isWatched;
        start = clock.instant();
        last = start;
    }

    @Override
    public void after(CycleReport report) {
        if (isWatched) {
            changes(report);
        }
        report.notes().stream()
                .filter(notes::add)
                .filter(note -> isWatched || !isFinding(report.view(), note))
                .forEach(note -> line("note: " + note));
        if (isWatched && Duration.between(last, clock.instant()).compareTo(EVERY) >= 0) {
            line(summary(report));
        }
    }

    private static boolean isFinding(LedgerView view, String note) {
        return view.families().stream()
                .anyMatch(family -> family.diagnosis().stream()
                        .flatMap(diagnosis -> diagnosis.findings().stream())
                        .anyMatch(finding -> note.equals(family.name() + ": " + finding)));
    }

    private void changes(CycleReport report) {
        Map<String, Dossier> changed = new LinkedHashMap<>();
        report.view().live().forEach(dossier -> changed.put(dossier.id(), dossier));
        Set<String> over = new LinkedHashSet<>(seen.keySet());
        report.verdicts().forEach(verdict -> over.add(verdict.hypothesis().id()));
        over.removeAll(changed.keySet());
        over.forEach(id -> report.view().dossier(id).ifPresent(dossier -> changed.put(id, dossier)));
        for (Dossier dossier : changed.values()) {
            boolean isOver = over.contains(dossier.id());
            HypothesisState before = isOver ? seen.remove(dossier.id()) : seen.put(dossier.id(), dossier.state());
            if (hasBegun && before == null) {
                dossier.reopens().ifPresent(why -> line("again  " + named(dossier) + ": " + why));
            }
            if (before != dossier.state() && (hasBegun || !dossier.state().isTerminal())) {
                event(dossier);
            }
        }
        hasBegun = true;
    }

    private void event(Dossier dossier) {
        HypothesisState state = dossier.state();
        if (state == HypothesisState.PROPOSED
                || state == HypothesisState.BUILDING
                || state == HypothesisState.SURVIVED) {
            return;
        }
        line(state + "  " + named(dossier) + (state.isInExperiment() ? "" : "; " + dossier.reason()));
    }

    private static String named(Dossier dossier) {
        return dossier.hypothesis().family() + ": " + dossier.hypothesis().title();
    }

    static String summary(CycleReport report) {
        Totals totals = report.view().totals();
        return settled(totals) + " of " + Plurals.of(totals.allHypotheses(), "change") + " decided, "
                + Plurals.of(report.runsInFlight(), "run") + " in flight, "
                + Plurals.of(report.openExperiments(), "experiment") + " open";
    }

    /** Returns how many are decided as far as the loop can. */
    public static long settled(Totals totals) {
        return Stream.of(HypothesisState.values())
                .filter(state -> state.isTerminal() || state.isParked() || state == HypothesisState.IN_REVIEW)
                .mapToLong(totals::hypotheses)
                .sum();
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
