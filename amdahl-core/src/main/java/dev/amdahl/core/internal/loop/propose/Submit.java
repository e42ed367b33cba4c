package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.Incumbents;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.advice.Surfaces;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Keys;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.RetainEvidence;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.loop.dispatch.Dispatch;
import dev.amdahl.core.internal.loop.dispatch.Patches;
import dev.amdahl.core.internal.loop.dispatch.Requests;
import dev.amdahl.core.internal.loop.screen.Screens;
import dev.amdahl.core.internal.refute.work.CheapChecks;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.BuiltVariant;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Opens experiments within the budget, builds what needs building, and hands over the next trial of each. */
public final class Submit {
    private static final int SEED_SHIFT = 33;
    private static final int MAX_REASON = 600;

    private final Cycle cycle;
    private final RunAccounts accounts;
    private final Dispatch dispatch;
    private final RetainEvidence evidence;

    /** Submits in one cycle. */
    public Submit(Cycle cycle, RunAccounts accounts, Dispatch dispatch, RetainEvidence evidence) {
        this.cycle = cycle;
        this.accounts = accounts;
        this.dispatch = dispatch;
        this.evidence = evidence;
    }

    /** One pass: first new experiments, then the next trials. */
    public void run() {
        unpark();
        open();
        List<Dossier> running = new ArrayList<>(
                cycle.inState(HypothesisState.TESTING, HypothesisState.CONFIRMING, HypothesisState.NEEDS_RERUN));
        running.sort(Comparator.comparingInt(
                (Dossier dossier) -> cycle.view().runsOf(dossier.id()).size()));
        for (Dossier dossier : running) {
            if (dispatch.freeSlots() <= 0) {
                return;
            }
            cycle.isolated(dossier, () -> next(dossier).ifPresent(dispatch::start));
        }
    }

