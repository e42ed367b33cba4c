package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.Allocation;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Keys;
import dev.amdahl.core.internal.loop.OrderDraw;
import dev.amdahl.core.internal.loop.RetainEvidence;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.TracedWin;
import dev.amdahl.core.internal.loop.Trials;
import dev.amdahl.core.internal.loop.Twin;
import dev.amdahl.core.internal.loop.VerdictText;
import dev.amdahl.core.internal.loop.WholeRuns;
import dev.amdahl.core.internal.loop.dispatch.Dispatch;
import dev.amdahl.core.internal.loop.dispatch.Smoke;
import dev.amdahl.core.internal.refute.work.CheapChecks;
import dev.amdahl.core.internal.refute.work.Dispute;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Comparison;
import dev.amdahl.spi.experiment.Decision;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.ExperimentPlan;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Opens experiments within the budget, builds what needs building, and hands over the next trial of each. */
public final class Submit {
    private static final int SEED_SHIFT = 33;

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
        new OpenExperiments(cycle, evidence).run();
        List<Dossier> running = new ArrayList<>(
                cycle.inState(HypothesisState.TESTING, HypothesisState.CONFIRMING, HypothesisState.NEEDS_RERUN));
        running.sort(Comparator.comparingInt(
                (Dossier dossier) -> cycle.view().runsOf(dossier.id()).size()));
        for (Dossier dossier : running) {
            cycle.isolated(dossier, () -> start(dossier));
        }
    }

    /** Starts as many trials as may run beside each other. */
    private void start(Dossier dossier) {
        boolean isStarted = true;
        while (isStarted && dispatch.hasPlace(design(dossier))) {
            long before = inFlight(cycle.view().runsOf(dossier.id()));
            Dossier now = cycle.view().dossier(dossier.id()).orElseThrow();
            if (now.state().isInExperiment()) {
                next(now).ifPresent(dispatch::start);
            }
            isStarted = inFlight(cycle.view().runsOf(dossier.id())) > before;
        }
    }

    private static Design design(Dossier dossier) {
        return dossier.experiment().orElseThrow().plan().sampled().design();
    }

    private static long inFlight(List<Run> runs) {
        return runs.stream().filter(run -> run.state().isInFlight()).count();
    }

    /** Returns the next trial of an experiment; empty while as many as may are in flight, or its confirmation must wait. */
    private Optional<RunPlan> next(Dossier dossier) {
        Optional<JobSpec> job = cycle.job(dossier);
        List<Run> runs = cycle.view().runsOf(dossier.id());
        long inFlight = inFlight(runs);
        if (job.isEmpty() || inFlight >= parallel(job.get(), dossier, runs)) {
            return Optional.empty();
        }
        Experiment experiment = dossier.experiment().orElseThrow();
        Optional<WholeRuns> wholeRuns =
                isWin(dossier) ? WholeRuns.of(cycle.view(), dossier, job.get().deadline()) : Optional.empty();
        if (wholeRuns.isPresent()) {
            return inFlight > 0 ? Optional.empty() : wholeRun(dossier, job.get(), runs, wholeRuns.get());
        }
        Optional<Twin> twin = Twin.of(job.get(), cycle.view(), dossier);
        if (twin.isPresent() && !twin.get().isPassed()) {
            return twin(dossier, job.get(), twin.get());
        }
        int set = experiment.set();
        Optional<Run> traced =
                set > 1 && inFlight == 0 ? TracedWin.wanted(cycle, job.get(), dossier) : Optional.empty();
        if (traced.isPresent()) {
            return Optional.of(traced(dossier, job.get(), traced.get()));
        }
        if (set > 1 && mustWait(dossier, runs, set)) {
            cycle.markWaiting();
            return Optional.empty();
        }
        Allocation held = Allocation.of(job.get(), cycle.view(), dossier);
        boolean isOfWindows = design(dossier) == Design.WINDOWS;
        int firstIndex = set > 1 || held.isSeparate() || isOfWindows || design(dossier) == Design.FIELD ? 1 : 0;
        Trials trials = Trials.of(cycle.view(), dossier);
        Optional<Trial> disputed =
                CheapChecks.open(trials.all(), trials.disputes()).map(Dispute::trial);
        int place = disputed.map(Trial::set).orElse(set);
        int index = disputed.map(Trial::index).orElseGet(() -> freeIndex(runs, set, firstIndex));
        if (inFlight > 0 && (disputed.isPresent() || index > cap(experiment.plan(), set))) {
            return Optional.empty();
        }
        boolean isHalf = held.isSeparate() && !isHalfDone(runs, place, index);
        if ((held.isSeparate() || isOfWindows) && inFlight > 0) {
            return Optional.empty();
        }
        RunPurpose purpose = isHalf ? RunPurpose.HALF : disputed.isPresent() ? RunPurpose.RECHECK : RunPurpose.TRIAL;
        List<Run> here = at(runs, place, index)
                .filter(run -> run.plan().purpose() == purpose)
                .toList();
        Optional<String> end = givingUp(runs, trials, here).or(() -> tooMany(experiment.plan(), trials.pairs()));
        if (end.isPresent()) {
            String measured = VerdictText.measured(dossier);
            cycle.decide(dossier, HypothesisState.INCONCLUSIVE, measured, end.get());
            return Optional.empty();
        }
        Fingerprint fingerprint = dossier.hypothesis().fingerprint();
        int attempt = 1
                + (int) cycle.view().standings(fingerprint).stream()
                        .flatMap(same -> at(cycle.view().runsOf(same.id()), place, index))
                        .count();
        boolean isVariantFirst = isVariantFirst(fingerprint, place, index);
        RunPlan plan = new RunPlan(
                        Keys.trial(fingerprint, place, index, attempt),
                        purpose,
                        dossier.hypothesis().family(),
                        dossier.id(),
                        place,
                        index,
                        attempt,
                        isVariantFirst,
                        Keys.seed(experiment.seed(), place, index) >>> SEED_SHIFT,
                        0)
                .of(design(dossier));
        return Optional.of(accounts.plan(
                job.get(), held.isSeparate() ? plan.holding(held.ofPlace(isHalf, isVariantFirst)) : plan));
    }

    /** Of scheduled runs, the first with a change goes alone, and so does any first trial of a patch that nobody answers for. */
    private static int parallel(JobSpec job, Dossier dossier, List<Run> runs) {
        boolean isFirst = design(dossier) == Design.FIELD
                && runs.stream()
                        .noneMatch(run -> run.plan().purpose() == RunPurpose.TRIAL
                                && run.result()
                                        .filter(result -> result.arms().stream().allMatch(ArmResult::isSuccess))
                                        .isPresent());
        return isFirst || Smoke.isOpen(dossier, runs) ? 1 : job.parallel();
    }

    /** Returns the next pair on one input that has to show that the change may be tried in scheduled runs. */
    private Optional<RunPlan> twin(Dossier dossier, JobSpec job, Twin twin) {
        if (twin.failed() >= cycle.policy().attempts()) {
            cycle.decide(
                    dossier,
                    HypothesisState.INCONCLUSIVE,
                    "not measured",
                    "the job could not be run twice on one input, in " + twin.failed()
                            + " attempts; declare field: {twin: none} if it never can");
            return Optional.empty();
        }
        boolean isRunning = cycle.view().runsOf(dossier.id()).stream()
                .anyMatch(run ->
                        run.plan().purpose() == RunPurpose.TWIN && run.state().isInFlight());
        if (isRunning) {
            return Optional.empty();
        }
        Fingerprint fingerprint = dossier.hypothesis().fingerprint();
        int index = twin.pairs().size() + 1;
        int attempt = 1
                + (int) cycle.view().standings(fingerprint).stream()
                        .flatMap(same -> cycle.view().runsOf(same.id()).stream())
                        .filter(run -> run.plan().purpose() == RunPurpose.TWIN
                                && run.plan().index() == index)
                        .count();
        // All of them on one seed, so that what differs can be told from what always does.
        return Optional.of(accounts.plan(
                job,
                new RunPlan(
                        Keys.trial(
                                fingerprint, -dossier.experiment().orElseThrow().set(), index, attempt),
                        RunPurpose.TWIN,
                        dossier.hypothesis().family(),
                        dossier.id(),
                        0,
                        index,
                        attempt,
                        isVariantFirst(fingerprint, 0, index),
                        Keys.seed(dossier.experiment().orElseThrow().seed(), "twin") >>> SEED_SHIFT,
                        0)));
    }

    /** Returns whether it is claimed to be a win, and waits for nothing but the panel. */
    private static boolean isWin(Dossier dossier) {
        return dossier.state() == HypothesisState.CONFIRMING
                && dossier.comparison().flatMap(Comparison::decision).equals(Optional.of(Decision.WIN));
    }

    /** Returns the next pair of whole runs by which a win of short ones is checked; empty if there are enough. */
    private Optional<RunPlan> wholeRun(Dossier dossier, JobSpec job, List<Run> runs, WholeRuns so) {
        Experiment experiment = dossier.experiment().orElseThrow();
        int pair = 1;
        while (!isFree(runs, WholeRuns.index(experiment.set(), pair))) {
            pair++;
        }
        if (pair > so.needed()) {
            return Optional.empty();
        }
        int index = WholeRuns.index(experiment.set(), pair);
        List<Run> here = at(runs, 0, index).toList();
        if (here.size() >= cycle.policy().attempts()) {
            cycle.decide(
                    dossier,
                    HypothesisState.INCONCLUSIVE,
                    VerdictText.measured(dossier),
                    "the infrastructure failed " + here.size() + " times at one pair of whole runs: "
                            + here.get(here.size() - 1).note());
            return Optional.empty();
        }
        Fingerprint fingerprint = dossier.hypothesis().fingerprint();
        int attempt = 1 + here.size();
        return Optional.of(accounts.plan(
                job,
                new RunPlan(
                        Keys.trial(fingerprint, 0, index, attempt),
                        RunPurpose.TRANSFER,
                        dossier.hypothesis().family(),
                        dossier.id(),
                        0,
                        index,
                        attempt,
                        isVariantFirst(fingerprint, 0, index),
                        Keys.seed(experiment.seed(), 0, index) >>> SEED_SHIFT,
                        0)));
    }

    /** Returns the run that shows where a change saves time that passed its first set; it is made once, whatever comes of it. */
    private RunPlan traced(Dossier dossier, JobSpec job, Run unchanged) {
        Fingerprint fingerprint = dossier.hypothesis().fingerprint();
        int attempt = 1
                + (int) cycle.view().standings(fingerprint).stream()
                        .flatMap(same -> cycle.view().runsOf(same.id()).stream())
                        .filter(run -> run.plan().purpose() == RunPurpose.TRACED)
                        .count();
        return accounts.plan(
                job,
                new RunPlan(
                        Keys.trial(fingerprint, 0, 0, attempt),
                        RunPurpose.TRACED,
                        dossier.hypothesis().family(),
                        dossier.id(),
                        0,
                        0,
                        attempt,
                        true,
                        unchanged.plan().seed(),
                        0));
    }

    private static boolean isFree(List<Run> runs, int index) {
        return at(runs, 0, index).noneMatch(run -> run.state() == RunState.COLLECTED && !Trials.isVoid(run));
    }

    /** Returns whether the newest run at a place is the first arm of a block, and was measured. */
    private static boolean isHalfDone(List<Run> runs, int set, int index) {
        return at(runs, set, index)
                .max(Comparator.comparingInt(run -> run.plan().attempt()))
                .filter(run -> run.plan().purpose() == RunPurpose.HALF && run.state() == RunState.COLLECTED)
                .isPresent();
    }

    /** Returns the first index of a set that has neither a sound trial nor one in flight; one that was lost is repeated. */
    private static int freeIndex(List<Run> runs, int set, int first) {
        Set<Integer> taken = runs.stream()
                .filter(run -> run.plan().purpose() == RunPurpose.TRIAL
                        && run.plan().set() == set
                        && (run.state().isInFlight() || (run.state() == RunState.COLLECTED && !Trials.isVoid(run))))
                .map(run -> run.plan().index())
                .collect(Collectors.toSet());
        int index = first;
        while (taken.contains(index)) {
            index++;
        }
        return index;
    }

    /** Returns the most pairs that a set may have: none beyond it is begun while others may yet decide. */
    private static int cap(ExperimentPlan plan, int set) {
        return set == 1 ? plan.firstCap() : plan.confirmationCap();
    }

    /** By what the key is made of: a scheduler that knows the key from before a restore of the ledger has its arms in the same order. */
    private static boolean isVariantFirst(Fingerprint fingerprint, int place, int index) {
        return OrderDraw.isVariantFirst(Keys.seed(fingerprint), place, index);
    }

    /** No experiment that is compared after each trial gets so far: more pairs would not end it either. */
    private Optional<String> tooMany(ExperimentPlan plan, int pairs) {
        int most = plan.firstCap()
                + plan.confirmationCap()
                + 2 * plan.sampled().windowPairs()
                + cycle.policy().attempts();
        return pairs > most
                ? Optional.of("its " + pairs + " pairs could not be judged, more than the " + most
                        + " that an experiment may have")
                : Optional.empty();
    }

    /** Returns why it is no use to go on: one trial fails again and again, or most pairs are left out. */
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
        // Scheduled runs are confirmed on another day: what a day brings is no property of the change.
        boolean isSameDay = design(dossier) == Design.FIELD
                && LocalDate.ofInstant(clock, ZoneOffset.UTC)
                        .equals(LocalDate.ofInstant(dossier.movedAt(), ZoneOffset.UTC));
        return runs.stream().noneMatch(run -> run.plan().set() == set)
                && (clock.isBefore(dossier.movedAt().plus(pause)) || isSameDay)
                && !isClockBehind;
    }
}
