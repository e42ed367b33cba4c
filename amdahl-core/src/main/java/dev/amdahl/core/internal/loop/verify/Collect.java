package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Allocation;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.InputSize;
import dev.amdahl.core.internal.loop.LogContext;
import dev.amdahl.core.internal.loop.Metrics;
import dev.amdahl.core.internal.loop.RetainEvidence;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.TracedWin;
import dev.amdahl.core.internal.loop.dispatch.Dispatch;
import dev.amdahl.core.internal.refute.work.CheapChecks;
import dev.amdahl.core.internal.refute.work.Comparing;
import dev.amdahl.core.internal.refute.work.OutputComparison;
import dev.amdahl.core.internal.refute.work.OutputComparison.Mismatch;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** Brings the results of finished runs into the ledger, each exactly once. */
public final class Collect {
    static final String RESULT_LOST = "the scheduler lost its result";

    /** A run that its scheduler does not know for a shorter time may yet be shown. */
    private static final Duration MIN_DURATION = Duration.ofMinutes(1);

    private final Cycle cycle;
    private final Scheduler scheduler;
    private final RunAccounts accounts;
    private final Dispatch dispatch;
    private final RetainEvidence evidence;
    private final Waiting waiting;
    private final Steps steps;

    /** @param waiting tells of the runs that wait for long */
    public Collect(Cycle cycle, RunAccounts accounts, Dispatch dispatch, RetainEvidence evidence, Waiting waiting) {
        this.cycle = cycle;
        this.scheduler = cycle.setup().scheduler();
        this.accounts = accounts;
        this.dispatch = dispatch;
        this.evidence = evidence;
        this.waiting = waiting;
        this.steps = new Steps(cycle);
    }

    /** Polls every run in flight; also finishes submissions that an earlier cycle began. */
    public void run() {
        accounts.open();
        dispatch.recover();
        cycle.isolated("collect", this::collect);
        elsewhere();
        new LateResults(cycle, accounts, this::recorded).keep();
    }

    private void collect() {
        Map<WorkerRunId, Run> submitted = new HashMap<>();
        for (Run run : cycle.inFlight()) {
            run.worker().ifPresent(worker -> submitted.put(worker, run));
        }
        if (submitted.isEmpty()) {
            return;
        }
        Map<WorkerRunId, RunStatus> statuses = poll(submitted.keySet());
        for (Run run : List.copyOf(submitted.values())) {
            RunStatus status = statuses.getOrDefault(run.worker().orElseThrow(), RunStatus.UNKNOWN);
            LogContext.during(run.plan(), () -> cycle.isolated(run.plan().family(), () -> collect(run, status)));
        }
    }

    /** Nothing is known of them here: they wait for a loop on their scheduler, for as long as a run may. */
    private void elsewhere() {
        for (Run run : cycle.view().inFlight()) {
            if (cycle.setup().isElsewhere(run)
                    && cycle.setup().job(run.plan().family()).isPresent()) {
                cycle.note("run " + run.plan().key() + " of " + run.plan().family() + " was submitted to "
                        + run.plan().scheduler().orElseThrow() + ": only a loop on it can collect its result");
                if (cycle.now()
                        .isAfter(run.intendedAt()
                                .plus(accounts.deadline(run.plan().family())))) {
                    end(run, RunState.LOST, "no loop on its scheduler has collected it");
                }
            }
        }
    }

