package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.Allocation;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.loop.LoopPlan;
import dev.amdahl.core.loop.LoopPlan.Span;
import dev.amdahl.core.stats.design.SequentialDesign;
import dev.amdahl.spi.Plurals;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Foretells what the steps would run, by the steps themselves. Writes what is proposed into the ledger, which is to be a copy. */
public final class Forecast {
    private static final double SECONDS_PER_HOUR = 3600;

    private final Cycle cycle;
    private final Optional<Duration> assumed;

    /** Foretells in one cycle; a run whose length nobody has measured is taken to last so long, where that is given. */
    public Forecast(Cycle cycle, Optional<Duration> assumed) {
        this.cycle = cycle;
        this.assumed = assumed;
    }

    /** Returns all that would be run until nothing is left to do. */
    public LoopPlan run() {
        new RunAccounts(cycle).open();
        List<JobSpec> ranked = new Scan(cycle).run();
        new Hypothesize(cycle).ahead(ranked);
        List<Dossier> order = new ArrayList<>(
                cycle.inState(HypothesisState.TESTING, HypothesisState.CONFIRMING, HypothesisState.NEEDS_RERUN));
        List<Dossier> proposed = new ArrayList<>(cycle.inState(HypothesisState.PROPOSED, HypothesisState.BUILDING));
        proposed.sort(OpenExperiments.ORDER);
        order.addAll(proposed);
        Set<JobSpec> jobs = new LinkedHashSet<>(ranked);
        jobs.addAll(cycle.setup().jobs());
        List<LoopPlan.Job> planned = new ArrayList<>();
        for (JobSpec job : jobs) {
            cycle.isolated(job.family(), () -> planned.add(job(job, order, ranked.contains(job))));
        }
        return new LoopPlan(
                planned, cycle.view().balance().on(LocalDate.ofInstant(cycle.now(), ZoneOffset.UTC)), cycle.notes());
    }

    private LoopPlan.Job job(JobSpec job, List<Dossier> order, boolean isMeasured) {
        Measurements measured = Measurements.of(cycle, job);
        DesignChoice choice = new DesignChoice(cycle, job, measured, assumed);
        int evidence = isMeasured ? measured.evidenceLeft(cycle, job) : 0;
        int noise = isMeasured && measured.whyLost(cycle.policy()).isEmpty() ? measured.noiseLeft(cycle.policy()) : 0;
        // Where steps tell the noise, the evidence runs are enough, unless they tell no steps.
        int least = measured.design() == Design.WINDOWS ? 0 : noise;
        double runHours = choice.runHours();
        int known = measured.noiseResults().size();
        choice.advice().ifPresent(cycle::note);
        return new LoopPlan.Job(
                job,
                length(job, choice),
                measured.freshDiagnosis(cycle).isPresent(),
                evidence,
                noise,
                measured.sigma(),
                known > 0
                        ? Plurals.of(known, "pair") + " of unchanged runs"
                        : "assumed as usual on "
                                + (cycle.setup().scheduler().isCluster() ? "a cluster" : "one machine"),
                new Span(evidence + 2.0 * least, evidence + 2.0 * least, evidence + 2.0 * noise).times(runHours),
                experiments(job, order, choice),
                cycle.verdicts().stream()
                        .filter(verdict -> verdict.hypothesis().family().equals(job.family()))
                        .map(verdict ->
                                new LoopPlan.LeftOut(verdict.hypothesis().title(), verdict.reason()))
                        .toList());
    }

    private LoopPlan.Length length(JobSpec job, DesignChoice choice) {
        OptionalDouble known = choice.runSeconds();
        double seconds =
                choice.runHours() * SECONDS_PER_HOUR / job.accelerators().count();
        if (known.isPresent()) {
            return new LoopPlan.Length(seconds, true, "median of its evidence runs");
        }
        return assumed.isPresent()
                ? new LoopPlan.Length(seconds, true, "assumed")
                : new LoopPlan.Length(
                        seconds, false, job.timeLimit().isPresent() ? "its time_limit" : "the usual time limit");
    }

    private List<LoopPlan.Experiment> experiments(JobSpec job, List<Dossier> order, DesignChoice choice) {
        List<LoopPlan.Experiment> planned = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            Dossier dossier = order.get(i);
            int place = i + 1;
            if (dossier.hypothesis().family().equals(job.family())) {
                cycle.isolated(
                        dossier, () -> experiment(job, dossier, choice, place).ifPresent(planned::add));
            }
        }
        return planned;
    }

    /** Returns the experiment as it was designed, or as it would be; empty where no source of pairs is allowed. */
    private Optional<LoopPlan.Experiment> experiment(JobSpec job, Dossier dossier, DesignChoice choice, int place) {
        Optional<ExperimentPlan> running = dossier.experiment().map(experiment -> experiment.plan());
        Optional<Sampling> sampling =
                running.map(ExperimentPlan::sampled).or(() -> choice.choose(dossier.hypothesis()));
        Optional<DesignChoice.Offer> offer = sampling.flatMap(chosen -> choice.offers(dossier.hypothesis()).stream()
                .filter(other -> other.sampling().design() == chosen.design())
                .findFirst());
        if (offer.isEmpty()) {
            cycle.note(DesignChoice.waits(dossier.hypothesis()));
            return Optional.empty();
        }
        ExperimentPlan plan =
                running.orElseGet(() -> OpenExperiments.plan(cycle, job, dossier, sampling.orElseThrow()));
        int done = running.isPresent() ? Trials.of(cycle.view(), dossier).pairs() : 0;
        Span pairs = pairs(plan, offer.get(), done);
        boolean isWarmedUp = done > 0
                || plan.sampled().windowPairs() > 0
                || plan.sampled().design() == Design.FIELD
                || Allocation.of(job, cycle.view(), dossier).isSeparate();
        return Optional.of(new LoopPlan.Experiment(
                place,
                dossier.id(),
                dossier.hypothesis().title(),
                running.isPresent(),
                plan.sampled().design(),
                plan.sampled().reason(),
                pairs,
                hours(offer.get(), pairs, isWarmedUp ? 0 : 1)));
    }

    private Span pairs(ExperimentPlan plan, DesignChoice.Offer offer, int done) {
        double fewest = new SequentialDesign(cycle.policy().evidence(), plan.sigma(), plan.bar()).fewestTrials();
        double most = plan.firstCap() + plan.confirmationCap();
        double expected = Math.min(most, offer.pairs());
        return new Span(
                Math.max(0, Math.min(fewest, expected) - done), Math.max(0, expected - done), Math.max(0, most - done));
    }

    private static Span hours(DesignChoice.Offer offer, Span pairs, int warmUp) {
        return new Span(
                offer.hours(pairs.fewest() + warmUp),
                offer.hours(pairs.expected() + warmUp) + offer.besides(),
                offer.hours(pairs.most() + warmUp) + offer.besides());
    }
}
