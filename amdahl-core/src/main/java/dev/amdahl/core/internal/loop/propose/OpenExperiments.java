package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.advice.Surfaces;
import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Allocation;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.core.internal.loop.Keys;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.RetainEvidence;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.loop.dispatch.Patches;
import dev.amdahl.core.internal.loop.dispatch.Requests;
import dev.amdahl.core.internal.loop.screen.NextTest;
import dev.amdahl.core.internal.loop.screen.Screens;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.Screening.Stage;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Noise;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.MetricSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Opens experiments within the budget: screens what is proposed once more, builds what needs building, and fixes each design. */
final class OpenExperiments {
    private static final int MAX_REASON = 600;

    /**
     * What is being built already, then planted wins; of the rest what people put first, then what promises most for an hour, and where no
     * profile says what an hour is worth, what is expected to save most.
     */
    static final Comparator<Dossier> ORDER = Comparator.comparing(
                    (Dossier dossier) -> dossier.state() != HypothesisState.BUILDING)
            .thenComparing(dossier -> !dossier.hypothesis().isPlanted())
            .thenComparingInt(dossier -> -priority(dossier))
            .thenComparingDouble(dossier -> -dossier.screening().valuePerHour().orElse(Double.NEGATIVE_INFINITY))
            .thenComparingDouble(
                    dossier -> -dossier.hypothesis().expectedFraction().orElse(0));

    private final Cycle cycle;
    private final RetainEvidence evidence;

    OpenExperiments(Cycle cycle, RetainEvidence evidence) {
        this.cycle = cycle;
        this.evidence = evidence;
    }

    /** Takes up what waited for a sandbox, then what is proposed. */
    void run() {
        unpark();
        open();
    }

    private static int priority(Dossier dossier) {
        boolean isSteered = dossier.state() == HypothesisState.PROPOSED
                && !dossier.hypothesis().isPlanted();
        return isSteered ? dossier.steering().priority() : 0;
    }

    private void open() {
        List<Dossier> proposed = new ArrayList<>(cycle.inState(HypothesisState.PROPOSED, HypothesisState.BUILDING));
        proposed.sort(ORDER);
        Set<String> unbuilt = new HashSet<>();
        for (Dossier dossier : proposed) {
            Optional<JobSpec> job = cycle.job(dossier);
            if (job.isEmpty() || !mayOpen(dossier, unbuilt)) {
                continue;
            }
            cycle.isolated(dossier, () -> {
                Measurements measured = Measurements.of(cycle, job.get());
                new DesignChoice(cycle, job.get(), measured).advice().ifPresent(cycle::note);
                if (measured.isNoiseKnown(cycle.policy()) && !measured.isDiagnosisOutdated(cycle)) {
                    design(dossier, job.get());
                }
            });
            cycle.view()
                    .dossier(dossier.id())
                    .filter(now -> now.state() == HypothesisState.BUILDING)
                    .ifPresent(now -> unbuilt.add(now.id()));
        }
    }

    /**
     * Returns the conflict rule: within the budget, few at once on a family, and never two that touch the same thing. What could not be built in this
     * pass holds no place that a change without a build could have.
     */
    private boolean mayOpen(Dossier dossier, Set<String> unbuilt) {
        boolean builds = dossier.hypothesis().needsBuild();
        List<Dossier> open = cycle.view().live().stream()
                .filter(other -> other.state().isInExperiment() && !other.id().equals(dossier.id()))
                .toList();
        List<Dossier> siblings = open.stream()
                .filter(other ->
                        other.hypothesis().family().equals(dossier.hypothesis().family()))
                .toList();
        return places(open, unbuilt, builds) < cycle.setup().budget().experimentsInFlight()
                && places(siblings, unbuilt, builds) < cycle.policy().maxOpenPerFamily()
                && siblings.stream()
                        .noneMatch(other -> Surfaces.overlap(
                                other.hypothesis().change(),
                                dossier.hypothesis().change()));
    }

    private static long places(List<Dossier> open, Set<String> unbuilt, boolean builds) {
        return open.stream()
                .filter(other -> builds || !unbuilt.contains(other.id()))
                .count();
    }

