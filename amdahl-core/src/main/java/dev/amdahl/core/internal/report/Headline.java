package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.Unit;
import dev.amdahl.core.internal.roi.Range;
import dev.amdahl.core.internal.roi.ReturnOnInvestment;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The first screen: what was found, what it saves in accounts that are never added up, what it cost. */
final class Headline {
    private static final int MAX_NAMED = 20;
    private static final double SECONDS_PER_HOUR = 3600;

    private Headline() {}

    static void title(Markup page, LedgerView view, ReportInputs inputs, Savings savings) {
        page.element("p", inputs.title(), "class", "soft break", "dir", "auto");
        Totals totals = view.totals();
        page.element("h1", sentence(view, totals));
        together(savings, waiting(totals)).ifPresent(text -> page.element("p", text));
        page.element("p", rest(view, totals), "class", "soft");
    }

    /** Returns what the wins that wait would give back together. */
    private static Optional<String> together(Savings savings, long wins) {
        Gain waiting = savings.verified();
        return waiting.expectedHours() <= 0
                ? Optional.empty()
                : Optional.of((wins == 1 ? "It gives back " : "Together they give back ")
                        + Numbers.hours(waiting.expectedHours())
                        + " of accelerator time a week"
                        + (waiting.expectedMoney().isEmpty() ? "" : " (" + Numbers.money(waiting.expectedMoney()) + ")")
                        + ".");
    }

    static void accounts(Markup page, LedgerView view, ReportInputs inputs, Savings savings) {
        CostAccount cost = CostAccount.of(view, inputs);
        Totals totals = view.totals();
        long promoted = totals.hypotheses(HypothesisState.PROMOTED);
        page.open("div", "class", "cards");
        gain(
                page,
                "Approved and in effect",
                savings.promoted(),
                isKnown(savings, savings.promoted(), promoted),
                "saved by those of " + Plurals.of(promoted, "promoted win")
                        + " that are in effect, if the jobs run as in their experiments");
        inputs.accounts().filter(accounts -> promoted > 0).ifPresent(accounts -> captured(page, accounts));
        String waiting = "saved by " + Plurals.of(waiting(totals), "win")
                + " that nobody has answered yet, the best of alternatives";
        gain(
                page,
                "Proven, waiting for you",
                savings.verified(),
                isKnown(savings, savings.verified(), waiting(totals)),
                waiting);
        String undecided = "expected of " + Plurals.of(Standing.UNDECIDED.count(totals), "hypothesis")
                + " not decided yet, not measured";
        gain(
                page,
                "Possible, not tested yet",
                savings.identified(),
                isKnown(savings, savings.identified(), Standing.UNDECIDED.count(totals)),
                undecided);
        cost(page, cost);
        page.close();
        inputs.accounts()
                .flatMap(Accounts::projected)
                .ifPresent(found -> page.element("p", returned(found, "projected savings of promoted wins")));
        inputs.accounts()
                .flatMap(Accounts::captured)
                .ifPresent(found -> page.element("p", returned(found, "savings in later runs")));
        if (!savings.unscaled().isEmpty()) {
            page.element(
                    "p",
                    "Not in these accounts, because it is not known how often they run (runs_per_week in the jobs file): "
                            + savings.unscaled().stream().limit(MAX_NAMED).collect(Collectors.joining(", "))
                            + (savings.unscaled().size() > MAX_NAMED
                                    ? " and " + Plurals.of(savings.unscaled().size() - MAX_NAMED, "more job")
                                    : ""),
                    "class",
                    "break");
        }
    }

    private static long waiting(Totals totals) {
        return totals.hypotheses(HypothesisState.IN_REVIEW) + totals.hypotheses(HypothesisState.SURVIVED);
    }

    private static String sentence(LedgerView view, Totals totals) {
        long waiting = waiting(totals);
        long promoted = totals.hypotheses(HypothesisState.PROMOTED);
        if (totals.allHypotheses() == 0) {
            return view.families().isEmpty() ? "Nothing looked at yet" : "No hypothesis yet";
        }
        String wins = waiting == 0
                ? "No win waits for review"
                : Plurals.of(waiting, "proven change") + (waiting == 1 ? " waits" : " wait") + " for review";
        return promoted == 0 ? wins : wins + ", " + Plurals.grouped(promoted) + " promoted";
    }

