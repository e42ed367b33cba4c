package dev.amdahl.core.report.accounts;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.roi.Amounts;
import dev.amdahl.core.roi.LoopCost;
import dev.amdahl.core.roi.Rates;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What finding out has cost, by what for: both arms, failed runs and refuted claims included. Immutable.
 *
 * @param experimentHours accelerator-hours of trials and noise runs
 * @param evidenceHours of evidence runs
 * @param overrunHours held beyond the limits that were asked for
 * @param failedHours the part of all these that went into runs without a result
 * @param noWinHours the part that went into hypotheses that ended and were no win
 * @param buildHours wall hours of builds
 * @param tokens read and written by models
 * @param reviewMinutes of people
 * @param money all of it at the prices of its time
 * @param verdicts tests that are over
 * @param wins those that stand as wins
 */
public record Spent(
        double experimentHours,
        double evidenceHours,
        double overrunHours,
        double failedHours,
        double noWinHours,
        double buildHours,
        long tokens,
        double reviewMinutes,
        LoopCost money,
        long verdicts,
        long wins) {
    private static final double SECONDS = 3600;
    private static final double MINUTES = 60;
    static final Set<HypothesisState> WINS =
            EnumSet.of(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW, HypothesisState.PROMOTED);

    static Spent of(LedgerView view, Rates rates) {
        Totals totals = view.totals();
        double failed = 0;
        double noWin = 0;
        double noWinMoney = 0;
        for (Cost cost : view.costs()) {
            if (cost.kind().isAcceleratorTime()) {
                Optional<Run> run = view.run(cost.subject());
                failed += run.filter(known -> known.result().isEmpty()).isPresent() ? cost.amount() : 0;
                if (run.flatMap(known -> view.dossier(known.plan().hypothesis()))
                        .filter(Spent::isNoWin)
                        .isPresent()) {
                    noWin += cost.amount();
                    noWinMoney += cost.amount()
                            / SECONDS
                            * run.orElseThrow().plan().price().orElse(0);
                }
            }
        }
        Amounts booked =
                view.balance().total().spent().plus(view.balance().total().overrun());
        double minutes = totals.spent(Cost.Kind.REVIEW_MINUTES);
        double tokenMoney = totals.spent(Cost.Kind.TOKEN_MONEY);
        return new Spent(
                totals.spent(Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS) / SECONDS,
                totals.spent(Cost.Kind.EVIDENCE_ACCELERATOR_SECONDS) / SECONDS,
                totals.spent(Cost.Kind.OVERRUN_ACCELERATOR_SECONDS) / SECONDS,
                failed / SECONDS,
                noWin / SECONDS,
                totals.spent(Cost.Kind.BUILD_SECONDS) / SECONDS,
                booked.tokens(),
                minutes,
                new LoopCost(
                        tokenMoney,
                        Math.max(0, booked.money() - booked.tokenMoney()),
                        0,
                        minutes / MINUTES * rates.personHour(),
                        noWinMoney),
                totals.classes().values().stream()
                        .mapToLong(Totals.Tally::decided)
                        .sum(),
                totals.classes().values().stream().mapToLong(Totals.Tally::won).sum());
    }

    private static boolean isNoWin(Dossier dossier) {
        return dossier.state().isTerminal() && !WINS.contains(dossier.state());
    }

    /** All accelerator-hours. */
    public double hours() {
        return experimentHours + evidenceHours + overrunHours;
    }

    /** Accelerator-hours of a verdict; empty before the first. */
    public OptionalDouble hoursPerVerdict() {
        return verdicts == 0 ? OptionalDouble.empty() : OptionalDouble.of(hours() / verdicts);
    }

    /** Tokens of a verdict; empty before the first. */
    public OptionalDouble tokensPerVerdict() {
        return verdicts == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) tokens / verdicts);
    }

    /** Accelerator-hours of a win; empty before the first. */
    public OptionalDouble hoursPerWin() {
        return wins == 0 ? OptionalDouble.empty() : OptionalDouble.of(hours() / wins);
    }
}
