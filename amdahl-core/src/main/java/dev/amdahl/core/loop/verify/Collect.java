package dev.amdahl.core.loop.verify;

import dev.amdahl.core.crash.FailPoint;
import dev.amdahl.core.crash.FailPoints;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunResult;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.Cycle;
import dev.amdahl.core.loop.Keep;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.Metrics;
import dev.amdahl.core.loop.Spending;
import dev.amdahl.core.loop.dispatch.Dispatch;
import dev.amdahl.core.observe.LogContext;
import dev.amdahl.core.refute.output.OutputComparison;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmResult;
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

/** Brings the results of finished runs into the ledger, each exactly once. Stateless. */
public final class Collect {
    static final String RESULT_LOST = "the scheduler lost its result";

    /** Polls every run in flight; also finishes submissions that an earlier cycle began. */
    public void run(Cycle cycle) {
        collect(cycle);
        LateResults.keep(cycle);
    }

    private static void collect(Cycle cycle) {
        Spending.open(cycle);
        new Dispatch(cycle).recover();
        Map<WorkerRunId, Run> submitted = new HashMap<>();
        for (Run run : cycle.inFlight()) {
            run.worker().ifPresent(worker -> submitted.put(worker, run));
        }
        if (submitted.isEmpty()) {
            return;
        }
        Scheduler scheduler = cycle.setup().scheduler();
        Map<WorkerRunId, RunStatus> statuses = scheduler.poll(submitted.keySet());
        for (Run run : List.copyOf(submitted.values())) {
            RunStatus status = statuses.getOrDefault(run.worker().orElseThrow(), RunStatus.UNKNOWN);
            LogContext.during(run.plan(), () -> collect(cycle, run, status));
        }
    }

    private static void collect(Cycle cycle, Run run, RunStatus status) {
        switch (status) {
            case DONE -> {
                FailPoints.hit(FailPoint.V1);
                fetch(cycle, run);
            }
            case INFRA_FAILED -> end(cycle, run, RunState.INFRA_FAILED, lost(cycle, run));
            case CANCELLED -> end(cycle, run, RunState.CANCELLED, "cancelled at the scheduler");
            case QUEUED, RUNNING, UNKNOWN -> expire(cycle, run);
        }
    }

    private static String lost(Cycle cycle, Run run) {
        return cycle.setup()
                .scheduler()
                .reason(run.worker().orElseThrow())
                .map(reason -> RESULT_LOST + ": " + reason)
                .orElse(RESULT_LOST);
    }

    /** A result that cannot be read now is asked for again until its deadline, and holds up no other. */
    private static void fetch(Cycle cycle, Run run) {
        TrialResult result;
        try {
            result = cycle.setup().scheduler().collect(run.worker().orElseThrow());
            requireOwn(run, result);
        } catch (AmdahlException unreadable) {
            cycle.note("the result of " + run.plan().key() + " is not there yet: " + unreadable.getMessage());
            expire(cycle, run);
            return;
        }
        collect(cycle, run, result);
    }

    private static void requireOwn(Run run, TrialResult result) {
        if (!result.key().equals(run.plan().key())) {
            throw new AmdahlException(
                    ErrorCategory.TRANSIENT, "the scheduler delivered the result of " + result.key() + " for it");
        }
    }

    private static void collect(Cycle cycle, Run run, TrialResult result) {
        int expected = run.plan().purpose() == RunPurpose.EVIDENCE ? 1 : 2;
        if (result.voidReason().isPresent() || result.arms().size() < expected) {
            String reason = result.voidReason().orElse("one arm is missing");
            List<Entry> entries =
                    new ArrayList<>(List.of(new Entry.RunEnded(run.plan().key(), RunState.INFRA_FAILED, reason)));
            entries.addAll(held(cycle, run, result.arms(), expected));
            cycle.commit(entries);
            return;
        }
        RunResult recorded = recorded(cycle, run, result);
        List<Entry> entries =
                new ArrayList<>(List.of(new Entry.RunCollected(run.plan().key(), recorded)));
        if (run.plan().purpose() == RunPurpose.EVIDENCE) {
            cycle.setup()
                    .job(run.plan().family())
                    .ifPresent(spec -> entries.addAll(
                            Keep.entries(cycle, spec, run, recorded.arms().get(0))));
        }
        entries.addAll(held(cycle, run, result.arms(), expected));
        cycle.commit(entries);
        FailPoints.hit(run.plan().purpose() == RunPurpose.EVIDENCE ? FailPoint.P6 : FailPoint.V3);
    }

