package dev.amdahl.core.internal.report.accounts;

import dev.amdahl.core.internal.roi.LoopCost;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.ledger.budget.Amounts;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What finding out has cost, by what for: both arms, failed runs and refuted claims included.
 *
 * @param experimentHours accelerator-hours of trials and noise runs
 * @param evidenceHours of evidence runs
 * @param calibrationHours of planted wins
 * @param overrunHours held beyond the limits that were asked for
 * @param failedHours the part of all these that went into runs without a result
 * @param noWinHours the part that went into hypotheses that ended and were no win
 * @param buildHours wall hours of the builds that were measured; empty where there were builds and none was
 * @param unmeasuredBuilds hypotheses that were built without a record of how long it took
 * @param buildMoney the price of those hours, part of the money; empty if they are not known or have no price, and then not in it
 * @param tokens read and written by models
 * @param reviewMinutes of people
 * @param money all of it at the prices of its time
 * @param verdicts tests that are over
 * @param wins those that stand as wins
 */
public record Spent(
        double experimentHours,
        double evidenceHours,
        double calibrationHours,
        double overrunHours,
        double failedHours,
        double noWinHours,
        OptionalDouble buildHours,
        long unmeasuredBuilds,
        OptionalDouble buildMoney,
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
        Set<String> measured = view.costs().stream()
                .filter(cost -> cost.kind() == Cost.Kind.BUILD_SECONDS)
                .map(Cost::subject)
                .collect(Collectors.toSet());
        long unmeasured = view.dossiers().stream()
                .filter(dossier -> wasBuilt(dossier) && !measured.contains(dossier.id()))
                .count();
        OptionalDouble builds = unmeasured > 0 && measured.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(totals.spent(Cost.Kind.BUILD_SECONDS) / SECONDS);
        OptionalDouble buildMoney = price(builds, rates.buildHour());
        Amounts booked =
                view.balance().total().spent().plus(view.balance().total().overrun());
        double minutes = totals.spent(Cost.Kind.REVIEW_MINUTES);
        double tokenMoney = totals.spent(Cost.Kind.TOKEN_MONEY);
        return new Spent(
                totals.spent(Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS) / SECONDS,
                totals.spent(Cost.Kind.EVIDENCE_ACCELERATOR_SECONDS) / SECONDS,
                totals.spent(Cost.Kind.CALIBRATION_ACCELERATOR_SECONDS) / SECONDS,
                totals.spent(Cost.Kind.OVERRUN_ACCELERATOR_SECONDS) / SECONDS,
                failed / SECONDS,
                noWin / SECONDS,
                builds,
                unmeasured,
                buildMoney,
                booked.tokens(),
                minutes,
                new LoopCost(
                        tokenMoney,
                        Math.max(0, booked.money() - booked.tokenMoney()),
                        buildMoney.orElse(0),
                        minutes / MINUTES * rates.personHour(),
                        noWinMoney),
                totals.classes().values().stream()
                        .mapToLong(Totals.Tally::decided)
                        .sum(),
                totals.classes().values().stream().mapToLong(Totals.Tally::won).sum());
    }

    private static boolean wasBuilt(Dossier dossier) {
        return dossier.hypothesis().needsBuild()
                && (dossier.experiment().isPresent() || dossier.state() == HypothesisState.BUILD_FAILED);
    }

    /** No hours cost nothing; any others have the price that was said. */
    private static OptionalDouble price(OptionalDouble hours, OptionalDouble rate) {
        if (hours.isEmpty() || (hours.getAsDouble() > 0 && rate.isEmpty())) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(hours.getAsDouble() * rate.orElse(0));
    }

    private static boolean isNoWin(Dossier dossier) {
        return dossier.state().isTerminal()
                && !WINS.contains(dossier.state())
                && !dossier.hypothesis().isPlanted();
    }

    /** Returns all accelerator-hours. */
    public double hours() {
        return experimentHours + evidenceHours + calibrationHours + overrunHours;
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
