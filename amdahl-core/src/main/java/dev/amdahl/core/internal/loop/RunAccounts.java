package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.budget.Amounts;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.FieldTrials;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What runs may cost, and what they did. A run sets aside what its arms hold at most: each arm is killed at a time limit that goes with the plan, so
 * none can hold more than was set aside for it.
 */
public final class RunAccounts {
    /** What an arm may hold beyond its limit, until it is killed and its end is measured. */
    static final Duration GRACE = Duration.ofSeconds(6);

    private static final double SLOWER = 10;
    private static final double MIN_LENGTH = 30;

    private final Cycle cycle;

    /** Accounts of the runs of one cycle. */
    public RunAccounts(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Records a changed budget, books runs and calls that ended without a booking, and says what is nearly spent. */
    public void open() {
        Budget budget = cycle.setup().budget();
        if (!cycle.view().balance().budget().equals(budget)) {
            cycle.commit(new Entry.BudgetSet(budget));
        }
        for (String key : List.copyOf(cycle.view().reservations().keySet())) {
            cycle.view()
                    .run(key)
                    .filter(run -> !run.state().isInFlight() && run.state() != RunState.UNKNOWN_SUBMISSION)
                    .ifPresent(run -> cycle.commit(booking(
                            run.plan(),
                            run.result()
                                    .map(result -> result.acceleratorSeconds())
                                    .orElse(run.plan().reservedSeconds()))));
        }
        cycle.calls().settleUnknown();
        now().alerts().forEach(cycle::note);
    }

    /** Returns why so much more may not be set aside now; empty if it may. */
    public Optional<String> refusal(Amounts more) {
        return now().refusal(more);
    }

    private Balance now() {
        return cycle.view().balance().on(LocalDate.ofInstant(cycle.now(), ZoneOffset.UTC));
    }

    /**
     * Returns a plan that sets aside what its arms hold at most. They are killed at the limit that the job declares; one that declares none, and was
     * measured as it is now, at ten times its slowest arm, until that has killed one.
     */
    public RunPlan plan(JobSpec job, RunPlan plan) {
        double limit =
                job.timeLimit().map(declared -> declared.toMillis() / 1000.0).orElseGet(() -> measuredLimit(job));
        int held = plan.accelerators().orElseGet(() -> {
            Incumbents incumbents = new Incumbents(cycle.view());
            return Allocation.count(job, incumbents.changes(incumbents.of(job.family())));
        });
        double reserved = plan.runs() == Design.FIELD ? 0 : arms(plan) * held * (limit + GRACE.toSeconds());
        RunPlan priced = plan.within(
                reserved,
                limit,
                job.price()
                        .map(price -> OptionalDouble.of(price.perAcceleratorHour()))
                        .orElse(OptionalDouble.empty()),
                cycle.setup().scheduler().name());
        return held == job.accelerators().count() ? priced : priced.holding(held);
    }

    private double measuredLimit(JobSpec job) {
        double longest = cycle.policy().timeLimit().toMillis() / 1000.0;
        Instant since = cycle.view()
                .family(job.family())
                .flatMap(family -> family.context().measuredSince())
                .orElse(Instant.MIN);
        List<ArmResult> arms = cycle.view().recentRuns(job.family()).stream()
                .filter(run -> !run.intendedAt().isBefore(since))
                .flatMap(run -> run.result().stream())
                .flatMap(result -> result.arms().stream())
                .toList();
        double slowest = arms.stream()
                .filter(ArmResult::isSuccess)
                .mapToDouble(arm -> arm.wallSeconds().orElse(0))
                .max()
                .orElse(0);
        return slowest == 0 || arms.stream().anyMatch(ArmResult::isTimedOut)
                ? longest
                : Math.min(longest, Math.max(MIN_LENGTH, Math.ceil(SLOWER * slowest)));
    }

    /** Returns why a plan sets aside as much as it does, and which setting would make it less. */
    public String explained(RunPlan plan) {
        Optional<JobSpec> job = cycle.setup().job(plan.family());
        if (job.isEmpty() || plan.limitSeconds().isEmpty()) {
            return "";
        }
        double limit = plan.limitSeconds().getAsDouble();
        Duration declared = job.get().timeLimit().orElse(cycle.policy().timeLimit());
        String from = limit < declared.toMillis() / 1000.0
                ? "ten times its slowest measured arm, or " + (int) MIN_LENGTH + " s; a lower time_limit asks for less"
                : job.get().timeLimit().isPresent()
                        ? "its time_limit; a lower one asks for less"
                        : "the default, as it declares no time_limit; a lower one asks for less";
        return String.format(
                Locale.ROOT,
                "; a run of %s sets aside %d arm(s) x %d accelerator(s) x (%.0f + %d s), where %.0f s is %s",
                plan.family(),
                arms(plan),
                plan.accelerators().orElse(job.get().accelerators().count()),
                limit,
                GRACE.toSeconds(),
                limit,
                from);
    }

    /** Returns the warm-up of a host that may be cold is an arm too. */
    private int arms(RunPlan plan) {
        boolean isWarmUp = plan.purpose() == RunPurpose.TRIAL && plan.index() == 0;
        boolean mayWarmUp = cycle.setup().scheduler().isCluster() && !isWarmUp && plan.runs() != Design.WINDOWS;
        return expected(plan) + (mayWarmUp && !plan.purpose().isTraced() ? 1 : 0);
    }

    /** Returns how many arms a planned run has. */
    public int expected(RunPlan plan) {
        return plan.purpose().isTraced() || plan.runs() == Design.WINDOWS || isSeparate(plan) ? 1 : 2;
    }

    private boolean isSeparate(RunPlan plan) {
        return cycle.setup()
                .job(plan.family())
                .filter(job -> Allocation.isSeparate(job, cycle.view(), plan))
                .isPresent();
    }

    /** Returns when an arm of the plan is killed. */
    public Duration limit(RunPlan plan) {
        return limit(plan, cycle.setup().job(plan.family()).flatMap(JobSpec::timeLimit), cycle.policy());
    }

    /** Returns when an arm of the plan is killed. */
    public static Duration limit(RunPlan plan, Optional<Duration> declared, LoopPolicy policy) {
        return plan.limitSeconds().isPresent()
                ? Duration.ofMillis(Math.round(1000 * plan.limitSeconds().getAsDouble()))
                : declared.orElse(policy.timeLimit());
    }

    /** Returns how long after its intent a run counts as lost. */
    public Duration deadline(String family) {
        LoopPolicy policy = cycle.policy();
        Optional<JobSpec> job = cycle.setup().job(family);
        Duration usual = job.flatMap(JobSpec::timeLimit)
                .orElse(policy.timeLimit())
                .multipliedBy(4)
                .plus(policy.queueAllowance());
        return job.flatMap(JobSpec::field)
                .map(FieldTrials::within)
                .filter(within -> within.compareTo(usual) > 0)
                .orElse(usual);
    }

    /** Books what a run held: the whole allocation where the scheduler tells, else the arms, if all of them were measured. */
    public List<Entry> held(Run run, List<ArmResult> arms, int expected, OptionalDouble allocated) {
        Optional<JobSpec> job = cycle.setup().job(run.plan().family());
        boolean isMeasured = allocated.isPresent()
                || (arms.size() >= expected
                        && arms.stream().allMatch(arm -> arm.wallSeconds().isPresent()));
        return isMeasured ? booking(run.plan(), acceleratorSeconds(run.plan(), job, arms, allocated)) : unmeasured(run);
    }

    /** Returns the accelerator-seconds that a run held: of its whole allocation where the scheduler tells, and of its arms at least. */
    public static double acceleratorSeconds(
            RunPlan plan, Optional<JobSpec> job, List<? extends ArmResult> arms, OptionalDouble allocated) {
        double ofArms =
                arms.stream().mapToDouble(arm -> arm.wallSeconds().orElse(0)).sum();
        return plan.accelerators()
                        .orElse(job.map(spec -> spec.accelerators().count()).orElse(1))
                * Math.max(ofArms, allocated.orElse(0));
    }

    /**
     * Books a run that ended without a measurement and may have held its accelerators from the start: what was set aside, or the
     * time since its intent where that is less.
     */
    public List<Entry> unmeasured(Run run) {
        Duration elapsed = Duration.between(run.intendedAt(), cycle.now());
        double accelerators = cycle.setup()
                .job(run.plan().family())
                .map(job -> Allocation.held(job, run.plan()).count())
                .orElse(Integer.MAX_VALUE);
        double most = run.plan().reservedSeconds();
        return booking(
                run.plan(), elapsed.isNegative() ? most : Math.min(most, accelerators * elapsed.toMillis() / 1000.0));
    }

    private static Cost.Kind kind(RunPlan plan) {
        if (plan.isPlanted()) {
            return Cost.Kind.CALIBRATION_ACCELERATOR_SECONDS;
        }
        return plan.purpose().isTraced()
                ? Cost.Kind.EVIDENCE_ACCELERATOR_SECONDS
                : Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS;
    }

    /** Books so many seconds of a run: what was set aside at most, the rest as overrun; nothing of runs that somebody else pays for. */
    public static List<Entry> booking(RunPlan plan, double held) {
        String key = plan.key();
        double seconds = plan.runs() == Design.FIELD ? 0 : held;
        double within = Math.min(seconds, plan.reservedSeconds());
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.Spent(key, kind(plan), within));
        if (seconds > within) {
            entries.add(new Entry.Spent(key, Cost.Kind.OVERRUN_ACCELERATOR_SECONDS, seconds - within));
        }
        return entries;
    }
}
