package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.EffectScale;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.claim.WinFacts;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** What won, in one table on the first screen, the largest saving first: from what to what, how sure, and what it is worth. */
final class WinsSection {
    private static final int MAX_ROWS = 12;
    private static final int MAX_LENGTH = 80;

    private WinsSection() {}

    /**
     * A win and what it saves.
     *
     * @param win the hypothesis
     * @param hours accelerator-hours a week; empty where it is not known how often its job runs
     */
    record Ranked(Dossier win, OptionalDouble hours) {}

    /** Returns the wins, those that save most first. */
    static List<Ranked> ranked(LedgerView view, ReportInputs inputs, Map<String, Double> baselines) {
        return view.dossiers().stream()
                .filter(dossier -> !dossier.hypothesis().isPlanted())
                .filter(ReportText::isWin)
                .map(win -> new Ranked(
                        win,
                        Savings.of(view, inputs, baselines, win).stream()
                                .mapToDouble(ExpectedSaving::acceleratorHoursPerWeek)
                                .findFirst()))
                .sorted(Comparator.comparingDouble((Ranked one) -> -one.hours().orElse(0))
                        .thenComparingDouble(one -> one.win()
                                .comparison()
                                .map(found -> found.ratio().orElse(1))
                                .orElse(1.0))
                        .thenComparing(one -> one.win().id()))
                .toList();
    }

    static void add(Markup page, LedgerView view, ReportInputs inputs, List<Ranked> ranked) {
        List<Dossier> wins = ranked.stream().map(Ranked::win).toList();
        if (wins.isEmpty()) {
            return;
        }
        page.element("h2", "What won", "id", "wins").open("div", "class", "card");
        table(
                page,
                view,
                ranked.subList(0, Math.min(MAX_ROWS, ranked.size())),
                id -> "#" + HypothesisSection.anchor(id));
        if (wins.size() > MAX_ROWS) {
            page.element("p", Plurals.of(wins.size() - MAX_ROWS, "more win") + " below.", "class", "soft");
        }
        wins.stream()
                .filter(win -> win.state() == HypothesisState.IN_REVIEW)
                .findFirst()
                .ifPresent(win -> page.open("p")
                        .text("To approve the first that waits: ")
                        .element("code", inputs.approval(win.id()))
                        .text(", or all of them on the page of ")
                        .element("code", "amdahl serve")
                        .text(".")
                        .close());
        page.close();
    }

    /**
     * Adds a line for each of them.
     *
     * @param place where the whole of a hypothesis is, by its id
     */
    static void table(Markup page, LedgerView view, List<Ranked> ranked, UnaryOperator<String> place) {
        EffectScale scale = EffectScale.of(ranked.stream().map(Ranked::win).toList());
        page.foldingTable("change", ">before → after", "effect", ">saves per week", ">same output", ">checks");
        ranked.forEach(one -> row(page, view, one, scale, place.apply(one.win().id())));
        page.endTable().close();
    }

    private static void row(Markup page, LedgerView view, Ranked one, EffectScale scale, String place) {
        Dossier win = one.win();
        page.open("tr").open("td", "class", "whole");
        page.element("a", PlainText.cut(ReportText.change(win.hypothesis()), MAX_LENGTH), "href", place, "dir", "auto");
        page.element(
                "div",
                PlainText.cut(win.hypothesis().family(), MAX_LENGTH)
                        + (win.state() == HypothesisState.PROMOTED ? ", promoted" : ""),
                "class",
                "soft break",
                "dir",
                "auto");
        page.close();
        WinFacts facts = WinFacts.of(view, win);
        page.figure("a run", facts.times());
        page.open("td").element("div", ReportText.effect(win));
        win.comparison()
                .filter(found -> found.ratio().isPresent())
                .ifPresent(found -> page.add(scale.plot(win, found)));
        page.close();
        page.figure("saves per week", saved(one.hours()));
        page.figure("same output", facts.sameOutput());
        page.figure("checks", facts.checks()).close().line();
    }

    private static String saved(OptionalDouble hours) {
        return hours.isEmpty() ? "not known" : Numbers.hours(hours.getAsDouble());
    }
}
