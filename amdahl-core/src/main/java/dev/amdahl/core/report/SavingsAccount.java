package dev.amdahl.core.report;

import dev.amdahl.core.ledger.Dossier;
import dev.amdahl.core.ledger.Family;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Savings a week in three accounts that are never added up: what measurement has not reached yet, what survived and waits for a
 * person, and what was promoted. Changes of one family stack: remaining = product of (1 - saved). Immutable.
 *
 * @param identified of untested hypotheses: share of their class times the fraction their author expects (.3 where nobody said)
 * @param verified of wins that wait for a person
 * @param captured of promoted wins
 * @param unscaled families with hypotheses whose runs a week are not known, so that they are in no account
 */
record SavingsAccount(Gain identified, Gain verified, Gain captured, List<String> unscaled) {
    private static final double UNSAID = .3;

    static SavingsAccount of(LedgerView view, ReportInputs inputs) {
        Gain identified = Gain.NONE;
        Gain verified = Gain.NONE;
        Gain captured = Gain.NONE;
        for (Family family : view.families()) {
            OptionalDouble weekly = weeklyHours(view, family, inputs);
            if (weekly.isEmpty()) {
                continue;
            }
            List<Dossier> own = of(view, family.name());
            Optional<Price> price = inputs.job(family.name()).flatMap(JobSpec::price);
            double hours = weekly.getAsDouble();
            double kept = remaining(own, false, SavingsAccount::point);
            double keptAtLeast = remaining(own, false, SavingsAccount::cautious);
            captured = captured.plus(gain(hours * (1 - kept), hours * (1 - keptAtLeast), price));
            double left = remaining(own, true, SavingsAccount::point);
            double leftAtLeast = remaining(own, true, SavingsAccount::cautious);
            verified = verified.plus(gain(hours * kept * (1 - left), hours * kept * (1 - leftAtLeast), price));
            identified = identified.plus(gain(hours * kept * left * untested(family, own), 0, price));
        }
        List<String> unscaled = view.families().stream()
                .filter(family -> weeklyHours(view, family, inputs).isEmpty()
                        && !of(view, family.name()).isEmpty())
                .map(Family::name)
                .toList();
        return new SavingsAccount(identified, verified, captured, unscaled);
    }

    /** Accelerator-hours that the family holds a week, from the median baseline arm, else from its evidence run. */
    private static OptionalDouble weeklyHours(LedgerView view, Family family, ReportInputs inputs) {
        Optional<JobSpec> job = inputs.job(family.name());
        if (job.isEmpty() || job.get().runsPerWeek().isEmpty()) {
            return OptionalDouble.empty();
        }
        OptionalDouble wall = Pairs.baselineSeconds(view, family.name());
        OptionalDouble seconds = wall.isPresent()
                ? OptionalDouble.of(
                        wall.getAsDouble() * job.get().accelerators().count())
                : family.diagnosis().stream()
                        .mapToDouble(Diagnosis::acceleratorSeconds)
                        .findFirst();
        return seconds.isEmpty()
                ? seconds
                : OptionalDouble.of(
                        seconds.getAsDouble() / 3_600 * job.get().runsPerWeek().getAsDouble());
    }

    private static List<Dossier> of(LedgerView view, String family) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(family))
                .toList();
    }

    private static double remaining(List<Dossier> dossiers, boolean isWaiting, ToDoubleFunction<Comparison> ratio) {
        double remaining = 1;
        for (Dossier dossier : dossiers) {
            boolean isCounted = isWaiting
                    ? Wording.isWin(dossier) && dossier.state() != HypothesisState.PROMOTED
                    : dossier.state() == HypothesisState.PROMOTED;
            if (isCounted && dossier.comparison().isPresent()) {
                remaining *= ratio.applyAsDouble(dossier.comparison().get());
            }
        }
        return remaining;
    }

    private static double point(Comparison comparison) {
        return Math.min(1, comparison.ratio().orElse(1));
    }

    private static double cautious(Comparison comparison) {
        return Math.min(1, comparison.upper().orElse(1));
    }

    /** The best untested offer of each class, stacked. */
    private static double untested(Family family, List<Dossier> dossiers) {
        if (family.diagnosis().isEmpty()) {
            return 0;
        }
        Map<Bottleneck, Double> best = new EnumMap<>(Bottleneck.class);
        for (Dossier dossier : dossiers) {
            boolean isUntested = dossier.state().isParked() || (dossier.state().isOpen() && !Wording.isWin(dossier));
            if (isUntested) {
                double share = family.diagnosis()
                        .get()
                        .acceleratorShare(dossier.hypothesis().addressed())
                        .orElse(0);
                double saved = share * dossier.hypothesis().expectedFraction().orElse(UNSAID);
                best.merge(dossier.hypothesis().bottleneck(), saved, Math::max);
            }
        }
        double remaining = 1;
        for (double saved : best.values()) {
            remaining *= 1 - Math.min(1, saved);
        }
        return 1 - remaining;
    }

    private static Gain gain(double expected, double lower, Optional<Price> price) {
        return new Gain(
                expected,
                lower,
                price.map(known -> Map.of(known.currency(), expected * known.perAcceleratorHour()))
                        .orElse(Map.of()),
                price.map(known -> Map.of(known.currency(), lower * known.perAcceleratorHour()))
                        .orElse(Map.of()));
    }
}
