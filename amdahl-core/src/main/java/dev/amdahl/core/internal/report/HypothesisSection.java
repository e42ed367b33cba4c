package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.EffectScale;
import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.claim.WinFacts;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The hypotheses: first what waits for a person, then what runs, what was promoted and what ended otherwise, the newest first. Those at
 * the top with all that stands behind them, the others a line each, and of very many the rest as a number.
 */
final class HypothesisSection {
    private static final int MAX_QUEUED = 20;
    private static final int MAX_NAME = 80;
    private static final int MAX_REASON = 500;

    private static final int MAX_DETAILED = 60;
    private static final int DETAIL_ROOM = 1_300_000;
    private static final int LINE_ROOM = 1_900_000;
    private static final int MAX_LENGTH = 60;

    private HypothesisSection() {}

    static void add(Markup page, LedgerView view, ReportInputs inputs, List<WinsSection.Ranked> wins) {
        page.element("h2", "Hypotheses", "id", "hypotheses");
        queued(page, view);
        List<Dossier> all = new ArrayList<>(view.dossiers());
        if (all.isEmpty()) {
            page.element(
                    "p", "None yet: no job has been diagnosed, or no lever matches what was found.", "class", "card");
            return;
        }
        Map<Boolean, List<Dossier>> byTrial = all.stream()
                .collect(Collectors.partitioningBy(
                        dossier -> dossier.experiment().isPresent()));
        List<Dossier> untried = new ArrayList<>(byTrial.getOrDefault(false, List.of()));
        all = new ArrayList<>(byTrial.getOrDefault(true, List.of()));
        Map<String, Integer> ranks = new HashMap<>();
        wins.forEach(one -> ranks.put(one.win().id(), ranks.size()));
        Map<String, OptionalDouble> hours =
                wins.stream().collect(Collectors.toMap(one -> one.win().id(), WinsSection.Ranked::hours));
        untried.sort(Comparator.comparing(Dossier::movedAt, Comparator.reverseOrder())
                .thenComparing(Dossier::id));
        all.sort(Comparator.comparingInt((Dossier dossier) -> place(dossier.state()))
                .thenComparingInt(dossier -> ranks.getOrDefault(dossier.id(), ranks.size()))
                .thenComparing(Dossier::movedAt, Comparator.reverseOrder())
                .thenComparing(Dossier::id));
        List<Dossier> first = all.subList(0, Math.min(MAX_DETAILED, all.size()));
        EffectScale scale = EffectScale.of(first);
        int room = page.bytes() + DETAIL_ROOM;
        int detailed = 0;
        for (boolean isRoom = true; isRoom && detailed < first.size(); ) {
            Dossier dossier = first.get(detailed);
            Markup article = new Markup()
                    .open(
                            "article",
                            "id",
                            anchor(dossier.id()),
                            "class",
                            ReportText.isWin(dossier) ? "card is-win" : "card");
            claim(article, dossier, scale);
            if (ReportText.isWin(dossier)) {
                convincing(article, view, dossier, hours.getOrDefault(dossier.id(), OptionalDouble.empty()));
            }
            EvidenceSection.add(article, view, inputs, dossier);
            article.close().line();
            isRoom = page.bytes() + article.bytes() <= room;
            if (isRoom) {
                page.add(article);
                detailed++;
            }
        }
        page.element(
                "p",
                "Ceiling: speed-up of the accelerator-hours, and of the wall, if the class vanished. Effect: change of the"
                        + " metric, left is better; the band is the minimum practical effect. Panel: " + Examined.LEGEND
                        + ". Pairs exclude one warm-up pair an experiment.",
                "class",
                "soft");
        if (detailed < all.size()) {
            rest(
                    page,
                    Plurals.of(all.size() - detailed, "more hypothesis") + ", a line each",
                    all.subList(detailed, all.size()));
        }
        if (!untried.isEmpty()) {
            rest(page, Plurals.of(untried.size(), "idea") + " not tried: " + why(untried), untried);
        }
    }

