package dev.amdahl.core.internal.loop;

import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.advice.RuleAdvisor;
import dev.amdahl.core.internal.loop.dispatch.Dispatch;
import dev.amdahl.core.internal.loop.propose.Hypothesize;
import dev.amdahl.core.internal.loop.propose.Submit;
import dev.amdahl.core.internal.loop.screen.ContextChange;
import dev.amdahl.core.internal.loop.verify.Collect;
import dev.amdahl.core.internal.loop.verify.Compare;
import dev.amdahl.core.internal.loop.verify.Waiting;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.OutputRule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;

/** One cycle over a ledger in memory, of a loop that measures no evidence and no noise: what a test constructs a step with. */
public final class CycleFixture implements AutoCloseable {
    public static final String EVAL = "eval";
    public static final LoopPolicy POLICY = LoopPolicy.DEFAULT.toBuilder()
            .evidenceRuns(0, Duration.ofDays(14))
            .noiseTrials(0)
            .confirmationPause(Duration.ZERO)
            .build();

    public final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
    public final ScriptedGate gate = new ScriptedGate();
    public final HoldingScheduler scheduler;
    public final RunAccounts accounts;
    public final RetainEvidence evidence;
    public final Dispatch dispatch;
    private final Ledger ledger;
    private final Lease lease;
    private final Cycle cycle;

    /** A cycle of a loop on a job with one lever, whose value 4 saves thirty percent. */
    public CycleFixture() {
        this(POLICY, CycleFixture::measured, job("4"));
    }

    public CycleFixture(LoopPolicy policy, Function<ArmRequest, ArmResult> script, JobSpec... jobs) {
        this(policy, script, new RuleAdvisor(IdeaCatalogue.shipped()), jobs);
    }

    public CycleFixture(LoopPolicy policy, Function<ArmRequest, ArmResult> script, Advisor advisor, JobSpec... jobs) {
        scheduler = new HoldingScheduler(script);
        ledger = Ledger.open("jdbc:h2:mem:" + UUID.randomUUID(), clock);
        lease = ledger.acquire("test", Duration.ofDays(1000));
        cycle = cycle(policy, List.of(jobs), advisor);
        accounts = new RunAccounts(cycle);
        evidence = new RetainEvidence(cycle);
        dispatch = new Dispatch(cycle, accounts);
        List.of(jobs).forEach(job -> new ContextChange(cycle).take(job));
    }

    private Cycle cycle(LoopPolicy policy, List<JobSpec> jobs, Advisor advisor) {
        return new Cycle(
                new LoopSetup(
                        jobs,
                        Optional.empty(),
                        Optional.empty(),
                        scheduler,
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(advisor),
                        List.of(),
                        List.of(),
                        gate,
                        policy,
                        Budget.UNLIMITED,
                        clock,
                        Path.of("unused"),
                        new CpuResampler(1)),
                lease,
                ledger.view(),
                new Announcer(List.of()));
    }

    public Cycle cycle() {
        return cycle;
    }

    /** A later cycle of the same ledger, of a loop that declares no job. */
    public Cycle undeclared() {
        return cycle(POLICY, List.of(), briefing -> List.of());
    }

    /** A job that sets its workers to one of these values. */
    public static JobSpec job(String... workers) {
        return JobSpec.builder(EVAL, List.of("train"))
                .accelerators(new Accelerators("h200", 1))
                .runsPerWeek(700)
                .schedulerSettings(Map.of("slurm.account", "ml"))
                .outputs(List.of(new OutputRule("out.json", new OutputRule.Exact())))
                .levers(List.of(new Lever(
                        "workers",
                        new LeverSetting.Environment("WORKERS"),
                        "0",
                        List.of(workers),
                        List.of(Bottleneck.INPUT_STARVATION),
                        Optional.empty())))
                .build();
    }

    /** Ten seconds with noise of one percent; seven with four workers. */
    public static ArmResult measured(ArmRequest arm) {
        double seconds = isChanged(arm) ? 7 : 10;
        SplittableRandom random = new SplittableRandom(Objects.hash(arm.seed(), arm.name(), seconds));
        return ArmResult.succeeded(arm.name(), seconds * Math.exp(.01 * random.nextGaussian()))
                .work(1000)
                .digest("out.json", "same")
                .covariate(Covariate.LOAD_1M, 1);
    }

    /** Whether an arm runs with four workers. */
    public static boolean isChanged(ArmRequest arm) {
        return "4".equals(arm.environment().get("WORKERS"));
    }

    /** A pair of the unchanged job with itself. */
    public RunPlan noise(int index) {
        JobSpec job = cycle.setup().jobs().get(0);
        return accounts.plan(
                job,
                new RunPlan(
                        Measurements.key(job, RunPurpose.NOISE, index),
                        RunPurpose.NOISE,
                        EVAL,
                        "",
                        0,
                        index,
                        1,
                        false,
                        index,
                        0));
    }

    public Collect collect() {
        return new Collect(cycle, accounts, dispatch, evidence, new Waiting());
    }

    public Submit submit() {
        return new Submit(cycle, accounts, dispatch, evidence);
    }

    /** What the rules propose for the jobs is entered. */
    public CycleFixture proposed() {
        new Hypothesize(cycle).run(cycle.setup().jobs());
        return this;
    }

    /** Trials are submitted, collected and compared, so many times. */
    public CycleFixture tested(int trials) {
        for (int i = 0; i < trials; i++) {
            clock.advance(Duration.ofSeconds(30));
            submit().run();
            collect().run();
            new Compare(cycle).run();
        }
        return this;
    }

    /** The only hypothesis. */
    public Dossier dossier() {
        List<Dossier> dossiers = cycle.view().dossiers();
        if (dossiers.size() != 1) {
            throw new AssertionError(dossiers.size() + " hypotheses");
        }
        return dossiers.get(0);
    }

    @Override
    public void close() {
        lease.close();
        ledger.close();
    }
}
