package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.report.claim.ReportText;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What finding out has cost so far, refuted claims and failed runs included.
 *
 * @param byKind amounts in each kind's unit
 * @param money accelerator time at the families' prices by currency; tokens have no currency and stay in {@code byKind}
 * @param hoursWithoutWin accelerator-hours of experiments that ended and were no win
 * @param verdicts hypotheses with a verdict that took an experiment
 */
record CostAccount(Map<Cost.Kind, Double> byKind, Map<String, Double> money, double hoursWithoutWin, int verdicts) {
    CostAccount {
        byKind = Map.copyOf(byKind);
        money = Map.copyOf(money);
    }

    static CostAccount of(LedgerView view, ReportInputs inputs) {
        Map<Cost.Kind, Double> byKind = new EnumMap<>(Cost.Kind.class);
        Map<String, Double> money = new TreeMap<>();
        double withoutWin = 0;
        for (Cost cost : view.costs()) {
            byKind.merge(cost.kind(), cost.amount(), Double::sum);
            if (!cost.kind().isOfRun()) {
                continue;
            }
            double hours = cost.amount() / 3_600;
            Optional<Price> price =
                    family(view, cost.subject()).flatMap(inputs::job).flatMap(JobSpec::price);
            price.ifPresent(known -> money.merge(known.currency(), hours * known.perAcceleratorHour(), Double::sum));
            boolean isLost = dossier(view, cost.subject())
                    .map(dossier -> dossier.state().isTerminal()
                            && !ReportText.isWin(dossier)
                            && !dossier.hypothesis().isPlanted())
                    .orElse(false);
            withoutWin += isLost ? hours : 0;
        }
        return new CostAccount(byKind, money, withoutWin, (int)
                view.dossiers().stream().filter(CostAccount::isTested).count());
    }

    /** Accelerator-hours of experiments, evidence runs and planted wins. */
    double hours() {
        return (byKind.getOrDefault(Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS, 0.0)
                        + byKind.getOrDefault(Cost.Kind.EVIDENCE_ACCELERATOR_SECONDS, 0.0)
                        + byKind.getOrDefault(Cost.Kind.CALIBRATION_ACCELERATOR_SECONDS, 0.0))
                / 3_600;
    }

    /** Accelerator-hours a verdict; empty before the first. */
    OptionalDouble hoursPerVerdict() {
        return verdicts == 0 ? OptionalDouble.empty() : OptionalDouble.of(hours() / verdicts);
    }

    private static boolean isTested(Dossier dossier) {
        return dossier.experiment().isPresent()
                && !dossier.hypothesis().isPlanted()
                && (ReportText.isWin(dossier) || dossier.state().isTerminal());
    }

    private static Optional<Dossier> dossier(LedgerView view, String subject) {
        return view.run(subject)
                .map(run -> run.plan().hypothesis())
                .flatMap(view::dossier)
                .or(() -> view.dossier(subject));
    }

    private static Optional<String> family(LedgerView view, String subject) {
        return view.run(subject)
                .map((Run run) -> run.plan().family())
                .or(() -> view.dossier(subject)
                        .map(dossier -> dossier.hypothesis().family()));
    }
}
