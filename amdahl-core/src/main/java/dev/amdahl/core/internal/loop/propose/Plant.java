package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.change.Fingerprints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.dispatch.PlantedDelay;
import dev.amdahl.core.internal.loop.screen.ContextChange;
import dev.amdahl.core.internal.loop.screen.NextTest;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.view.PlantedWins;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.design.Power;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Plants a win whose size is known, now and then: the loop goes through all of an experiment on it without knowing, so that it can be said how
 * many of the wins that it should find it finds.
 */
public final class Plant {
    /** In turn; the smaller one only where the design shows it with power .8. */
    private static final List<Double> EFFECTS = List.of(.10, .05);

    /** Of a shorter job, starting a process is too large a part of the delay. */
    private static final double MIN_DELAY_SECONDS = .01;

    private static final Screening UNSCREENED = new Screening(
            OptionalDouble.empty(), OptionalDouble.empty(), 0, OptionalDouble.empty(), OptionalDouble.empty());

    private final Cycle cycle;

    /** Plants in one cycle. */
    public Plant(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Plants one where the share of experiments allows it and none is open. */
    public void run() {
        Totals totals = cycle.view().totals();
        int begun = totals.planted().begun();
        boolean isDue = begun + 1 <= cycle.policy().calibration() * (totals.tests() + begun + 1);
        if (!isDue
                || cycle.policy().isSingleComparison()
                || cycle.view().live().stream()
                        .anyMatch(dossier -> dossier.hypothesis().isPlanted())) {
            return;
        }
        List<JobSpec> jobs = cycle.setup().jobs();
        for (int i = 0; i < jobs.size(); i++) {
            JobSpec job = jobs.get((begun + i) % jobs.size());
            AtomicBoolean isPlanted = new AtomicBoolean();
            cycle.isolated(
                    job.family(),
                    () -> planted(job, totals.planted()).ifPresent(planted -> {
                        cycle.commit(new Entry.Proposed(planted, UNSCREENED, Optional.empty(), Optional.empty()));
                        isPlanted.set(true);
                    }));
            if (isPlanted.get()) {
                return;
            }
        }
    }

    private Optional<Hypothesis> planted(JobSpec job, PlantedWins before) {
        Measurements measured = Measurements.of(cycle, job);
        boolean isMeasured = measured.isNoiseKnown(cycle.policy())
                && !measured.isDiagnosisOutdated(cycle)
                && !measured.isBroken()
                && !measured.noiseResults().isEmpty();
        if (!isMeasured || measured.design() != Design.WHOLE || !PlantedWins.canBeIn(job)) {
            return Optional.empty();
        }
        double[] seconds = measured.noiseResults().stream()
                .flatMap(result -> result.arms().stream())
                .flatMapToDouble(arm -> arm.wallSeconds().stream())
                .toArray();
        double wall = seconds.length == 0 ? 0 : Summary.median(seconds);
        int number = before.begun() + 1;
        for (int i = 0; i < EFFECTS.size(); i++) {
            double effect = EFFECTS.get((number - 1 + i) % EFFECTS.size());
            double delay = wall * effect / (1 - effect);
            Hypothesis hypothesis = hypothesis(job, measured, number, effect, delay);
            double visible = new Power(cycle.policy().evidence())
                    .smallestDetectableEffect(
                            measured.sigma(), NextTest.of(cycle, hypothesis).bar());
            if (delay >= MIN_DELAY_SECONDS && visible <= effect) {
                return Optional.of(hypothesis);
            }
        }
        return Optional.empty();
    }

    private Hypothesis hypothesis(JobSpec job, Measurements measured, int number, double effect, double delay) {
        ConfigChange change = PlantedDelay.of(delay);
        return new Hypothesis(
                RunPlan.PLANTED + number,
                job.family(),
                List.of(Bottleneck.UNATTRIBUTED),
                Bottleneck.UNATTRIBUTED.axis(),
                String.format(Locale.ROOT, "planted by the loop: a delay of %.0f %% taken out", 100 * effect),
                change,
                OptionalDouble.of(effect),
                new Provenance(Provenance.Origin.PLANTED, "calibration"),
                measured.noise().stream().map(run -> run.plan().key()).toList(),
                Fingerprints.of(
                        job.family(),
                        RunPlan.PLANTED + number,
                        change,
                        Map.of(),
                        job.accelerators().type(),
                        new ContextChange(cycle).code(job)));
    }
}