    private static String rest(LedgerView view, Totals totals) {
        String standings = Standing.all(totals);
        return Plurals.of(totals.allHypotheses(), "hypothesis") + " on "
                + Plurals.of(view.families().size(), "job") + (standings.isEmpty() ? "." : ": " + standings + ".")
                + Latency.of(view)
                        .map(latency -> " From proposal to verdict: median " + Numbers.seconds(latency.median())
                                + ", 90 % within " + Numbers.seconds(latency.p90()) + " ("
                                + Plurals.of(latency.count(), "verdict") + ").")
                        .orElse("");
    }

    /** Returns whether an account of so many changes says something: nought is no sum where none of its jobs could be added. */
    private static boolean isKnown(Savings savings, Gain gain, long changes) {
        return changes == 0 || savings.unscaled().isEmpty() || gain.expectedHours() > 0;
    }

    private static void gain(Markup page, String name, Gain gain, boolean isKnown, String meaning) {
        page.open("div", "class", "card").element("div", name, "class", "name");
        page.element("div", isKnown ? Numbers.hours(gain.expectedHours()) + " a week" : "not known", "class", "big");
        if (isKnown) {
            page.element(
                    "div",
                    gain.expectedMoney().isEmpty()
                            ? "money not known: no price"
                            : Numbers.money(gain.expectedMoney()) + " a week");
        }
        if (gain.lowerHours() > 0) {
            Unit unit = Unit.ofHours(gain.expectedHours());
            page.element(
                    "div",
                    "interval " + unit.words(SECONDS_PER_HOUR * gain.lowerHours()) + " to "
                            + unit.words(SECONDS_PER_HOUR * gain.higherHours()),
                    "class",
                    "soft");
        }
        page.element("div", "accelerator time " + meaning, "class", "soft").close();
    }

    /** What later runs show, at least; apart from what is projected. */
    private static void captured(Markup page, Accounts accounts) {
        OptionalDouble hours = accounts.capturedHours();
        long jobs = accounts.families().stream()
                .filter(family -> family.captured().isPresent())
                .count();
        page.open("div", "class", "card").element("div", "Captured", "class", "name");
        page.element(
                "div",
                hours.isEmpty() ? "not seen yet" : "at least " + Numbers.hours(hours.getAsDouble()) + " a week",
                "class",
                "big");
        page.element(
                "div",
                hours.isEmpty()
                        ? "no later runs are known: loop --fleet, or report --fleet"
                        : "accelerator time saved in the later runs of " + Plurals.of(jobs, "job")
                                + " that were seen, the lower end of each interval",
                "class",
                "soft");
        page.close();
    }

    private static void cost(Markup page, CostAccount cost) {
        page.open("div", "class", "card").element("div", "Cost of testing", "class", "name");
        page.element("div", Numbers.hours(cost.hours()), "class", "big");
        page.element("div", cost.money().isEmpty() ? "money not known: no price" : Numbers.money(cost.money()));
        String verdict = cost.hoursPerVerdict().isEmpty()
                ? "no verdict yet"
                : Numbers.hours(cost.hoursPerVerdict().getAsDouble()) + " a verdict";
        page.element(
                "div",
                verdict + "; " + Numbers.hours(cost.hoursWithoutWin())
                        + " of the cost went to changes that did not win",
                "class",
                "soft");
        Optional.ofNullable(cost.byKind().get(Cost.Kind.CALIBRATION_ACCELERATOR_SECONDS))
                .ifPresent(seconds ->
                        page.element("div", Numbers.seconds(seconds) + " of it on planted wins", "class", "soft"));
        Optional.ofNullable(cost.byKind().get(Cost.Kind.BUILD_SECONDS))
                .ifPresent(seconds -> page.element("div", Numbers.seconds(seconds) + " of builds", "class", "soft"));
        said(cost, Cost.Kind.TOKEN_MONEY, "paid for tokens")
                .ifPresent(text -> page.element("div", text, "class", "soft"));
        said(cost, Cost.Kind.REVIEW_MINUTES, "min of people")
                .ifPresent(text -> page.element("div", text, "class", "soft"));
        page.close();
    }

    /** Returns the return of a year of savings. */
    static String returned(ReturnOnInvestment found, String savings) {
        if (found.paybackDays().isEmpty()) {
            return "There are no " + savings + " yet, so nothing of the cost has come back.";
        }
        return "Return on the cost of testing from a year of " + savings + ": " + times(found.gross()) + " gross, "
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
