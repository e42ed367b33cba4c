package dev.amdahl.core.report;

import dev.amdahl.core.ledger.Cost;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Optional;

/** The first screen: what was found, what it saves in three accounts that are never added up, what it cost. Stateless. */
final class Headline {
    private Headline() {}

    static void add(Markup page, LedgerView view, ReportInputs inputs) {
        page.element("p", inputs.title(), "class", "soft");
        page.element("h1", sentence(view));
        page.element("p", rest(view), "class", "soft");
        Savings savings = Savings.of(view, inputs);
        page.open("div", "class", "cards");
        gain(page, "Identified", savings.identified(), "expected of open hypotheses; not measured");
        gain(page, "Verified", savings.verified(), "measured wins that wait for a person");
        gain(page, "Captured", savings.captured(), "promoted");
        cost(page, CostAccount.of(view, inputs));
        page.close();
        if (!savings.unscaled().isEmpty()) {
            page.element(
                    "p",
                    "Not in these accounts, as their runs a week are not declared: "
                            + String.join(", ", savings.unscaled()),
                    "class",
                    "red break");
        }
    }

    private static String sentence(LedgerView view) {
        long waiting = count(view, HypothesisState.IN_REVIEW) + count(view, HypothesisState.SURVIVED);
        long promoted = count(view, HypothesisState.PROMOTED);
        if (view.dossiers().isEmpty()) {
            return view.families().isEmpty() ? "Nothing looked at yet" : "No hypothesis yet";
        }
        String wins = waiting == 0
                ? "No win waits for review"
                : waiting == 1 ? "1 win waits for review" : waiting + " wins wait for review";
        return promoted == 0 ? wins : wins + ", " + promoted + " promoted";
    }

    private static String rest(LedgerView view) {
        long open = view.dossiers().stream()
                .filter(dossier -> dossier.state().isOpen() && !Wording.isWin(dossier))
                .count();
        return view.dossiers().size() + " hypotheses on " + view.families().size() + " jobs: "
                + count(view, HypothesisState.REFUTED) + " refuted, " + count(view, HypothesisState.NO_EFFECT)
                + " without effect, " + count(view, HypothesisState.SCREENED_OUT) + " screened out before any run, "
                + open + " open."
                + Latency.of(view)
                        .map(latency -> " From proposal to verdict: p50 " + Numbers.seconds(latency.median()) + ", p90 "
                                + Numbers.seconds(latency.p90()) + " over " + latency.count() + ".")
                        .orElse("");
    }

    private static long count(LedgerView view, HypothesisState state) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.state() == state)
                .count();
    }

    private static void gain(Markup page, String name, Gain gain, String meaning) {
        page.open("div", "class", "card").element("div", name, "class", "name");
        page.element("div", Numbers.hours(gain.expectedHours()) + " / week", "class", "big");
        page.element(
                "div",
                gain.expectedMoney().isEmpty()
                        ? "money not known: no price"
                        : Numbers.money(gain.expectedMoney()) + " a week");
        if (gain.lowerHours() > 0) {
            page.element("div", "at least " + Numbers.hours(gain.lowerHours()) + " by the intervals", "class", "soft");
        }
        page.element("div", "accelerator time, " + meaning, "class", "soft").close();
    }

    private static void cost(Markup page, CostAccount cost) {
        page.open("div", "class", "card").element("div", "Cost of finding out", "class", "name");
        page.element("div", Numbers.hours(cost.hours()), "class", "big");
        page.element("div", cost.money().isEmpty() ? "money not known: no price" : Numbers.money(cost.money()));
        String verdict = cost.hoursPerVerdict().isEmpty()
                ? "no verdict yet"
                : Numbers.hours(cost.hoursPerVerdict()) + " a verdict";
        page.element(
                "div",
                verdict + "; " + Numbers.hours(cost.hoursWithoutWin()) + " of it on what was no win",
                "class",
                "soft");
        said(cost, Cost.Kind.BUILD_SECONDS, "s of builds")
                .ifPresent(text -> page.element("div", text, "class", "soft"));
        said(cost, Cost.Kind.TOKEN_MONEY, "paid for tokens")
                .ifPresent(text -> page.element("div", text, "class", "soft"));
        said(cost, Cost.Kind.REVIEW_MINUTES, "min of people")
                .ifPresent(text -> page.element("div", text, "class", "soft"));
        page.close();
    }

    private static Optional<String> said(CostAccount cost, Cost.Kind kind, String unit) {
        return Optional.ofNullable(cost.byKind().get(kind)).map(amount -> Numbers.significant(amount) + " " + unit);
    }
}
