package dev.amdahl.examples.cli.ledger;

import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.CallAccount;
import dev.amdahl.core.internal.report.accounts.FamilyAccount;
import dev.amdahl.core.internal.report.accounts.LatencyWindow;
import dev.amdahl.core.internal.report.accounts.Spent;
import dev.amdahl.core.internal.report.accounts.Step;
import dev.amdahl.core.internal.report.accounts.Throughput;
import dev.amdahl.core.internal.roi.Range;
import dev.amdahl.core.internal.roi.ReturnOnInvestment;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.spi.Plurals;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What {@code ledger accounts} says to people.
 *
 * @param currency of all money; empty where the declared jobs name none, or several
 */
record AccountsText(Accounts accounts, Optional<String> currency) {
    String text() {
        StringBuilder out = new StringBuilder();
        Table budgets = new Table("budget", "limit", "spent", "reserved", "overrun");
        Balance balance = accounts.balance();
        budgets(budgets, "", balance.budget().total(), balance.total());
        budgets(budgets, " a day", balance.budget().perDay(), balance.today());
        out.append(budgets).append('\n');
        balance.alerts().forEach(alert -> out.append(Width.line("", alert)));
        spent(out);
        calls(out);
        candidates(out);
        families(out, accounts.families());
        accounts.families().stream()
                .flatMap(family -> family.workPerEnergy().stream())
                .forEach(line -> out.append(Width.line("", Table.clean(line))));
        accounts.projected().ifPresent(roi -> returned(out, "projected", roi));
        accounts.captured().ifPresent(roi -> returned(out, "by later runs", roi));
        if (accounts.freedAccelerators() > 0) {
            out.append(Width.line("", accounts.freed()));
        }
        accounts.throughput().ifPresent(pace -> throughput(out, pace, accounts.winsPerDay()));
        return out.toString();
    }

    private void returned(StringBuilder out, String how, ReturnOnInvestment roi) {
        out.append(Width.line(
                "return, " + how + ": ",
                roi.gross().high() <= 0
                        ? "none yet, as no change that was approved has saved anything"
                        : range(roi.gross()) + " times the cost gross, " + range(roi.net()) + " net, present value "
                                + range(roi.presentValue()) + unit()));
    }

    /** Returns what stands behind an amount of money. */
    private String unit() {
        return currency.map(code -> " " + code).orElse("");
    }

    private void budgets(Table table, String period, Limits limits, Balance.Account account) {
        List<Limits.Use> spent = limits.uses(account.spent());
        List<Limits.Use> reserved = limits.uses(account.reserved());
        List<Limits.Use> overrun = limits.uses(account.overrun());
        for (int i = 0; i < spent.size(); i++) {
            double limit = spent.get(i).limit();
            table.row(
                    spent.get(i).unit()
                            + period
                            + (spent.get(i).unit().startsWith("money")
                                    ? currency.map(code -> ", " + code).orElse("")
                                    : ""),
                    Double.isInfinite(limit) ? "-" : number(limit),
                    number(spent.get(i).used()),
                    number(reserved.get(i).used()),
                    number(overrun.get(i).used()));
        }
    }

    private void spent(StringBuilder out) {
        Spent spent = accounts.spent();
        out.append(said(
                "cost: %s accelerator-hours (%s in failed runs, %s without a win, %s in planted wins), %s tokens, %s min of people, money %s%s",
                number(spent.hours()),
                number(spent.failedHours()),
                number(spent.noWinHours()),
                number(spent.calibrationHours()),
                number((double) spent.tokens()),
                number(spent.reviewMinutes()),
                number(spent.money().total()),
                unit()));
        builds(spent).ifPresent(builds -> out.append(Width.line("", builds)));
        out.append(said(
                "verdicts: %d, %s h each; wins: %d, %s h each; next win with probability %.2f",
                spent.verdicts(),
                spent.hoursPerVerdict().isPresent()
                        ? number(spent.hoursPerVerdict().getAsDouble())
                        : "-",
                spent.wins(),
                spent.hoursPerWin().isPresent() ? number(spent.hoursPerWin().getAsDouble()) : "-",
                accounts.winProbability()));
    }

    /** Returns what of builds is known; nothing where there were none. */
    private Optional<String> builds(Spent spent) {
        if (spent.buildHours().isEmpty()) {
            return Optional.of("builds: not measured, not in the money");
        }
        double hours = spent.buildHours().getAsDouble();
        if (hours == 0 && spent.unmeasuredBuilds() == 0) {
            return Optional.empty();
        }
        return Optional.of("builds: " + number(hours) + " h"
                + (spent.unmeasuredBuilds() > 0
                        ? " and " + Plurals.of(spent.unmeasuredBuilds(), "build") + " not measured"
                        : "")
                + (spent.buildMoney().isPresent()
                        ? ", money " + number(spent.buildMoney().getAsDouble()) + unit()
                        : ", not in the money: give --build-hour PRICE"));
    }

