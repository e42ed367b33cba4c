package dev.amdahl.core.report.accounts;

import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.roi.Range;
import dev.amdahl.core.roi.RealisedSaving;
import dev.amdahl.core.roi.UnitCost;
import dev.amdahl.core.roi.VerdictGain;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What one family's wins are worth, what its later runs saved of that, and what its work costs. Immutable.
 *
 * @param family the recurring workload
 * @param currency of its price; empty text without one
 * @param captured accelerator-hours a week that promoted wins save
 * @param capturedMoney their price
 * @param verified accelerator-hours a week of wins that wait for a person, on top
 * @param verifiedMoney their price
 * @param gain money and pace of all wins together; empty without a win or a measured baseline
 * @param realised by its later runs; empty while they are too few
 * @param unit what a unit of its work costs as it runs now; empty until measured
 */
public record FamilyAccount(
        String family,
        String currency,
        Range captured,
        Range capturedMoney,
        Range verified,
        Range verifiedMoney,
        Optional<VerdictGain> gain,
        Optional<RealisedSaving> realised,
        Optional<UnitCost> unit) {
    private static final double SECONDS = 3600;
    private static final List<String> JOULES = List.of("joules", "energy_joules");

    static FamilyAccount of(LedgerView view, Family family, Optional<JobSpec> job) {
        List<Dossier> wins = view.live().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(family.name())
                        && Spent.WINS.contains(dossier.state())
                        && dossier.comparison().isPresent())
                .toList();
        int accelerators = job.map(spec -> spec.accelerators().count()).orElse(1);
        List<RecordedArm> baseline = baseline(view, family.name());
        OptionalDouble wall = median(baseline, RecordedArm::wallSeconds);
        double price =
                job.flatMap(JobSpec::price).map(Price::perAcceleratorHour).orElse(0.0);
        double runs =
                job.map(JobSpec::runsPerWeek).orElse(OptionalDouble.empty()).orElse(0);
        double weekly = wall.orElse(0) * accelerators / SECONDS * runs;
        Range promoted = remaining(wins, HypothesisState.PROMOTED::equals);
        Range all = remaining(wins, state -> true);
        Range captured = saved(promoted, weekly);
        Range verified = saved(
                new Range(
                        all.low() / promoted.low(), all.expected() / promoted.expected(), all.high() / promoted.high()),
                weekly * promoted.expected());
        return new FamilyAccount(
                family.name(),
                job.flatMap(JobSpec::price).map(Price::currency).orElse(""),
                captured,
                captured.map(hours -> hours * price),
                verified,
                verified.map(hours -> hours * price),
                wins.isEmpty() || wall.isEmpty()
                        ? Optional.empty()
                        : Optional.of(VerdictGain.of(
                                new VerdictGain.Arm(accelerators, wall.getAsDouble(), 0),
                                new VerdictGain.Arm(accelerators, wall.getAsDouble() * all.expected(), 0),
                                runs,
                                price)),
                LaterRuns.of(family, LaterRuns.share(promoted), runs),
                wall.isEmpty()
                        ? Optional.empty()
                        : Optional.of(unit(job, baseline, wall.getAsDouble() * accelerators)));
    }

    /** What is left of a run's time after the wins in some states: the product of their ratios, with their intervals. */
    private static Range remaining(List<Dossier> wins, Predicate<HypothesisState> states) {
        Range left = new Range(1, 1, 1);
        for (Dossier win : wins) {
            if (states.test(win.state())) {
                Range one = LaterRuns.remaining(win.comparison().orElseThrow());
                left = new Range(left.low() * one.low(), left.expected() * one.expected(), left.high() * one.high());
            }
        }
        return left;
    }

    private static Range saved(Range left, double hours) {
        return LaterRuns.share(left).map(share -> share * hours);
    }

    private static UnitCost unit(Optional<JobSpec> job, List<RecordedArm> baseline, double acceleratorSeconds) {
        return UnitCost.of(
                acceleratorSeconds,
                job.flatMap(JobSpec::price)
                        .map(price -> OptionalDouble.of(price.perAcceleratorHour()))
                        .orElse(OptionalDouble.empty()),
                median(baseline, RecordedArm::workUnits),
                median(baseline, FamilyAccount::joules));
    }

    private static OptionalDouble joules(RecordedArm arm) {
        for (String name : JOULES) {
            Double value = arm.metrics().get(name);
            if (value != null) {
                return OptionalDouble.of(value);
            }
        }
        return OptionalDouble.empty();
    }

    /** Successful baseline arms of the newest runs, warm-ups left out. */
    private static List<RecordedArm> baseline(LedgerView view, String family) {
        List<RecordedArm> arms = new ArrayList<>();
        for (Run run : view.recentRuns(family)) {
            boolean counts = run.plan().purpose() == RunPurpose.NOISE
                    || (run.plan().purpose() == RunPurpose.TRIAL && run.plan().index() > 0);
            if (counts && run.result().isPresent()) {
                List<RecordedArm> all = run.result().get().arms();
                int variant = run.plan().purpose() == RunPurpose.NOISE
                        ? -1
                        : run.plan().isVariantFirst() ? 0 : 1;
                for (int i = 0; i < all.size(); i++) {
                    if (i != variant && all.get(i).isSuccess()) {
                        arms.add(all.get(i));
                    }
                }
            }
        }
        return arms;
    }

    private static OptionalDouble median(List<RecordedArm> arms, Function<RecordedArm, OptionalDouble> figure) {
        double[] values =
                arms.stream().flatMapToDouble(arm -> figure.apply(arm).stream()).toArray();
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Summary.median(values));
    }
}
