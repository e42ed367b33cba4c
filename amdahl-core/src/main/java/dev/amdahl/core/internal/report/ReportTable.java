package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.Examined;
import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.internal.report.picture.Numbers;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.internal.roi.SavingsAccount;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.ExpectedSaving;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tables that a terminal shows after a run, as plain text. Pure functions of a ledger. */
public final class ReportTable {
    /** Two values that stay on one line. */
    private static final Pattern SHORT = Pattern.compile("(?<=: )[\\w.]{1,8} -> [\\w.]{1,8}");

    private ReportTable() {}

    /**
     * Returns one row a hypothesis: job, class, ceiling, change, effect with interval in per cent of the metric, pairs, what the panel said (see
     * {@link Examined#brief}) and verdict. Where a line each has no room, class and ceiling stand below the job, and the interval below
     * the effect.
     */
    public static TextTable hypotheses(LedgerView view, int width) {
        TextTable flat = TextTable.of("job", "class", ">ceiling", "change", ">effect", ">pairs", "panel", "verdict")
                .width(width);
        view.dossiers().forEach(dossier -> flat.row(cells(dossier)));
        return flat.fits() ? flat : stacked(view, width);
    }

    private static TextTable stacked(LedgerView view, int width) {
        TextTable table = TextTable.of("job", "change", ">effect", ">pairs", "panel", "verdict")
                .width(width);
        for (Dossier dossier : view.dossiers()) {
            String[] cells = cells(dossier);
            String[] effect = cells[4].split(" (?=\\[)", 2);
            table.stacked(List.of(
                    List.of(cells[0], cells[1], "ceiling " + cells[2]),
                    List.of(SHORT.matcher(cells[3]).replaceAll(match -> glued(match.group()))),
                    Stream.of(effect).map(ReportTable::glued).toList(),
                    List.of(cells[5]),
                    List.of(cells[6]),
                    List.of(cells[7].replace(" %", glued(" %")))));
        }
        return table;
    }

    private static String glued(String text) {
        return text.replace(' ', TextWrap.GLUE);
    }

    private static String[] cells(Dossier dossier) {
        return new String[] {
            PlainText.cut(dossier.hypothesis().family(), 60),
            dossier.hypothesis().bottleneck().name(),
            Numbers.factor(dossier.screening().acceleratorCeiling()),
            PlainText.cut(ReportText.change(dossier.hypothesis()), 90),
            ReportText.effect(dossier),
            dossier.comparison().map(found -> "" + found.pairs()).orElse("-"),
            Examined.of(dossier.votes()).brief(),
            ReportText.verdict(dossier)
        };
    }

    /**
     * Returns the savings account: identified, verified and promoted accelerator-hours a week, all projected, and their money, then what finding out has
     * cost. The three are kept apart and never added up.
     */
    public static TextTable savings(LedgerView view, ReportInputs inputs, int width) {
        Savings savings = Savings.of(view, inputs);
        CostAccount cost = CostAccount.of(view, inputs);
        TextTable table = TextTable.of("account", ">accelerator-hours", ">at least", ">money", "meaning")
                .width(width);
        add(table, "identified", savings.identified(), "expected of hypotheses not yet decided; no measurement");
        add(table, "verified", savings.verified(), "measured wins that wait for a person");
        add(table, "promoted", savings.promoted(), "projected by their experiments; no later run was looked at");
        table.row(
                "cost so far",
                Numbers.hours(cost.hours()),
                "",
                Numbers.money(cost.money()),
                "of it " + Numbers.hours(cost.hoursWithoutWin()) + " on changes that did not win; "
                        + Numbers.hours(cost.hoursPerVerdict()) + " a verdict");
        return table;
    }

    /** Returns the savings account of all jobs in one, whose money adds up where they have one currency. */
    public static SavingsAccount account(LedgerView view, ReportInputs inputs) {
        return Savings.account(view, inputs);
    }

    /** Returns what each win saves a week, as the report says it; empty where it is not known how often its job runs. */
    public static Function<Dossier, Optional<ExpectedSaving>> worth(LedgerView view, ReportInputs inputs) {
        return new PageSections(view, inputs)::saving;
    }

    private static void add(TextTable table, String name, Gain gain, String meaning) {
        table.row(
                name,
                Numbers.hours(gain.expectedHours()) + "/week",
                name.equals("identified") ? "-" : Numbers.hours(gain.lowerHours()) + "/week",
                gain.expectedMoney().isEmpty() ? "-" : Numbers.money(gain.expectedMoney()) + "/week",
                meaning);
    }
}