    private void calls(StringBuilder out) {
        CallAccount calls = accounts.calls();
        if (calls.made() + calls.refused() > 0) {
            out.append(said(
                    "models: %d calls, %d answers, %d failed, %d escalated, %d refused, %s s, %s tokens a verdict%s",
                    calls.made(),
                    calls.answers(),
                    calls.failed(),
                    calls.escalated(),
                    calls.refused(),
                    number(calls.seconds()),
                    accounts.spent().tokensPerVerdict().isPresent()
                            ? number(accounts.spent().tokensPerVerdict().getAsDouble())
                            : "-",
                    calls.savedByRouting() > 0
                            ? "; routing saved " + number(calls.savedByRouting()) + " against the best model alone"
                            : ""));
        }
    }

    private void candidates(StringBuilder out) {
        if (!accounts.candidates().isEmpty()) {
            Table table = new Table("patches of models", "entered", "left", "seconds", "tokens", "money");
            accounts.candidates()
                    .forEach(gate -> table.row(
                            gate.name(),
                            Long.toString(gate.entered()),
                            Integer.toString(gate.left().size()),
                            number(gate.seconds()),
                            number((double) gate.tokens()),
                            number(gate.money())));
            out.append(table).append('\n');
        }
    }

    private static void families(StringBuilder out, List<FamilyAccount> families) {
        Table table = new Table(
                "family",
                "promoted h/week (projected)",
                "captured h/week",
                "verified h/week (projected)",
                "projected share",
                "realised share",
                "runs",
                "covered",
                "controls");
        families.forEach(family -> table.row(
                family.family(),
                family.isScaled() ? range(family.promoted()) : "not known",
                family.captured().isPresent()
                        ? "at least " + number(family.captured().getAsDouble())
                        : "not seen",
                family.isScaled() ? range(family.verified()) : "not known",
                family.realised().map(saving -> range(saving.projected())).orElse("-"),
                family.realised().map(saving -> range(saving.realised())).orElse("-"),
                family.realised().map(saving -> Integer.toString(saving.runs())).orElse("-"),
                family.realised()
                        .filter(saving -> saving.coverage().isPresent())
                        .map(saving -> number(saving.coverage().getAsDouble()))
                        .orElse("-"),
                family.realised()
                        .map(saving -> Integer.toString(saving.controls()))
                        .orElse("-")));
        out.append('\n').append(table).append('\n');
    }

    private static void throughput(StringBuilder out, Throughput pace, double winsPerDay) {
        out.append(said(
                "verdicts a day: %s (at most %s, limited by %s), wins a day: %s",
                number(pace.limits().measuredPerDay()),
                number(pace.limits().most()),
                plain(pace.limits().limiting()),
                number(winsPerDay)));
        out.append(said(
                "slots: %d seen, %.0f %% used; more than %d would not help",
                pace.limits().slots(), 100 * pace.utilisation(), pace.limits().helpfulSlots()));
        for (LatencyWindow window : pace.latencies()) {
            out.append(Width.line("", latency(window)));
        }
        out.append(said(
                "before a verdict most time goes to %s; seconds of each step, on average:", words(pace.longest())));
        pace.steps()
                .forEach((step, seconds) ->
                        out.append(String.format(Locale.ROOT, "  %-23s %s s%n", words(step), number(seconds))));
    }

    private static String words(Step step) {
        return switch (step) {
            case WAITING -> "waiting for a slot";
            case BUILDING -> "building";
            case QUEUE -> "the scheduler's queue";
            case TRIALS -> "running trials";
            case BETWEEN -> "pauses between trials";
            case REVIEW -> "waiting for a person";
        };
    }

    private static String plain(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String said(String format, Object... figures) {
        return Width.line("", String.format(Locale.ROOT, format, figures));
    }

    private static String latency(LatencyWindow window) {
        String when =
                window.days().isPresent() ? "last " + Plurals.of(window.days().getAsInt(), "day") : "all";
        String figures = window.median().isPresent()
                ? "p50 " + number(window.median().getAsDouble()) + " s, p90 "
                        + number(window.p90().orElseThrow()) + " s over "
                : "";
        return "from hypothesis to verdict, " + when + ": " + figures + Plurals.of(window.verdicts(), "verdict");
    }

    private static String range(Range range) {
        return number(range.expected()) + " [" + number(range.low()) + ", " + number(range.high()) + "]";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%.0f" : "%.3g", value);
    }
}
