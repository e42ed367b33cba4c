package dev.amdahl.core.report;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.report.accounts.Accounts;
import dev.amdahl.core.report.picture.Markup;
import dev.amdahl.core.report.picture.Numbers;
import dev.amdahl.core.roi.Range;
import dev.amdahl.core.roi.ReturnOnInvestment;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** The first screen: what was found, what it saves in three accounts that are never added up, what it cost. Stateless. */
final class Headline {
    private Headline() {}

    static void title(Markup page, LedgerView view, ReportInputs inputs) {
        page.element("p", inputs.title(), "class", "soft break", "dir", "auto");
        Totals totals = view.totals();
        page.element("h1", sentence(view, totals));
        page.element("p", rest(view, totals), "class", "soft");
    }

    static void accounts(Markup page, LedgerView view, ReportInputs inputs, Map<String, Double> baselines) {
        Savings savings = Savings.of(view, inputs, baselines);
        page.open("div", "class", "cards");
        gain(page, "Captured", savings.captured(), "by promoted wins");
        gain(page, "Verified", savings.verified(), "by wins that wait for a person");
        gain(page, "Identified", savings.identified(), "expected of open hypotheses, not measured");
        cost(page, CostAccount.of(view, inputs));
        page.close();
        inputs.accounts().flatMap(Accounts::captured).ifPresent(found -> page.element("p", returned(found)));
        if (!savings.unscaled().isEmpty()) {
            page.element(
                    "p",
                    "Not in these accounts, as their runs a week are not declared: "
                            + String.join(", ", savings.unscaled()),
                    "class",
                    "red break");
        }
    }

    private static String sentence(LedgerView view, Totals totals) {
        long waiting = totals.hypotheses(HypothesisState.IN_REVIEW) + totals.hypotheses(HypothesisState.SURVIVED);
        long promoted = totals.hypotheses(HypothesisState.PROMOTED);
        if (totals.allHypotheses() == 0) {
            return view.families().isEmpty() ? "Nothing looked at yet" : "No hypothesis yet";
        }
        String wins = waiting == 0
                ? "No win waits for review"
                : waiting == 1 ? "1 win waits for review" : Numbers.count(waiting) + " wins wait for review";
        return promoted == 0 ? wins : wins + ", " + Numbers.count(promoted) + " promoted";
    }

    private static String rest(LedgerView view, Totals totals) {
        long open = Arrays.stream(HypothesisState.values())
                .filter(state ->
                        state.isOpen() && state != HypothesisState.IN_REVIEW && state != HypothesisState.SURVIVED)
                .mapToLong(totals::hypotheses)
                .sum();
        return Numbers.count(totals.allHypotheses()) + " hypotheses on "
                + Numbers.count(view.families().size()) + " jobs: "
                + Numbers.count(totals.hypotheses(HypothesisState.REFUTED)) + " refuted, "
                + Numbers.count(totals.hypotheses(HypothesisState.NO_EFFECT)) + " without effect, "
                + Numbers.count(totals.hypotheses(HypothesisState.SCREENED_OUT)) + " screened out before any run, "
                + Numbers.count(open) + " open."
                + Latency.of(view)
                        .map(latency -> " From proposal to verdict: p50 " + Numbers.seconds(latency.median()) + ", p90 "
                                + Numbers.seconds(latency.p90()) + " over " + Numbers.count(latency.count()) + ".")
                        .orElse("");
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
            page.element(
                    "div",
                    "interval " + Numbers.hours(gain.lowerHours()) + " to " + Numbers.hours(gain.higherHours()),
                    "class",
                    "soft");
        }
        page.element("div", "accelerator time saved " + meaning, "class", "soft")
                .close();
    }

    private static void cost(Markup page, CostAccount cost) {
        page.open("div", "class", "card").element("div", "Spent on finding out", "class", "name");
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

    /** The return of a year of what is captured. */
    static String returned(ReturnOnInvestment found) {
        if (found.paybackDays().isEmpty()) {
            return "Nothing is captured yet, so nothing of what was spent has come back.";
        }
        return "Return on what was spent, by a year of captured savings: " + times(found.gross()) + " gross, "
                + times(found.net()) + " net"
                + "; paid back in "
                + Numbers.seconds(86_400 * found.paybackDays().getAsDouble()) + ".";
    }

    private static String times(Range range) {
        return Numbers.significant(range.expected()) + " [" + Numbers.significant(range.low()) + ", "
                + Numbers.significant(range.high()) + "] times the cost";
    }

    private static Optional<String> said(CostAccount cost, Cost.Kind kind, String unit) {
        return Optional.ofNullable(cost.byKind().get(kind)).map(amount -> Numbers.significant(amount) + " " + unit);
    }
}
