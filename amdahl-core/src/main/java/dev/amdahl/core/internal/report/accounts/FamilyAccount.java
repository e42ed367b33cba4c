package dev.amdahl.core.internal.report.accounts;

import dev.amdahl.core.internal.loop.verify.OwnMetric;
import dev.amdahl.core.internal.roi.Range;
import dev.amdahl.core.internal.roi.RealizedSaving;
import dev.amdahl.core.internal.roi.UnitCost;
import dev.amdahl.core.internal.roi.VerdictGain;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What one family's wins are worth by their experiments, what its later runs saved of that, and what its work costs.
 *
 * @param family the recurring workload
 * @param currency of its price; empty text without one
 * @param price of an accelerator-hour; empty without one
 * @param isScaled whether it is declared how often the job runs, without which no projection a week is known
 * @param promoted accelerator-hours a week that promoted wins save if the job runs as in their experiments: a projection
 * @param promotedMoney their price
 * @param verified accelerator-hours a week of wins that wait for a person, on top
 * @param verifiedMoney their price
 * @param gain money and pace of all wins together; empty without a win or a measured baseline
 * @param realised by its later runs; empty while they are too few, and with no change in effect
 * @param unit what a unit of its work costs by its newest runs; empty until measured
 */
public record FamilyAccount(
        String family,
        String currency,
        OptionalDouble price,
        boolean isScaled,
        Range promoted,
        Range promotedMoney,
        Range verified,
        Range verifiedMoney,
        Optional<VerdictGain> gain,
        Optional<RealizedSaving> realised,
        Optional<UnitCost> unit) {
    private static final double SECONDS = 3600;
    private static final double JOULES_SAID = 1000;
    private static final List<String> JOULES = List.of("joules", "energy_joules");

    /**
     * Of one family.
     *
     * @param wall seconds of a run without any promoted change
     * @param fleet tells of later runs
     */
    static FamilyAccount of(
            LedgerView view, Family family, Optional<JobSpec> job, OptionalDouble wall, Optional<FleetRuns> fleet) {
        Wins wins = Wins.of(
                view,
                family,
                view.live().stream()
                        .filter(dossier -> dossier.hypothesis().family().equals(family.name()))
                        .toList());
        int accelerators = job.map(spec -> spec.accelerators().count()).orElse(1);
        List<ArmResult> newest = newest(view, family.name());
        OptionalDouble newestWall = median(newest, ArmResult::wallSeconds);
        OptionalDouble known = job.flatMap(JobSpec::price)
                .map(priced -> OptionalDouble.of(priced.perAcceleratorHour()))
                .orElse(OptionalDouble.empty());
        double price = known.orElse(0);
        OptionalDouble runsPerWeek = job.map(JobSpec::runsPerWeek).orElse(OptionalDouble.empty());
        double runs = runsPerWeek.orElse(0);
        double weekly = wall.orElse(0) * accelerators / SECONDS * runs;
        Range left = remaining(view, wins.promoted());
        Range further = remaining(view, wins.waiting());
        Range promoted = saved(left, weekly);
        Range verified = saved(further, weekly * left.expected());
        return new FamilyAccount(
                family.name(),
                job.flatMap(JobSpec::price).map(Price::currency).orElse(""),
                known,
                runsPerWeek.isPresent(),
                promoted,
                promoted.map(hours -> hours * price),
                verified,
                verified.map(hours -> hours * price),
                wins.promoted().size() + wins.waiting().size() == 0 || wall.isEmpty()
                        ? Optional.empty()
                        : Optional.of(VerdictGain.of(
                                new VerdictGain.Arm(accelerators, wall.getAsDouble(), 0),
                                new VerdictGain.Arm(
                                        accelerators, wall.getAsDouble() * left.expected() * further.expected(), 0),
                                runs,
                                price)),
                wins.promoted().isEmpty()
                        ? Optional.empty()
                        : HeldBackRuns.of(view, wins.promoted(), job)
                                .or(() -> realised(family, LaterRuns.share(left), runsPerWeek, fleet)),
                newestWall.isEmpty()
                        ? Optional.empty()
                        : Optional.of(unit(
                                job,
                                newest,
                                newestWall.getAsDouble() * accelerators,
                                fleet.flatMap(later -> later.energy(family.name())))));
    }

    /** By the runs of the fleet where it was asked and has them, else by what a loop recorded of it. */
    private static Optional<RealizedSaving> realised(
            Family family, Range projected, OptionalDouble runsPerWeek, Optional<FleetRuns> fleet) {
        return fleet.flatMap(runs -> runs.of(family.name(), projected, runsPerWeek))
                .or(() -> LaterRuns.of(family, projected, runsPerWeek));
    }

    /** Accelerator-hours a week that later runs show to be saved at least: what is captured; empty while they are too few. */
    public OptionalDouble captured() {
        return realised.map(saving ->
                        OptionalDouble.of(Math.max(0, saving.hoursPerWeek().low())))
                .orElse(OptionalDouble.empty());
    }

    /** Returns in a sentence how much work a kilojoule does, and who says so; empty until both are known. */
    public Optional<String> workPerEnergy() {
        return unit.filter(cost -> cost.unitsPerJoule().isPresent())
                .map(cost -> family + ": "
                        + String.format(
                                Locale.ROOT,
                                "%.3g",
                                JOULES_SAID * cost.unitsPerJoule().getAsDouble())
                        + " units of work a kilojoule, "
                        + (cost.fleetRuns() > 0
                                ? "by the power of " + Plurals.of(cost.fleetRuns(), "run") + " in the fleet"
                                : "by its own figures"));
    }

    /** Returns the price of what is captured; empty without a price too. */
    public OptionalDouble capturedMoney() {
        return captured().isPresent() && price.isPresent()
                ? OptionalDouble.of(captured().getAsDouble() * price.getAsDouble())
                : OptionalDouble.empty();
    }

    /** Returns the price of the accelerator-hours a week that later runs saved; nothing while they are not known. */
    Range realisedMoney() {
        return realised.map(RealizedSaving::hoursPerWeek).orElse(Range.ZERO).map(hours -> hours * price.orElse(0));
    }

    /** Returns what is left of a run's time after some wins: the product of their ratios, with their intervals. */
    private static Range remaining(LedgerView view, List<Dossier> wins) {
        Range left = new Range(1, 1, 1);
        for (Dossier win : wins) {
            Range one = LaterRuns.remaining(OwnMetric.billed(view, win));
            left = new Range(left.low() * one.low(), left.expected() * one.expected(), left.high() * one.high());
        }
        return left;
    }

    private static Range saved(Range left, double hours) {
        return LaterRuns.share(left).map(share -> share * hours);
    }

    /** The energy is what the job itself tells, else what its runs in the fleet used for each second that they held. */
    private static UnitCost unit(
            Optional<JobSpec> job,
            List<ArmResult> baseline,
            double acceleratorSeconds,
            Optional<FleetRuns.Energy> seen) {
        OptionalDouble own = median(baseline, FamilyAccount::joules);
        Optional<FleetRuns.Energy> fleet = seen.filter(energy -> own.isEmpty());
        return UnitCost.of(
                acceleratorSeconds,
                job.flatMap(JobSpec::price)
                        .map(price -> OptionalDouble.of(price.perAcceleratorHour()))
                        .orElse(OptionalDouble.empty()),
                median(baseline, ArmResult::workUnits),
                fleet.map(energy -> OptionalDouble.of(energy.watts() * acceleratorSeconds))
                        .orElse(own),
                fleet.map(FleetRuns.Energy::runs).orElse(0));
    }

    private static OptionalDouble joules(ArmResult arm) {
        for (String name : JOULES) {
            Double value = arm.metrics().get(name);
            if (value != null) {
                return OptionalDouble.of(value);
            }
        }
        return OptionalDouble.empty();
    }

    /** Successful baseline arms of the newest runs, warm-ups left out. */
    private static List<ArmResult> newest(LedgerView view, String family) {
        List<ArmResult> arms = new ArrayList<>();
        for (Run run : view.recentRuns(family)) {
            boolean counts = run.plan().purpose() == RunPurpose.NOISE
                    || (run.plan().purpose() == RunPurpose.TRIAL && run.plan().index() > 0);
            if (counts
                    && (run.plan().runs() == Design.WHOLE || run.plan().runs() == Design.FIELD)
                    && run.result().isPresent()
                    && !run.plan().isPlanted()) {
                List<ArmResult> all = run.result().get().arms();
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

    private static OptionalDouble median(List<ArmResult> arms, Function<ArmResult, OptionalDouble> figure) {
        double[] values =
                arms.stream().flatMapToDouble(arm -> figure.apply(arm).stream()).toArray();
        return values.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Summary.median(values));
    }
}
