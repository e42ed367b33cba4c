package dev.amdahl.examples.cli.run;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.examples.cli.common.LiveBlock;
import dev.amdahl.examples.cli.common.Terminal;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One line for each change of state that matters, and below them, on a terminal, a block of the experiments that run now. Where nobody
 * watches, only notes on what went otherwise than it should; what was found in jobs stands in the report. Not thread-safe.
 */
public final class LineProgress implements Progress {
    private static final int MAX_SHOWN = 6;
    private static final int DOTS = 6;

    private final PrintWriter out;
    private final Clock clock;
    private final Instant start;
    private final Map<String, HypothesisState> seen = new HashMap<>();
    private final Set<String> notes = new HashSet<>();
    private final Optional<LiveBlock> block;
    private boolean hasBegun;

    public LineProgress(PrintWriter out, Clock clock) {
        this(
                out,
                clock,
                Terminal.isWatched()
                        ? Optional.of(new LiveBlock(out, Width.ofTerminal().columns()))
                        : Optional.empty());
    }

    LineProgress(PrintWriter out, Clock clock, Optional<LiveBlock> block) {
        this.out = out;
        this.clock = clock;
        this.block = block;
        start = clock.instant();
    }

    @Override
    public void after(CycleReport report) {
        if (block.isPresent()) {
            changes(report);
        }
        report.notes().stream()
                .filter(notes::add)
                .filter(note -> block.isPresent() || !isFinding(report.view(), note))
                .forEach(note -> line("note: " + note));
        block.ifPresent(live -> live.show(now(report)));
    }

    /** Says a line that is no news of the loop, above what runs. */
    public void remark(String text) {
        print(Terminal.remark(Words.printable(text)));
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

    /** What runs now, and how far the whole is. */
    private List<String> now(CycleReport report) {
        List<Dossier> running = report.view().live().stream()
                .filter(dossier -> dossier.state().isInExperiment())
                .toList();
        List<String> lines = new ArrayList<>();
        lines.addAll(rows(
                running.stream()
                        .limit(MAX_SHOWN)
                        .map(dossier -> Words.printable(named(dossier).replaceAll("\\s+", " ")))
                        .toList(),
                running.stream().limit(MAX_SHOWN).map(this::running).toList(),
                Width.ofTerminal().columns() - 1));
        if (running.size() > MAX_SHOWN) {
            lines.add("and " + (running.size() - MAX_SHOWN) + " more");
        }
        lines.add(clock() + "  " + summary(report));
        return lines;
    }

    /** Returns names beside what is said of them, or above it where they would have no room. */
    static List<String> rows(List<String> names, List<String> said, int columns) {
        int name = names.stream().mapToInt(String::length).max().orElse(0);
        boolean hasRoom =
                name + 1 + said.stream().mapToInt(String::length).max().orElse(0) <= columns;
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (hasRoom) {
                rows.add(names.get(i) + " ".repeat(name + 1 - names.get(i).length()) + said.get(i));
            } else {
                rows.add(names.get(i));
                rows.add("  " + said.get(i));
            }
        }
        return rows;
    }

    /** How many pairs of those that the design allows, what they say so far, and how long the rest may take. */
    private String running(Dossier dossier) {
        int most = dossier.experiment()
                .map(experiment -> experiment.plan().firstCap())
                .orElse(1);
        int pairs = dossier.comparison().map(Comparison::pairs).orElse(0);
        boolean isFirst = dossier.state() == HypothesisState.TESTING;
        int filled = isFirst ? Math.min(DOTS, DOTS * pairs / Math.max(1, most)) : DOTS;
        return (Terminal.showsBlocks() ? "●" : "#").repeat(filled)
                + (Terminal.showsBlocks() ? "○" : ".").repeat(DOTS - filled)
                + ' '
                + (isFirst ? "testing " + pairs + "/" + most + " pairs" : "confirming " + Plurals.of(pairs, "pair"))
                + dossier.comparison().map(LineProgress::effect).orElse("")
                + (isFirst ? left(dossier, pairs, most) : "");
    }

    private static String effect(Comparison comparison) {
        return comparison.ratio().isEmpty()
                ? ""
                : " " + Words.change(comparison.ratio()) + " [" + end(comparison.lower()) + ", "
                        + end(comparison.upper()) + "]";
    }

    private static String end(OptionalDouble ratio) {
        return ratio.isPresent() ? Words.number("%+.1f", 100 * (ratio.getAsDouble() - 1)) : Words.NONE;
    }

    private String left(Dossier dossier, int pairs, int most) {
        if (pairs == 0 || pairs >= most) {
            return "";
        }
        long spent = Duration.between(dossier.movedAt(), clock.instant()).toSeconds();
        long minutes = Math.round(spent / (double) pairs * (most - pairs) / 60);
        return " <" + Math.max(1, minutes) + " min";
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

    private String clock() {
        long seconds = Duration.between(start, clock.instant()).toSeconds();
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }

    private void line(String text) {
        String indent = clock() + "  ";
        String plain = text.replaceAll("[\\p{Cntrl}\\s]+", " ");
        print(block.isPresent() ? Width.ofTerminal().lines(indent, plain) : indent + plain + System.lineSeparator());
    }

    private void print(String text) {
        block.ifPresentOrElse(live -> live.say(text), () -> {
            out.print(text);
            out.flush();
        });
    }

    /** Nothing more will run: the block goes, for the answer. */
    public void end() {
        block.ifPresent(LiveBlock::close);
        out.flush();
    }

    @Override
    public void close() {
        end();
    }
}