    private void open() {
        List<Dossier> proposed = new ArrayList<>(cycle.inState(HypothesisState.PROPOSED, HypothesisState.BUILDING));
        proposed.sort(Comparator.comparing((Dossier dossier) -> dossier.state() != HypothesisState.BUILDING)
                .thenComparing(dossier -> !dossier.hypothesis().isPlanted())
                .thenComparingDouble(
                        dossier -> -dossier.screening().valuePerHour().orElse(Double.NEGATIVE_INFINITY)));
        Set<String> unbuilt = new HashSet<>();
        for (Dossier dossier : proposed) {
            Optional<JobSpec> job = cycle.job(dossier);
            if (job.isEmpty() || !mayOpen(dossier, unbuilt)) {
                continue;
            }
            cycle.isolated(dossier, () -> {
                Measurements measured = Measurements.of(cycle, job.get());
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
     * The conflict rule: within the budget, few at once on a family, and never two that touch the same thing. What could not be built in this
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
        Requests requests = new Requests(cycle.setup(), cycle.view());
        Incumbents incumbents = new Incumbents(cycle.view());
        List<Change> incumbent = incumbents.changes(measured.incumbent());
        List<Change> changed = incumbents.changed(measured.incumbent(), dossier.hypothesis());
        boolean builds = dossier.hypothesis().needsBuild()
                || (Incumbents.removed(dossier.hypothesis()).isPresent()
                        && incumbent.stream().anyMatch(Change::needsBuild));
        boolean isPatchBuilding = false;
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
            baseline = requests.tree(job, incumbent, builds, isVouchedFor);
            isPatchBuilding = true;
            variant = requests.built(job, changed, builds, isVouchedFor);
        } catch (BuildFailedException failed) {
            Dossier now = cycle.view().dossier(dossier.id()).orElseThrow();
            HypothesisState end = builds ? HypothesisState.BUILD_FAILED : HypothesisState.RUN_FAILED;
            String why = String.valueOf(failed.getMessage());
            List<Entry> entries = new ArrayList<>();
            if (builds) {
                entries.add(built(dossier, before));
                entries.addAll(evidence.build(now.hypothesis(), why));
            }
            entries.add(new Entry.Decided(cycle.verdict(now, end, "not measured", shortened(why))));
            cycle.commit(entries);
            if (isPatchBuilding && failed.isRepairable()) {
                new Repair(cycle).after(job, now, why);
            }
            return;
        } catch (AmdahlException impossible) {
            endForGood(dossier, impossible, before);
            return;
        }
        List<Entry> entries = new ArrayList<>();
        if (builds) {
            entries.add(built(dossier, before));
            entries.addAll(evidence.build(dossier.hypothesis(), variant.map(BuiltVariant::log).orElse("")));
        }
        Design design = Design.of(cycle, job, dossier);
        entries.add(new Entry.Designed(
                dossier.id(),
                design.plan(),
                design.testNumber(),
                design.seed(),
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
     * What the user has to mend, as a revision that is gone, ends the hypothesis; it is tried again when the job was measured anew. So does
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
        Optional<String> rejection =
                cycle.policy().scope().excludes(dossier.hypothesis()).or(screened::unresolvable);
        rejection.ifPresent(reason -> cycle.commit(
                new Entry.Screened(dossier.id(), screened.screening()),
                Screens.screenedOut(dossier.hypothesis(), reason)));
        return rejection.isPresent();
    }

    /** The next trial of an experiment; empty while one is in flight or its confirmation must wait. */
    private Optional<RunPlan> next(Dossier dossier) {
        Optional<JobSpec> job = cycle.job(dossier);
        List<Run> runs = cycle.view().runsOf(dossier.id());
        if (job.isEmpty() || runs.stream().anyMatch(run -> run.state().isInFlight())) {
            return Optional.empty();
        }
        Experiment experiment = dossier.experiment().orElseThrow();
        int set = experiment.set();
        if (set > 1 && mustWait(dossier, runs, set)) {
            cycle.markWaiting();
            return Optional.empty();
        }
        int firstIndex = set > 1 ? 1 : 0;
        Trials trials = Trials.of(cycle.view(), dossier);
        Optional<Trial> disputed =
                CheapChecks.open(trials.all(), trials.disputes()).map(Dispute::trial);
        int place = disputed.map(Trial::set).orElse(set);
        int index = disputed.map(Trial::index).orElseGet(() -> Math.max(firstIndex, trials.nextIndex(set)));
        RunPurpose purpose = disputed.isPresent() ? RunPurpose.RECHECK : RunPurpose.TRIAL;
        List<Run> here = at(runs, place, index)
                .filter(run -> run.plan().purpose() == purpose)
                .toList();
        Optional<String> end =
                givingUp(runs, trials, here).or(() -> tooMany(experiment.plan(), trials.pairs()));
        if (end.isPresent()) {
            String measured = dossier.comparison().map(VerdictText::result).orElse("not measured");
            cycle.decide(dossier, HypothesisState.INCONCLUSIVE, measured, end.get());
            return Optional.empty();
        }
        Fingerprint fingerprint = dossier.hypothesis().fingerprint();
        int attempt = 1
                + (int) cycle.view().standings(fingerprint).stream()
                        .flatMap(same -> at(cycle.view().runsOf(same.id()), place, index))
                        .count();
        return Optional.of(accounts.plan(job.get(),
                new RunPlan(
                        Keys.trial(fingerprint, place, index, attempt),
                        purpose,
                        dossier.hypothesis().family(),
                        dossier.id(),
                        place,
                        index,
                        attempt,
                        isVariantFirst(fingerprint, place, index),
                        Keys.seed(experiment.seed(), place, index) >>> SEED_SHIFT,
                        0)));
    }

    /** By what the key is made of: a scheduler that knows the key from before a restore of the ledger has its arms in the same order. */
    private static boolean isVariantFirst(Fingerprint fingerprint, int place, int index) {
        return OrderDraw.isVariantFirst(Keys.seed(fingerprint), place, index);
    }

    /** No experiment that is compared after each trial gets so far: more pairs would not end it either. */
    private Optional<String> tooMany(ExperimentPlan plan, int pairs) {
        int most = plan.firstCap() + plan.confirmationCap() + cycle.policy().attempts();
        return pairs > most
                ? Optional.of("its " + pairs + " pairs could not be judged, more than the " + most
                        + " that an experiment may have")
                : Optional.empty();
    }

    /** Why it is no use to go on: one trial fails again and again, or most pairs are left out. */
    private Optional<String> givingUp(List<Run> runs, Trials trials, List<Run> here) {
        List<Run> failed =
                here.stream().filter(run -> run.state() != RunState.COLLECTED).toList();
        boolean isRecheck = !here.isEmpty() && here.get(0).plan().purpose() == RunPurpose.RECHECK;
        if (isRecheck && here.size() >= Dispute.REPEATS + cycle.policy().attempts()) {
            return Optional.of(
                    "a trial whose arms did not do the same could not be repeated in " + here.size() + " runs");
        }
        if (failed.size() >= cycle.policy().attempts()) {
            String last = failed.get(failed.size() - 1).note();
            return Optional.of("the infrastructure failed " + failed.size() + " times at one trial: " + last);
        }
        List<Run> discarded = runs.stream().filter(Trials::isVoid).toList();
        return discarded.size() > trials.pairs() + cycle.policy().attempts()
                ? Optional.of(discarded.size() + " of " + (discarded.size() + trials.pairs())
                        + " pairs were left out, the last as "
                        + discarded
                                .get(discarded.size() - 1)
                                .result()
                                .flatMap(RunResult::voidReason)
                                .orElse("void"))
                : Optional.empty();
    }

    /** Runs at one place of the design: failed attempts, and those of an earlier time the same change was tried. */
    private static Stream<Run> at(List<Run> runs, int set, int index) {
        return runs.stream().filter(run -> run.plan().set() == set && run.plan().index() == index);
    }

    /** Behind a clock that was set back nobody waits until it has caught up. */
    private boolean mustWait(Dossier dossier, List<Run> runs, int set) {
        Duration pause = cycle.policy().confirmationPause();
        Instant clock = cycle.setup().clock().instant();
        boolean isClockBehind = clock.plus(pause).isBefore(dossier.movedAt());
        return runs.stream().noneMatch(run -> run.plan().set() == set)
                && clock.isBefore(dossier.movedAt().plus(pause))
                && !isClockBehind;
    }
}
