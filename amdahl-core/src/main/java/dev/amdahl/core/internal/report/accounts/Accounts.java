package dev.amdahl.core.internal.report.accounts;

import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.roi.Range;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.internal.roi.ReturnOnInvestment;
import dev.amdahl.core.internal.roi.SavedFraction;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All accounts of a ledger: where the budget stands, what finding out cost, what was saved, how fast verdicts come. Savings that
 * experiments project of promoted and of waiting wins, and those that later runs show, are kept apart and never added up.
 *
 * @param balance where the budget stands
 * @param spent what finding out cost
 * @param calls what calls of models came to
 * @param winProbability posterior mean of the share of tests that win
 * @param families the families with their savings, by name
 * @param projected the return that promoted wins project; empty before anything was spent, or with prices in several currencies
 * @param captured the return that later runs show; empty as well while none are known
 * @param freedAccelerators that promoted wins free, by the point estimates of their experiments
 * @param throughput how fast verdicts come; empty before the first
 * @param candidates what became of the patches that nobody answers for, stage by stage
 */
public record Accounts(
        Balance balance,
        Spent spent,
        CallAccount calls,
        double winProbability,
        List<FamilyAccount> families,
        Optional<ReturnOnInvestment> projected,
        Optional<ReturnOnInvestment> captured,
        double freedAccelerators,
        Optional<Throughput> throughput,
        List<Passage.Gate> candidates) {
    private static final double WEEKS = 365 / 7.0;

    public Accounts {
        families = List.copyOf(families);
        candidates = List.copyOf(candidates);
    }

    /**
     * Returns the accounts of a ledger.
     *
     * @param jobs for prices and runs a week
     * @param passage which has seen all events of the ledger
     */
    public static Accounts of(LedgerView view, Collection<JobSpec> jobs, Passage passage, Rates rates) {
        return of(view, jobs, passage, rates, Optional.empty());
    }

    /**
     * Returns the accounts of a ledger beside what a fleet ran.
     *
     * @param jobs for prices and runs a week
     * @param passage which has seen all events of the ledger
     * @param fleet tells of later runs
     */
    public static Accounts of(
            LedgerView view, Collection<JobSpec> jobs, Passage passage, Rates rates, Optional<FleetRuns> fleet) {
        Map<String, JobSpec> byName = jobs.stream().collect(Collectors.toMap(JobSpec::family, Function.identity()));
        Spent spent = Spent.of(view, rates);
        Map<String, Double> baselines = Pairs.baselineSeconds(view);
        List<FamilyAccount> families = view.families().stream()
                .map(family -> FamilyAccount.of(
                        view,
                        family,
                        Optional.ofNullable(byName.get(family.name())),
                        baselines.containsKey(family.name())
                                ? OptionalDouble.of(baselines.get(family.name()))
                                : OptionalDouble.empty(),
                        fleet))
                .toList();
        boolean isOneCurrency = families.stream()
                        .map(FamilyAccount::currency)
                        .filter(currency -> !currency.isEmpty())
                        .distinct()
                        .count()
                == 1;
        boolean isSeen = families.stream().anyMatch(family -> family.realised().isPresent());
        Range hours = sum(families, FamilyAccount::promoted);
        return new Accounts(
                view.balance(),
                spent,
                CallAccount.of(view),
                new WinRate((int) spent.wins(), (int) spent.verdicts()).mean(),
                families,
                isOneCurrency ? returned(spent, sum(families, FamilyAccount::promotedMoney), rates) : Optional.empty(),
                isOneCurrency && isSeen
                        ? returned(spent, sum(families, FamilyAccount::realisedMoney), rates)
                        : Optional.empty(),
                SavedFraction.freedAccelerators(Math.max(0, WEEKS * hours.expected()), rates.availability()),
                Throughput.of(view, passage, spent),
                passage.gates());
    }

    private static Optional<ReturnOnInvestment> returned(Spent spent, Range weekly, Rates rates) {
        return ReturnOnInvestment.of(
                spent.money(), weekly.map(money -> WEEKS * money), rates.years(), rates.interest());
    }

    /** Returns the accelerator-hours a week that later runs show to be saved, at least; empty while none are known. */
    public OptionalDouble capturedHours() {
        double[] hours = families.stream()
                .flatMapToDouble(family -> family.captured().stream())
                .toArray();
        return hours.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Arrays.stream(hours).sum());
    }

    /** Freed accelerators in words. */
    public String freed() {
        return String.format(Locale.ROOT, freedAccelerators >= 1 ? "%.1f" : "%.3f", freedAccelerators)
                + " accelerators freed, projected";
    }

    private static Range sum(List<FamilyAccount> families, Function<FamilyAccount, Range> figure) {
        return families.stream().map(figure).reduce(Range.ZERO, Range::plus);
    }

    /** Wins a day: the win probability times the verdicts that were reached. */
    public double winsPerDay() {
        return throughput
                .map(pace -> winProbability * pace.limits().measuredPerDay())
                .orElse(0.0);
    }
}
