package dev.amdahl.core.internal.report;

import dev.amdahl.core.internal.loop.verify.OwnMetric;
import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.Wins;
import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.roi.Saving;
import dev.amdahl.core.internal.roi.Saving.Stage;
import dev.amdahl.core.internal.roi.SavingsAccount;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.ExpectedSaving;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Savings a week in three accounts that are never added up: what measurement has not reached yet, what survived and waits for a
 * person, and what was promoted ({@link Wins}). All are projections: what later runs show is in {@link Accounts}. Changes of one family stack: remaining = product of (1 - saved).
 *
 * @param identified of hypotheses not decided yet: share of their class times the fraction their author expects (.3 where nobody said)
 * @param verified of wins that wait for a person
 * @param promoted of promoted wins, by their experiments
 * @param unscaled families with hypotheses whose runs a week are not known, so that they are in no account
 */
record Savings(Gain identified, Gain verified, Gain promoted, List<String> unscaled) {
    private static final double UNSAID = .3;

    static Savings of(LedgerView view, ReportInputs inputs) {
        List<String> unscaled = new ArrayList<>();
        Map<String, List<Saving>> byCurrency = byCurrency(view, inputs, unscaled);
        return new Savings(
                gain(byCurrency, Stage.IDENTIFIED),
                gain(byCurrency, Stage.VERIFIED),
                gain(byCurrency, Stage.PROMOTED),
                unscaled);
    }

    /** Returns the same as one account, whose money adds up where all jobs have one currency. */
    static SavingsAccount account(LedgerView view, ReportInputs inputs) {
        return SavingsAccount.of(byCurrency(view, inputs, new ArrayList<>()).values().stream()
                .flatMap(List::stream)
                .toList());
    }

    private static Map<String, List<Saving>> byCurrency(LedgerView view, ReportInputs inputs, List<String> unscaled) {
        Map<String, Double> baselines = Pairs.baselineSeconds(view);
        Map<String, List<Dossier>> byFamily = view.dossiers().stream()
                .collect(Collectors.groupingBy(dossier -> dossier.hypothesis().family()));
        Map<String, List<Saving>> byCurrency = new TreeMap<>();
        for (Family family : view.families()) {
            List<Dossier> own = byFamily.getOrDefault(family.name(), List.of());
            OptionalDouble weekly = weeklyHours(family, inputs, baselines);
            Optional<Price> price = inputs.job(family.name()).flatMap(JobSpec::price);
            if (weekly.isPresent()) {
                byCurrency
                        .computeIfAbsent(price.map(Price::currency).orElse(""), currency -> new ArrayList<>())
                        .addAll(savings(
                                view,
                                family,
                                own,
                                weekly.getAsDouble(),
                                price.map(Price::perAcceleratorHour).orElse(0.0)));
            } else if (!own.isEmpty()) {
                unscaled.add(family.name());
            }
        }
        return byCurrency;
    }

    private static Gain gain(Map<String, List<Saving>> byCurrency, Stage stage) {
        Gain gain = Gain.NONE;
        for (Map.Entry<String, List<Saving>> entry : byCurrency.entrySet()) {
            SavingsAccount.Total total = SavingsAccount.of(entry.getValue()).total(stage);
            boolean isPriced = !entry.getKey().isEmpty();
            gain = gain.plus(new Gain(
                    total.expectedHours(),
                    total.lowHours(),
                    total.highHours(),
                    isPriced ? Map.of(entry.getKey(), total.expectedMoney()) : Map.of(),
                    isPriced ? Map.of(entry.getKey(), total.lowMoney()) : Map.of()));
        }
        return gain;
    }

    private static List<Saving> savings(LedgerView view, Family family, List<Dossier> own, double hours, double price) {
        List<Saving> savings = new ArrayList<>();
        Wins wins = Wins.of(view, family, own);
        wins.promoted().forEach(win -> savings.add(saving(view, win, Stage.PROMOTED, hours, price)));
        wins.waiting().forEach(win -> savings.add(saving(view, win, Stage.VERIFIED, hours, price)));
        best(family, own)
                .forEach((bottleneck, saved) -> savings.add(
                        new Saving(family.name(), bottleneck.name(), Stage.IDENTIFIED, saved, 0, saved, hours, price)));
        return savings;
    }

    /** Returns what one win saves a week by its experiment; empty where it is not known how often its job runs. */
    static Optional<ExpectedSaving> of(
            LedgerView view, ReportInputs inputs, Map<String, Double> baselines, Dossier win) {
        String job = win.hypothesis().family();
        OptionalDouble weekly = view.family(job)
                .map(family -> weeklyHours(family, inputs, baselines))
                .orElse(OptionalDouble.empty());
        if (weekly.isEmpty()) {
            return Optional.empty();
        }
        Optional<Price> price = inputs.job(job).flatMap(JobSpec::price);
        Saving saving = saving(
                view,
                win,
                Stage.VERIFIED,
                weekly.getAsDouble(),
                price.map(Price::perAcceleratorHour).orElse(0.0));
        return Optional.of(new ExpectedSaving(
                weekly.getAsDouble() * saving.fraction(),
                weekly.getAsDouble() * saving.low(),
                saving.pricePerHour(),
                price.map(Price::currency).orElse("")));
    }

    private static Saving saving(LedgerView view, Dossier win, Stage stage, double hours, double price) {
        Comparison comparison = OwnMetric.billed(view, win);
        double point = 1 - comparison.ratio().orElse(1);
        double low = Math.max(0, Math.min(point, 1 - comparison.upper().orElse(1)));
        double high = Math.max(point, 1 - comparison.lower().orElse(1));
        return new Saving(
                win.hypothesis().family(), win.id(), stage, Math.max(low, point), low, Math.min(1, high), hours, price);
    }

    /** Accelerator-hours that the family holds a week, from the median baseline arm, else from its evidence run. */
    static OptionalDouble weeklyHours(Family family, ReportInputs inputs, Map<String, Double> baselines) {
        Optional<JobSpec> job = inputs.job(family.name());
        if (job.isEmpty() || job.get().runsPerWeek().isEmpty()) {
            return OptionalDouble.empty();
        }
        double runs = job.get().runsPerWeek().getAsDouble();
        int accelerators = job.get().accelerators().count();
        return Optional.ofNullable(baselines.get(family.name()))
                .map(wall -> wall * accelerators)
                .or(() -> family.diagnosis().map(Diagnosis::acceleratorSeconds))
                .map(seconds -> OptionalDouble.of(seconds / 3_600 * runs))
                .orElse(OptionalDouble.empty());
    }

    /** Returns the best undecided offer of each class, as a share of the family's hours. */
    private static Map<Bottleneck, Double> best(Family family, List<Dossier> dossiers) {
        if (family.diagnosis().isEmpty()) {
            return Map.of();
        }
        Map<Bottleneck, Double> best = new EnumMap<>(Bottleneck.class);
        for (Dossier dossier : dossiers) {
            if (Standing.of(dossier.state()) == Standing.UNDECIDED) {
                double share = family.diagnosis()
                        .get()
                        .acceleratorShare(dossier.hypothesis().addressed())
                        .orElse(0);
                double saved = share * dossier.hypothesis().expectedFraction().orElse(UNSAID);
                best.merge(dossier.hypothesis().bottleneck(), Math.min(1, saved), Math::max);
            }
        }
        return best;
    }
}