    private void design(Dossier dossier, JobSpec job) {
        Measurements measured = Measurements.of(cycle, job);
        boolean isScreened = dossier.state() == HypothesisState.PROPOSED
                && !dossier.hypothesis().isPlanted();
        if (isScreened && turnsAway(dossier, job, measured)) {
            return;
        }
        Optional<Sampling> sampling = new DesignChoice(cycle, job, measured).choose(dossier.hypothesis());
        if (sampling.isEmpty()) {
            cycle.note(DesignChoice.waits(dossier.hypothesis()));
            return;
        }
        Requests requests = new Requests(cycle.setup(), cycle.view());
        Incumbents incumbents = new Incumbents(cycle.view());
        List<Change> incumbent = incumbents.changes(measured.incumbent());
        List<Change> changed = incumbents.changed(measured.incumbent(), dossier.hypothesis());
        boolean builds = dossier.hypothesis().needsBuild()
                || (Incumbents.removed(dossier.hypothesis()).isPresent()
                        && incumbent.stream().anyMatch(Change::needsBuild));
        Sieve sieve = new Sieve(cycle, job, dossier);
        Instant before = cycle.setup().clock().instant();
        Optional<Path> baseline;
        Optional<BuiltVariant> variant;
        try {
            Optional<String> obstacle = requests.obstacle(job, dossier.hypothesis(), changed);
            if (obstacle.isPresent()) {
                park(dossier, obstacle.get());
                return;
            }
            if (builds && dossier.state() == HypothesisState.PROPOSED) {
                cycle.commit(new Entry.Moved(dossier.id(), HypothesisState.BUILDING, "building the variant"));
            }
            boolean isVouchedFor = Patches.isVouchedFor(dossier.hypothesis());
            sieve.check();
            baseline = requests.tree(job, incumbent, builds, isVouchedFor);
            variant = sieve.through(Stage.BUILD, () -> requests.built(job, changed, builds, isVouchedFor));
            sieve.test(changed);
        } catch (BuildFailedException failed) {
            Dossier now = cycle.view().dossier(dossier.id()).orElseThrow();
            HypothesisState end = builds ? HypothesisState.BUILD_FAILED : HypothesisState.RUN_FAILED;
            String why = String.valueOf(failed.getMessage());
            List<Entry> entries = new ArrayList<>();
            if (builds) {
                entries.add(built(dossier, before));
                entries.addAll(evidence.build(now.hypothesis(), why));
                entries.addAll(sieve.entries(shortened(why)));
            }
            entries.add(new Entry.Decided(cycle.verdict(now, end, "not measured", shortened(why))));
            cycle.commit(entries);
            if (sieve.stage().isPresent() && failed.isRepairable()) {
                new Repair(cycle).after(job, now, why, sieve.stage().get());
            }
            return;
        } catch (AmdahlException impossible) {
            endForGood(dossier, impossible, before);
            return;
        }
        List<Entry> entries = new ArrayList<>();
        if (builds) {
            entries.add(built(dossier, before));
            entries.addAll(evidence.build(
                    dossier.hypothesis(), variant.map(BuiltVariant::log).orElse("")));
            entries.addAll(sieve.entries(""));
        }
        int number = cycle.view().totals().tests() + 1;
        entries.add(new Entry.Designed(
                dossier.id(),
                plan(cycle, job, dossier, sampling.get()),
                number,
                Keys.seed(dossier.hypothesis().fingerprint(), number),
                measured.incumbent(),
                baseline,
                variant.map(BuiltVariant::directory),
                Optional.of(cycle.policy().evidence())));
        entries.add(new Entry.Moved(dossier.id(), HypothesisState.TESTING, "first set"));
        cycle.commit(entries);
        FailPoints.hit(FailPoint.DESIGN_COMMITTED);
    }

    /** Where no sandbox is, a patch waits for one; what was being built waits as it is. */
    private void park(Dossier dossier, String obstacle) {
        cycle.note(dossier.hypothesis().family() + ": " + dossier.id() + " waits: " + obstacle);
        if (dossier.state() == HypothesisState.PROPOSED) {
            cycle.commit(new Entry.Moved(dossier.id(), HypothesisState.NEEDS_SANDBOX, obstacle));
        }
    }

