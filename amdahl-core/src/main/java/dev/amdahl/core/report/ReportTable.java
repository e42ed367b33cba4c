package dev.amdahl.core.report;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.report.claim.Wording;
import dev.amdahl.core.report.picture.Numbers;
import dev.amdahl.core.report.picture.PlainText;

/** The tables that a terminal shows after a run, as plain text. Pure functions of a ledger. */
public final class ReportTable {
    private ReportTable() {}

    /**
     * One row a hypothesis: job, class, ceiling, change, effect with interval in per cent of the metric, pairs, votes
     * ({@code +} upholds, {@code -} refutes, {@code ?} abstains) and verdict.
     */
    public static TextTable hypotheses(LedgerView view) {
        TextTable table = TextTable.of("job", "class", ">ceiling", "change", ">effect", ">pairs", "votes", "verdict");
        view.dossiers().forEach(dossier -> add(table, dossier));
        return table;
    }

    private static void add(TextTable table, Dossier dossier) {
        table.row(
                PlainText.cut(dossier.hypothesis().family(), 60),
                dossier.hypothesis().bottleneck().name(),
                Numbers.factor(dossier.screening().acceleratorCeiling()),
                PlainText.cut(Wording.change(dossier.hypothesis().change()), 90),
                Wording.effect(dossier),
                dossier.comparison().map(found -> "" + found.pairs()).orElse("-"),
                Wording.votes(dossier.votes()),
                Wording.verdict(dossier.state()));
    }

    /**
     * The savings account: identified, verified and captured accelerator-hours a week and their money, then what finding out has
     * cost. The three are kept apart and never added up.
     */
    public static TextTable savings(LedgerView view, ReportInputs inputs) {
        Savings savings = Savings.of(view, inputs);
        CostAccount cost = CostAccount.of(view, inputs);
        TextTable table = TextTable.of("account", ">accelerator-hours", ">at least", ">money", "meaning");
        add(table, "identified", savings.identified(), "expected of hypotheses not yet decided; no measurement");
        add(table, "verified", savings.verified(), "measured wins that wait for a person");
        add(table, "captured", savings.captured(), "promoted");
        table.row(
                "cost so far",
                Numbers.hours(cost.hours()),
                "",
                Numbers.money(cost.money()),
                "of it " + Numbers.hours(cost.hoursWithoutWin()) + " on what was no win; "
                        + Numbers.hours(cost.hoursPerVerdict()) + " a verdict");
        return table;
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