    /** Without an answer nothing is known of any run, and each waits until its deadline. */
    private Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>();
        cycle.isolated("collect", () -> statuses.putAll(scheduler.poll(runs)));
        return statuses;
    }

    private void collect(Run run, RunStatus status) {
        if (status != RunStatus.UNKNOWN) {
            seen(run);
        }
        switch (status) {
            case DONE -> {
                FailPoints.hit(FailPoint.RUN_ENDED);
                fetch(run);
            }
            case INFRA_FAILED -> end(run, RunState.INFRA_FAILED, lost(run));
            case CANCELLED -> end(run, RunState.CANCELLED, "cancelled at the scheduler");
            case QUEUED -> {
                waiting.queued(cycle, run);
                expire(run);
            }
            case RUNNING -> {
                waiting.over(cycle, run);
                expire(run);
            }
            case UNKNOWN -> lookUp(run);
        }
    }

    private void seen(Run run) {
        if (run.missedSince().isPresent()) {
            cycle.commit(new Entry.RunSeen(run.plan().key()));
        }
    }

    /**
     * A scheduler that knows a run neither by its state nor by its key, for longer than a look-up may miss it, has forgotten it. Since when
     * is kept in the ledger, for each cycle may be a process of its own.
     */
    private void lookUp(Run run) {
        String key = run.plan().key();
        if (scheduler.find(key).isPresent()) {
            seen(run);
            expire(run);
        } else if (isForgotten(run, scheduler.lookupWindow())) {
            end(run, RunState.LOST, scheduler.name() + " no longer knows it");
        } else if (!expire(run)
                && run.missedSince().isEmpty()
                && scheduler.lookupWindow().isPresent()) {
            cycle.commit(new Entry.RunMissed(key));
        }
        Duration since = Duration.between(run.intendedAt(), cycle.now());
        if (run.state() == RunState.SUBMITTED && since.compareTo(accounts.limit(run.plan())) > 0) {
            cycle.note("run " + key + " of " + run.plan().family() + " has not been seen for up to "
                    + since.toMinutes() + " minutes, more than its time limit; it counts as lost after "
                    + accounts.deadline(run.plan().family()).toHours() + " hours");
        }
    }

    private boolean isForgotten(Run run, Optional<Duration> window) {
        Duration least =
                window.filter(promised -> promised.compareTo(MIN_DURATION) > 0).orElse(MIN_DURATION);
        return window.isPresent()
                && run.missedSince()
                        .filter(since -> !cycle.now().isBefore(since.plus(least)))
                        .isPresent();
    }

    private String lost(Run run) {
        return scheduler
                .reason(run.worker().orElseThrow())
                .map(reason -> RESULT_LOST + ": " + reason)
                .orElse(RESULT_LOST);
    }

    /** A result that cannot be read now is asked for again until its deadline, and holds up no other. */
    private void fetch(Run run) {
        TrialResult result;
        try {
            result = scheduler.collect(run.worker().orElseThrow());
            requireOwn(run, result);
        } catch (AmdahlException unreadable) {
            cycle.note("the result of " + run.plan().key() + " is not there yet: " + unreadable.getMessage());
            expire(run);
            return;
        }
        collect(run, result);
    }

    private static void requireOwn(Run run, TrialResult result) {
        if (!result.key().equals(run.plan().key())) {
            throw new AmdahlException(
                    ErrorCategory.TRANSIENT, "the scheduler delivered the result of " + result.key() + " for it");
        }
    }

    private void collect(Run run, TrialResult result) {
        int expected = accounts.expected(run.plan());
        OptionalDouble allocated = result.heldSeconds();
        if (result.voidReason().isPresent() || result.arms().size() < expected) {
            String reason = result.voidReason().orElse("one arm is missing");
            List<Entry> entries =
                    new ArrayList<>(List.of(new Entry.RunEnded(run.plan().key(), RunState.INFRA_FAILED, reason)));
            entries.addAll(accounts.held(run, result.arms(), expected, allocated));
            cycle.commit(entries);
            return;
        }
        RunResult recorded = recorded(run, result);
        List<Entry> entries =
                new ArrayList<>(List.of(new Entry.RunCollected(run.plan().key(), recorded)));
        if (run.plan().purpose().isTraced()) {
            cycle.setup()
                    .job(run.plan().family())
                    .ifPresent(spec -> entries.addAll(
                            evidence.entries(spec, run, recorded.arms().get(0))));
        }
        entries.addAll(accounts.held(run, result.arms(), expected, allocated));
        cycle.commit(entries);
        FailPoints.hit(run.plan().purpose().isTraced() ? FailPoint.EVIDENCE_COMMITTED : FailPoint.RESULT_COMMITTED);
    }

    /** Returns what a run came to, derived from what the scheduler delivered of it. */
    RunResult recorded(Run run, TrialResult result) {
        Optional<JobSpec> job = cycle.setup().job(run.plan().family());
        List<ArmResult> arms = result.arms().stream()
                .map(RunResult::kept)
                .map(arm -> steps.recordedOn(run.plan(), arm))
                .toList();
        double seconds = RunAccounts.acceleratorSeconds(run.plan(), job, arms, result.heldSeconds());
        if (run.plan().runs() == Design.WINDOWS && arms.size() == 1) {
            return steps.windows(cycle.view(), run.plan(), result, arms.get(0), seconds);
        }
        if (run.plan().purpose().isPair() && arms.size() == 1) {
            arms = Stream.concat(firstHalf(run.plan()).stream(), arms.stream()).toList();
        }
        if (arms.size() > 1 && result.voidReason().isEmpty()) {
            return paired(run, job, result.host(), arms, seconds);
        }
        RunResult single =
                new RunResult(result.host(), arms, OptionalDouble.empty(), List.of(), result.voidReason(), seconds);
        return TracedWin.saving(cycle, run, arms).map(single::saving).orElse(single);
    }

    /** Returns the arm that ran before, of a block whose arms are submissions of their own. */
    private Optional<ArmResult> firstHalf(RunPlan second) {
        return cycle.view().runsOf(second.hypothesis()).stream()
                .filter(run -> run.plan().purpose() == RunPurpose.HALF
                        && run.state() == RunState.COLLECTED
                        && run.plan().set() == second.set()
                        && run.plan().index() == second.index()
                        && run.plan().attempt() == second.attempt() - 1)
                .flatMap(run -> run.result().stream())
                .flatMap(result -> result.arms().stream())
                .findFirst();
    }

    private RunResult paired(Run run, Optional<JobSpec> job, String host, List<ArmResult> arms, double seconds) {
        RunPlan plan = run.plan();
        SlowNode.note(cycle, plan, arms);
        ArmResult baseline = arms.get(plan.isVariantFirst() ? 1 : 0);
        ArmResult variant = arms.get(plan.isVariantFirst() ? 0 : 1);
        MetricSpec metric = cycle.view()
                .dossier(plan.hypothesis())
                .flatMap(Dossier::experiment)
                .map(experiment -> experiment.plan().metric())
                .or(() -> job.map(JobSpec::metric))
                .orElse(MetricSpec.ACCELERATOR_SECONDS);
        Allocation held = allocation(plan, job);
        List<String> mismatches = baseline.isSuccess() && variant.isSuccess() && plan.runs() != Design.FIELD
                ? mismatches(plan, baseline, variant, rules(plan, job))
                : List.of();
        boolean isExempt =
                plan.purpose() == RunPurpose.RECHECK || (plan.purpose() == RunPurpose.TRIAL && plan.index() == 0);
        Optional<Health.Unhealthy> unhealthy = isExempt
                ? Optional.empty()
                : Health.of(cycle.view(), plan.family())
                        .examine(arms.stream().map(ArmResult::covariates).toList());
        return new RunResult(
                host,
                arms,
                logRatio(plan, metric, baseline, variant, held),
                mismatches,
                unhealthy.map(Health.Unhealthy::reason),
                seconds,
                unhealthy.map(Health.Unhealthy::arms).orElse(List.of()),
                plan.purpose() == RunPurpose.RECHECK || plan.purpose() == RunPurpose.TWIN
                        ? recheck(plan, baseline, rules(plan, job))
                        : Optional.empty(),
                List.of(),
                Optional.empty());
    }

    /** Of a probe that was not measured a figure of the whole run would be another one. */
    private OptionalDouble logRatio(
            RunPlan plan, MetricSpec metric, ArmResult baseline, ArmResult variant, Allocation held) {
        Optional<String> difference =
                metric.source().isPresent() ? Optional.empty() : Steps.difference(plan, baseline, variant);
        difference.ifPresent(why -> cycle.note(plan.family() + ": run " + plan.key() + " is not a pair: " + why));
        OptionalDouble d =
                difference.isPresent() ? OptionalDouble.empty() : Metrics.logRatio(metric, baseline, variant, held);
        Optional<InputSize> size = metric.source().isPresent() ? Optional.empty() : InputSize.of(cycle, plan, baseline);
        return size.isPresent() ? size.get().adjusted(d, baseline, variant) : d;
    }

    private Allocation allocation(RunPlan plan, Optional<JobSpec> job) {
        int declared = job.map(spec -> spec.accelerators().count()).orElse(1);
        return job.flatMap(spec -> cycle.view()
                        .dossier(plan.hypothesis())
                        .map(dossier -> Allocation.of(spec, cycle.view(), dossier)))
                .orElse(new Allocation(declared, declared));
    }

    /** Returns how the arms of the trial that is repeated, or of the twin before, compare with the baseline of the repeat. */
    private Optional<RunResult.Recheck> recheck(RunPlan repeat, ArmResult baseline, List<OutputRule> rules) {
        Comparing comparing = comparing(repeat);
        boolean isTwin = repeat.purpose() == RunPurpose.TWIN;
        return cycle.view().runsOf(repeat.hypothesis()).stream()
                .filter(run -> run.plan().purpose() == (isTwin ? RunPurpose.TWIN : RunPurpose.TRIAL)
                        && run.state() == RunState.COLLECTED
                        && run.plan().set() == repeat.set()
                        && (isTwin
                                ? run.plan().index() < repeat.index()
                                : run.plan().index() == repeat.index()))
                .reduce((earlier, later) -> later)
                .flatMap(run -> run.result().map(result -> {
                    ArmResult first = result.arms().get(0);
                    ArmResult second = result.arms().get(1);
                    boolean isVariantFirst = run.plan().isVariantFirst();
                    return new RunResult.Recheck(
                            isOther(baseline, isVariantFirst ? second : first, rules, comparing),
                            isOther(baseline, isVariantFirst ? first : second, rules, comparing));
                }));
    }

    private static boolean isOther(ArmResult reference, ArmResult arm, List<OutputRule> rules, Comparing comparing) {
        return !OutputComparison.compare(reference, arm, rules, comparing).isEmpty()
                || CheapChecks.isOtherWork(reference, arm);
    }

    /** Returns the outputs that differ; what a comparing command came to is said in the words of a note. */
    private List<String> mismatches(RunPlan plan, ArmResult baseline, ArmResult variant, List<OutputRule> rules) {
        List<Mismatch> mismatches = OutputComparison.compare(baseline, variant, rules, comparing(plan));
        mismatches.stream()
                .filter(mismatch -> mismatch.rule().comparison() instanceof OutputRule.Command)
                .forEach(mismatch ->
                        cycle.note("run " + plan.key() + " of " + plan.family() + ": " + mismatch.reason()));
        return mismatches.stream().map(mismatch -> mismatch.rule().path()).toList();
    }

    private Comparing comparing(RunPlan plan) {
        boolean isCode = cycle.view()
                .dossier(plan.hypothesis())
                .filter(dossier -> dossier.hypothesis().needsBuild())
                .isPresent();
        return new Comparing(cycle.setup().builder(), isCode);
    }

    /** Returns the declared rules; none for a trial of a family whose unchanged output differs from run to run. */
    private List<OutputRule> rules(RunPlan plan, Optional<JobSpec> job) {
        boolean reproducible = cycle.view()
                .family(plan.family())
                .flatMap(Family::outputReproducible)
                .orElse(true);
        return reproducible || plan.purpose() == RunPurpose.NOISE
                ? job.map(JobSpec::outputs).orElse(List.of())
                : List.of();
    }

    private void end(Run run, RunState state, String reason) {
        List<Entry> entries =
                new ArrayList<>(List.of(new Entry.RunEnded(run.plan().key(), state, reason)));
        entries.addAll(accounts.unmeasured(run));
        cycle.commit(entries);
    }

    /** Returns whether it is over because it is not finished within its deadline. */
    private boolean expire(Run run) {
        Duration deadline = accounts.deadline(run.plan().family());
        boolean isOver = cycle.now().isAfter(run.intendedAt().plus(deadline));
        if (isOver) {
            cycle.isolated(
                    run.plan().family(), () -> scheduler.cancel(run.worker().orElseThrow()));
            end(run, RunState.LOST, "not finished within " + deadline);
        }
        return isOver;
    }
}