    /** Returns how many ideas were not tried for which reason. */
    private static String why(List<Dossier> untried) {
        return untried.stream()
                .collect(Collectors.groupingBy(
                        dossier -> ReportText.verdict(dossier.state()), TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(entry -> Plurals.grouped(entry.getValue()) + " "
                        + (entry.getValue() == 1
                                ? entry.getKey()
                                : entry.getKey().replaceFirst("^needs ", "need ")))
                .collect(Collectors.joining(", "));
    }

    /** Returns what links to the card of a hypothesis. */
    static String anchor(String id) {
        return "change-" + id;
    }

    private static int place(HypothesisState state) {
        return switch (state) {
            case IN_REVIEW, SURVIVED -> 0;
            case BUILDING, TESTING, CONFIRMING, NEEDS_RERUN -> 1;
            case PROMOTED -> 2;
            case REFUTED, NOT_REPLICATED, DECAYED, DECLINED, REGRESSION, STALE -> 3;
            case NO_EFFECT, NOT_SEEN, INCONCLUSIVE, RUN_FAILED, BUILD_FAILED -> 4;
            case PROPOSED, NEEDS_EVIDENCE, NEEDS_LEVER, NEEDS_SANDBOX -> 5;
            case SCREENED_OUT, FOUND, CANCELLED, EXPIRED -> 6;
        };
    }

    private static void claim(Markup page, Dossier dossier, EffectScale scale) {
        boolean isCompared = dossier.comparison().isPresent();
        page.open("div", "class", isCompared ? "claim" : "claim short").open("div");
        page.said("h3", ReportText.change(dossier.hypothesis()));
        page.open("p", "class", "soft break")
                .element("bdi", dossier.hypothesis().family());
        page.text(" · " + dossier.hypothesis().bottleneck().label() + " ("
                + dossier.hypothesis().bottleneck() + ") · ceiling " + ReportText.ceiling(dossier));
        page.close(2);
        dossier.comparison().ifPresent(found -> effect(page, dossier, found, scale));
        page.open("div").element("span", ReportText.verdict(dossier), "class", "verdict");
        if (!dossier.votes().isEmpty()) {
            page.text(" ")
                    .element(
                            "span",
                            Examined.of(dossier.votes()).brief(),
                            "class",
                            "votes",
                            "title",
                            Examined.of(dossier.votes()).words().orElse(""));
        }
        for (Vote veto : ReportText.vetoes(dossier.votes())) {
            page.element("div", "veto: " + veto.refuter().replace("facts:", ""), "class", "red");
        }
        page.element("div", ReportText.reason(dossier), "class", "soft break", "dir", "auto");
        dossier.reopens()
                .ifPresent(why -> page.element("div", "Tried again: " + why, "class", "soft break", "dir", "auto"));
        page.close(2);
    }

    /** What convinces of a win, in one line, without its page to unfold. */
    private static void convincing(Markup page, LedgerView view, Dossier win, OptionalDouble hours) {
        WinFacts facts = WinFacts.of(view, win);
        page.element(
                "p",
                "A run: " + facts.times() + ". Output: "
                        + (facts.isCompared()
                                ? (facts.isSameOutput() ? "identical in " : "alike in ") + facts.sameOutput()
                                : facts.sameOutput())
                        + ". Work: " + facts.sameWork() + ". Worth: "
                        + (hours.isPresent()
                                ? Numbers.hours(hours.getAsDouble()) + " of accelerator time a week."
                                : "not known, because the job does not say how often it runs."));
    }

    private static void effect(Markup page, Dossier dossier, Comparison found, EffectScale scale) {
        page.open("div").element("div", ReportText.effect(dossier));
        if (found.ratio().isPresent()) {
            page.add(scale.plot(dossier, found));
        }
        page.element("div", Plurals.of(found.pairs(), "pair"), "class", "soft").close();
    }

    /** A line each, as many as there is room for. */
    private static void rest(Markup page, String summary, List<Dossier> rest) {
        Markup table = new Markup().table("id", "job", "class", "change", ">effect", "verdict", "since (UTC)");
        int shown = 0;
        while (shown < rest.size() && table.bytes() < LINE_ROOM) {
            line(table, rest.get(shown++));
        }
        page.open("details", "class", "card");
        page.element("summary", summary);
        page.open("p").text("All of one: ").element("code", "ledger show ID").text(", by the beginning of its id.");
        page.close().add(table.endTable());
        if (shown < rest.size()) {
            page.element(
                    "p",
                    "Left out of this page: " + Plurals.of(rest.size() - shown, "more hypothesis")
                            + ". `ledger export` has all of them, `ledger show ID` one.");
        }
        page.close();
    }

    private static void line(Markup table, Dossier dossier) {
        table.open("tr").element("td", dossier.id(), "class", "break");
        table.element("td", PlainText.cut(dossier.hypothesis().family(), MAX_LENGTH), "dir", "auto");
        table.element("td", dossier.hypothesis().bottleneck().label());
        table.element("td", PlainText.cut(ReportText.change(dossier.hypothesis()), MAX_LENGTH), "dir", "auto");
        table.element(
                "td",
                dossier.comparison()
                        .filter(found -> found.ratio().isPresent())
                        .map(found -> Numbers.change(found.ratio().getAsDouble()))
                        .orElse("-"),
                "class",
                "n");
        table.element("td", ReportText.verdict(dossier.state()));
        table.element(
                        "td",
                        dossier.movedAt().atZone(ZoneOffset.UTC).toLocalDate().toString())
                .close()
                .line();
    }

    /** Adds the runs that wait for long in the scheduler's queue, the longest first, and why in the scheduler's own words. */
    private static void queued(Markup page, LedgerView view) {
        List<Run> waiting = view.queued();
        if (waiting.isEmpty()) {
            return;
        }
        page.open("div", "class", "card").element("div", "Waits in the scheduler's queue", "class", "name");
        waiting.stream().limit(MAX_QUEUED).forEach(run -> queuedRun(page, view, run));
        if (waiting.size() > MAX_QUEUED) {
            page.element("p", Plurals.of(waiting.size() - MAX_QUEUED, "more run", "waits.", "wait."), "class", "soft");
        }
        page.close();
    }

    private static void queuedRun(Markup page, LedgerView view, Run run) {
        page.open("p", "class", "break").element("bdi", PlainText.cut(run.plan().family(), MAX_NAME));
        view.dossier(run.plan().hypothesis())
                .map(Dossier::hypothesis)
                .ifPresent(claim ->
                        page.text(", ").element("bdi", PlainText.cut(ReportText.change(claim.change()), MAX_NAME)));
        page.text(", " + run.plan().purpose().name().toLowerCase(Locale.ROOT) + " run "
                + run.plan().key() + " ");
        page.element("bdi", PlainText.cut(run.waiting().orElseThrow(), MAX_REASON))
                .close();
    }
}