    /** What waits for a sandbox is proposed again once there is one. */
    private void unpark() {
        Requests requests = new Requests(cycle.setup(), cycle.view());
        Incumbents incumbents = new Incumbents(cycle.view());
        for (Dossier dossier : cycle.inState(HypothesisState.NEEDS_SANDBOX)) {
            cycle.job(dossier)
                    .ifPresent(job -> cycle.isolated(dossier, () -> {
                        List<Change> changed =
                                incumbents.changed(Measurements.of(cycle, job).incumbent(), dossier.hypothesis());
                        if (requests.obstacle(job, dossier.hypothesis(), changed)
                                .isEmpty()) {
                            cycle.commit(
                                    new Entry.Moved(dossier.id(), HypothesisState.PROPOSED, "a sandbox is there now"));
                        }
                    }));
        }
    }

    /** The output of a build is kept as a file of its own; of a long one the reason has both ends. */
    private static String shortened(String why) {
        return why.length() <= MAX_REASON
                ? why
                : why.substring(0, MAX_REASON / 2).strip() + " ... "
                        + why.substring(why.length() - MAX_REASON / 2).strip();
    }

    private Entry built(Dossier dossier, Instant since) {
        Duration took = Duration.between(since, cycle.setup().clock().instant());
        return new Entry.Spent(dossier.id(), Cost.Kind.BUILD_SECONDS, Math.max(0, took.toMillis()) / 1000.0);
    }

    /**
     * What the user has to fix, as a revision that is gone, ends the hypothesis; it is tried again when the job was measured again. So does
     * a builder that fails again and again, as what is being built holds a place; what each attempt took is booked, which counts them.
     */
    private void endForGood(Dossier dossier, AmdahlException impossible, Instant before) {
        Dossier now = cycle.view().dossier(dossier.id()).orElseThrow();
        boolean isOfUser = impossible.category() == ErrorCategory.USER;
        if (cycle.policy().isSingleComparison() || !(isOfUser || now.state() == HypothesisState.BUILDING)) {
            throw impossible;
        }
        if (isOfUser) {
            cycle.decide(
                    now, HypothesisState.RUN_FAILED, "not measured", "cannot be built: " + impossible.getMessage());
            return;
        }
        long failed = 1
                + cycle.view().costs().stream()
                        .filter(cost -> cost.kind() == Cost.Kind.BUILD_SECONDS
                                && cost.subject().equals(now.id()))
                        .count();
        Entry booked = built(now, before);
        if (failed < cycle.policy().attempts()) {
            cycle.commit(booked);
            throw impossible;
        }
        String why = VerdictText.BUILDER_FAILED + failed + " times: " + impossible.getMessage();
        cycle.commit(booked, new Entry.Decided(cycle.verdict(now, HypothesisState.BUILD_FAILED, "not measured", why)));
    }

    /** The noise is known only now, and policy may have changed: what cannot show its own target, or may not be tried, is not submitted. */
    private boolean turnsAway(Dossier dossier, JobSpec job, Measurements measured) {
        Screens.Result screened = new Screens(cycle).judge(job, measured, dossier.hypothesis());
        Optional<String> rejection = cycle.policy()
                .scope()
                .excludes(dossier.hypothesis())
                .or(() -> PowerCaps.obstacle(cycle.policy().isPowerAllowed(), job, dossier.hypothesis()))
                .or(screened::unresolvable);
        rejection.ifPresent(reason -> cycle.commit(
                new Entry.Screened(dossier.id(), screened.screening()),
                Screens.screenedOut(dossier.hypothesis(), reason)));
        return rejection.isPresent();
    }

    /**
     * Returns the design of one experiment, fixed before its first trial. Arms on allocations of different size are compared by what they
     * hold, and vary as those on different hosts do.
     */
    static ExperimentPlan plan(Cycle cycle, JobSpec job, Dossier dossier, Sampling sampling) {
        EvidencePolicy policy = cycle.policy().evidence();
        NextTest test = NextTest.of(cycle, dossier.hypothesis());
        boolean isSeparate = Allocation.of(job, cycle.view(), dossier).isSeparate();
        double sigma = Measurements.of(cycle, job).sigma(sampling.design());
        return new ExperimentPlan(
                isSeparate ? MetricSpec.ACCELERATOR_SECONDS : job.metric(),
                job.guardrails(),
                job.outputs(),
                policy.minimumEffect(),
                isSeparate ? Math.max(sigma, Noise.CLUSTER) : sigma,
                test.bar(),
                test.alpha(),
                policy.firstCap(),
                policy.confirmationCap(),
                Optional.of(sampling));
    }
}
