package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.roi.Amounts;
import dev.amdahl.core.roi.Balance;
import dev.amdahl.core.roi.Budget;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What runs may cost. A run sets aside what its arms hold at most: each arm is killed at a time limit that goes with the plan, so
 * none can hold more than was set aside for it. Stateless.
 */
public final class Spending {
    /** What an arm may hold beyond its limit, until it is killed and its end is measured. */
    static final Duration GRACE = Duration.ofSeconds(6);

    private static final double SLOWER = 10;
    private static final double SHORTEST = 30;

    private Spending() {}

    /** Records a changed budget, books runs and calls that ended without a booking, and says what is nearly spent. */
    public static void open(Cycle cycle) {
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
        now(cycle).alerts().forEach(cycle::note);
    }

    /** Why so much more may not be set aside now; empty if it may. */
    public static Optional<String> refusal(Cycle cycle, Amounts more) {
        return now(cycle).refusal(more);
    }

    private static Balance now(Cycle cycle) {
        return cycle.view().balance().on(LocalDate.ofInstant(cycle.now(), ZoneOffset.UTC));
    }

    /** A plan that sets aside what its arms hold at most, under a limit that rests on the newest measured run of the family. */
    public static RunPlan plan(Cycle cycle, JobSpec job, RunPlan plan) {
        double declared = job.timeLimit().orElse(cycle.policy().timeLimit()).toMillis() / 1000.0;
        OptionalDouble wall = cycle.view().recentRuns(job.family()).stream()
                .flatMap(run -> run.result().stream())
                .filter(result -> result.arms().stream().allMatch(arm -> arm.isSuccess()))
                .mapToDouble(result -> result.arms().stream()
                        .mapToDouble(arm -> arm.wallSeconds().orElse(0))
                        .max()
                        .orElse(0))
                .filter(seconds -> seconds > 0)
                .reduce((earlier, later) -> later);
        double limit = wall.isPresent()
                ? Math.min(declared, Math.max(SHORTEST, Math.ceil(SLOWER * wall.getAsDouble())))
                : declared;
        return new RunPlan(
                plan.key(),
                plan.purpose(),
                plan.family(),
                plan.hypothesis(),
                plan.set(),
                plan.index(),
                plan.attempt(),
                plan.isVariantFirst(),
                plan.seed(),
                arms(plan) * job.accelerators().count() * (limit + GRACE.toSeconds()),
                OptionalDouble.of(limit),
                job.price()
                        .map(Price::perAcceleratorHour)
                        .map(OptionalDouble::of)
                        .orElse(OptionalDouble.empty()));
    }

    /** Why a plan sets aside as much as it does, and which setting would make it less. */
    public static String explained(Cycle cycle, RunPlan plan) {
        Optional<JobSpec> job = cycle.setup().job(plan.family());
        if (job.isEmpty() || plan.limitSeconds().isEmpty()) {
            return "";
        }
        double limit = plan.limitSeconds().getAsDouble();
        Duration declared = job.get().timeLimit().orElse(cycle.policy().timeLimit());
        String from = limit < declared.toMillis() / 1000.0
                ? "ten times its newest measured arm, or " + (int) SHORTEST + " s; a lower time_limit asks for less"
                : job.get().timeLimit().isPresent()
                        ? "its time_limit; a lower one asks for less"
                        : "the default, as it declares no time_limit; a lower one asks for less";
        return String.format(
                Locale.ROOT,
                "; a run of %s sets aside %d arm(s) x %d accelerator(s) x (%.0f + %d s), where %.0f s is %s",
                plan.family(),
                arms(plan),
                job.get().accelerators().count(),
                limit,
                GRACE.toSeconds(),
                limit,
                from);
    }

    private static int arms(RunPlan plan) {
        return plan.purpose() == RunPurpose.EVIDENCE ? 1 : 2;
    }

    /** When an arm of the plan is killed. */
    public static Duration limit(RunPlan plan, JobSpec job, LoopPolicy policy) {
        return plan.limitSeconds().isPresent()
                ? Duration.ofMillis(Math.round(1000 * plan.limitSeconds().getAsDouble()))
                : job.timeLimit().orElse(policy.timeLimit());
    }

    /**
     * Books a run that ended without a measurement and may have held its accelerators from the start: what was set aside, or the
     * time since its intent where that is less.
     */
    public static List<Entry> unmeasured(Cycle cycle, Run run) {
        Duration elapsed = Duration.between(run.intendedAt(), cycle.now());
        double accelerators = cycle.setup()
                .job(run.plan().family())
                .map(job -> job.accelerators().count())
                .orElse(Integer.MAX_VALUE);
        double most = run.plan().reservedSeconds();
        return booking(
                run.plan(), elapsed.isNegative() ? most : Math.min(most, accelerators * elapsed.toMillis() / 1000.0));
    }

    /** Books what a run held: what was set aside at most, the rest as overrun. */
    public static List<Entry> booking(RunPlan plan, double seconds) {
        String key = plan.key();
        double within = Math.min(seconds, plan.reservedSeconds());
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.Spent(
                key,
                plan.purpose() == RunPurpose.EVIDENCE
                        ? Cost.Kind.EVIDENCE_ACCELERATOR_SECONDS
                        : Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS,
                within));
        if (seconds > within) {
            entries.add(new Entry.Spent(key, Cost.Kind.OVERRUN_ACCELERATOR_SECONDS, seconds - within));
        }
        return entries;
    }
}