    /** What a run came to, derived from what the scheduler delivered of it. */
    static RunResult recorded(Cycle cycle, Run run, TrialResult result) {
        Optional<JobSpec> job = cycle.setup().job(run.plan().family());
        List<RecordedArm> arms = result.arms().stream().map(RecordedArm::of).toList();
        double seconds = acceleratorSeconds(job, arms);
        boolean isPair = run.plan().purpose() != RunPurpose.EVIDENCE
                && arms.size() > 1
                && result.voidReason().isEmpty();
        return isPair
                ? paired(cycle, run.plan(), job, result.host(), arms, seconds)
                : new RunResult(result.host(), arms, OptionalDouble.empty(), List.of(), result.voidReason(), seconds);
    }

    /** What it cost: measured, if all of its arms were. */
    private static List<Entry> held(Cycle cycle, Run run, List<ArmResult> arms, int expected) {
        Optional<JobSpec> job = cycle.setup().job(run.plan().family());
        boolean isMeasured = arms.size() >= expected
                && arms.stream().allMatch(arm -> arm.wallSeconds().isPresent());
        return isMeasured
                ? Spending.booking(run.plan(), acceleratorSeconds(job, arms))
                : Spending.unmeasured(cycle, run);
    }

    private static double acceleratorSeconds(Optional<JobSpec> job, List<? extends ArmResult> arms) {
        return job.map(spec -> spec.accelerators().count()).orElse(1)
                * arms.stream().mapToDouble(arm -> arm.wallSeconds().orElse(0)).sum();
    }

    private static RunResult paired(
            Cycle cycle, RunPlan plan, Optional<JobSpec> job, String host, List<RecordedArm> arms, double seconds) {
        RecordedArm baseline = arms.get(plan.isVariantFirst() ? 1 : 0);
        RecordedArm variant = arms.get(plan.isVariantFirst() ? 0 : 1);
        MetricSpec metric = cycle.view()
                .dossier(plan.hypothesis())
                .flatMap(Dossier::experiment)
                .map(experiment -> experiment.plan().metric())
                .or(() -> job.map(JobSpec::metric))
                .orElse(MetricSpec.ACCELERATOR_SECONDS);
        int accelerators = job.map(spec -> spec.accelerators().count()).orElse(1);
        List<String> mismatches = baseline.isSuccess() && variant.isSuccess()
                ? OutputComparison.compare(baseline, variant, rules(cycle, plan, job)).stream()
                        .map(mismatch -> mismatch.rule().path())
                        .toList()
                : List.of();
        Optional<Health.Unhealthy> unhealthy = plan.purpose() == RunPurpose.TRIAL && plan.index() == 0
                ? Optional.empty()
                : Health.of(cycle.view(), plan.family())
                        .examine(arms.stream().map(RecordedArm::covariates).toList());
        return new RunResult(
                host,
                arms,
                Metrics.logRatio(metric, baseline, variant, accelerators),
                mismatches,
                unhealthy.map(Health.Unhealthy::reason),
                seconds,
                unhealthy.map(Health.Unhealthy::arms).orElse(List.of()));
    }

    /** The declared rules; none for a trial of a family whose unchanged output differs from run to run. */
    private static List<OutputRule> rules(Cycle cycle, RunPlan plan, Optional<JobSpec> job) {
        boolean reproducible = cycle.view()
                .family(plan.family())
                .flatMap(Family::outputReproducible)
                .orElse(true);
        return reproducible || plan.purpose() == RunPurpose.NOISE
                ? job.map(JobSpec::outputs).orElse(List.of())
                : List.of();
    }

    private static void end(Cycle cycle, Run run, RunState state, String reason) {
        List<Entry> entries =
                new ArrayList<>(List.of(new Entry.RunEnded(run.plan().key(), state, reason)));
        entries.addAll(Spending.unmeasured(cycle, run));
        cycle.commit(entries);
    }

    private static void expire(Cycle cycle, Run run) {
        Duration deadline = deadline(cycle, run.plan().family());
        if (cycle.now().isAfter(run.intendedAt().plus(deadline))) {
            cycle.setup().scheduler().cancel(run.worker().orElseThrow());
            end(cycle, run, RunState.LOST, "not finished within " + deadline);
        }
    }

    /** How long after its intent a run counts as lost. */
    static Duration deadline(Cycle cycle, String family) {
        LoopPolicy policy = cycle.policy();
        return cycle.setup()
                .job(family)
                .flatMap(JobSpec::timeLimit)
                .orElse(policy.timeLimit())
                .multipliedBy(4)
                .plus(policy.queueAllowance());
    }
}
