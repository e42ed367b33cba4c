package dev.amdahl.core;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Announcer;
import dev.amdahl.core.internal.loop.Cancel;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.LogContext;
import dev.amdahl.core.internal.loop.LoopSetup;
import dev.amdahl.core.internal.loop.RetainEvidence;
import dev.amdahl.core.internal.loop.RunAccounts;
import dev.amdahl.core.internal.loop.Steer;
import dev.amdahl.core.internal.loop.dispatch.Dispatch;
import dev.amdahl.core.internal.loop.dispatch.FieldDesk;
import dev.amdahl.core.internal.loop.dream.Inject;
import dev.amdahl.core.internal.loop.dream.Search;
import dev.amdahl.core.internal.loop.propose.Forecast;
import dev.amdahl.core.internal.loop.propose.Hypothesize;
import dev.amdahl.core.internal.loop.propose.Plant;
import dev.amdahl.core.internal.loop.propose.Profile;
import dev.amdahl.core.internal.loop.propose.ProfilerCaptures;
import dev.amdahl.core.internal.loop.propose.Scan;
import dev.amdahl.core.internal.loop.propose.Submit;
import dev.amdahl.core.internal.loop.verify.Collect;
import dev.amdahl.core.internal.loop.verify.Compare;
import dev.amdahl.core.internal.loop.verify.Expire;
import dev.amdahl.core.internal.loop.verify.HoldBack;
import dev.amdahl.core.internal.loop.verify.Promote;
import dev.amdahl.core.internal.loop.verify.PromotionRecheck;
import dev.amdahl.core.internal.loop.verify.Refute;
import dev.amdahl.core.internal.loop.verify.Tidy;
import dev.amdahl.core.internal.loop.verify.Waiting;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerImport;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.LoopListener;
import dev.amdahl.core.loop.LoopPlan;
import dev.amdahl.core.loop.Step;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Assignment;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.ScheduledRuns;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The loop: finds the job that wastes the most accelerator time, proposes changes, proves or refutes them on the host's scheduler,
 * and writes every verdict into the ledger. Keeps nothing between two cycles but the watches on running jobs, and which runs their
 * scheduler has lately not known; two loops on one ledger take turns by its lease. Not thread-safe.
 */
public final class AmdahlLoop {
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** Before a scheduler that did not answer is asked again. */
    private static final Duration TICK = Duration.ofSeconds(1);

    private static final AtomicLong LOOPS = new AtomicLong();

    private final String name;
    private final Ledger ledger;
    private final LoopSetup setup;
    private final ProfilerCaptures watches;
    private final Waiting waiting;
    private final Tidy tidy;
    private final List<LoopListener> listeners;

    AmdahlLoop(Ledger ledger, LoopSetup setup, List<LoopListener> listeners) {
        this(newName(), ledger, setup, new ProfilerCaptures(), new Waiting(), new Tidy(), listeners);
    }

    private AmdahlLoop(
            String name,
            Ledger ledger,
            LoopSetup setup,
            ProfilerCaptures watches,
            Waiting waiting,
            Tidy tidy,
            List<LoopListener> listeners) {
        this.name = name;
        this.ledger = ledger;
        this.setup = setup;
        this.watches = watches;
        this.waiting = waiting;
        this.tidy = tidy;
        this.listeners = List.copyOf(listeners);
    }

    /** Starts to put a loop together over a ledger. */
    public static AmdahlLoopBuilder builder(Ledger ledger) {
        return new AmdahlLoopBuilder(ledger);
    }

    /**
     * This loop over its ledger opened again, with the watches on running jobs handed on, for a host that closes the ledger between
     * passes. The old one is not to be used any more.
     */
    public AmdahlLoop withLedger(Ledger reopened) {
        return new AmdahlLoop(name, reopened, setup, watches, waiting, tidy, listeners);
    }

    /**
     * Returns what a loop would run until nothing is left to do, as far as its ledger tells. Works on a copy of the ledger in memory: nothing
     * is submitted, and no ledger is written or made. Advisors and the fleet of the loop are asked.
     *
     * @param url of the ledger, as {@link Ledger#open} takes it; where there is none yet, nothing is known
     * @param clock of the copy
     * @param assumed how long a run takes that nobody has measured; empty takes its limit as a bound
     * @param assembly builds the loop over the copy
     */
    public static LoopPlan plan(
            Optional<String> url, Clock clock, Optional<Duration> assumed, Function<Ledger, AmdahlLoop> assembly) {
        try (Ledger copy = Ledger.open("jdbc:h2:mem:plan-" + LOOPS.incrementAndGet(), clock)) {
            url.ifPresent(there -> LedgerImport.copy(there, copy));
            AmdahlLoop loop = assembly.apply(copy);
            Announcer announcer = new Announcer(List.of());
            try (Lease lease = loop.acquire(announcer)) {
                return new Forecast(new Cycle(loop.setup, lease, copy.view(), announcer), assumed).run();
            }
        }
    }

    LoopSetup setup() {
        return setup;
    }

    /** No two loops on any host hold a lease by one name. */
    private static String newName() {
        return "amdahl-loop " + LOOPS.incrementAndGet() + " of "
                + ManagementFactory.getRuntimeMXBean().getName();
    }

    /**
     * Returns one pass: verify what runs, dream, propose and submit within the budget. Returns at once; trials go on. Kill it whenever you
     * like: the next pass goes on from the ledger. What goes wrong with one family, or in a plugin, is a fault in the report and stops
     * nothing else.
     *
     * @throws dev.amdahl.spi.AmdahlException if the ledger is held by another cycle or cannot be written
     */
    public CycleReport runCycle() {
        return pass(cycle -> {
            verify(cycle);
            dream(cycle);
            propose(cycle);
            watch(cycle);
        });
    }

    /**
     * Ends a hypothesis on a person's word: its runs in flight are stopped at the scheduler, and who and why are recorded.
     *
     * @throws dev.amdahl.core.ledger.entry.IllegalMoveException if it has ended already; nothing was written
     * @throws IllegalArgumentException if the ledger has no such hypothesis, or nobody says who or why
     */
    public CycleReport cancel(String id, String by, String reason) {
        return pass(cycle -> cycle.step(Step.CANCEL, () -> new Cancel(cycle).run(id, by, reason)));
    }

    /**
     * Leaves a note on a hypothesis that has not ended, for people: {@link dev.amdahl.core.ledger.view.Dossier#steering} has it, no briefing of
     * a model does, and nothing follows from it. Secrets are taken out.
     *
     * @throws dev.amdahl.spi.InvalidInputException if the ledger has no such hypothesis or it has ended, if nobody says who, or if the text is
     *     empty or has more than {@link dev.amdahl.core.ledger.view.Dossier.Steering#MAX_CHARACTERS} characters; nothing was written
     */
    public CycleReport note(String id, String by, String text) {
        return pass(cycle -> cycle.step(Step.STEER, () -> new Steer(cycle, id, by).note(text)));
    }

    /**
     * Sets whether the experiment of a hypothesis that has not ended is opened before those of others: 0 as usual, by expected value an hour;
     * those with a higher priority first, those with one below 0 last. What is being built or tested already goes on.
     *
     * @throws dev.amdahl.spi.InvalidInputException if the ledger has no such hypothesis or it has ended, if nobody says who, or if the priority
     *     is beyond {@link dev.amdahl.core.ledger.view.Dossier.Steering#MAX_PRIORITY} or its negative; nothing was written
     */
    public CycleReport prioritize(String id, String by, int priority) {
        return pass(cycle -> cycle.step(Step.STEER, () -> new Steer(cycle, id, by).prioritize(priority)));
    }

    /**
     * Returns what a run that the host schedules is started with: settings of the incumbent, or of one arm of a pair where the job declares
     * {@link JobSpec#field}. The same each time the run asks, durable before this returns. Waits for nothing, never fails, and may be called by
     * any thread and beside a cycle: what keeps it from answering starts the run as usual.
     */
    public Assignment assign(String family, String runId) {
        return setup.field().map(field -> field.runs().assign(family, runId)).orElse(Assignment.usual());
    }

    /**
     * Records how a run went that was assigned. May be called by any thread.
     *
     * @param result without a name; without seconds, those since the assignment count, by the uptime of its host
     * @return why no seconds are known; empty if they are
     * @throws dev.amdahl.spi.InvalidInputException if it cannot count; see {@link ScheduledRuns#outcome}
     */
    public Optional<String> outcome(String runId, ArmResult result) {
        return setup.field()
                .orElseThrow(() -> new InvalidInputException(
                        "run '" + runId + "'",
                        "no job of this loop tries changes in its scheduled runs",
                        "declare field in a JobSpec"))
                .runs()
                .outcome(runId, result);
    }

    private CycleReport pass(Consumer<Cycle> steps) {
        Announcer announcer = new Announcer(listeners);
        try (Lease lease = acquire(announcer)) {
            FailPoints.hit(FailPoint.LEASE_TAKEN);
            Cycle cycle = new Cycle(setup, lease, ledger.view(), announcer);
            LogContext.with(LogContext.CYCLE, cycle.id(), () -> cycle.run(steps));
            return CycleReport.of(cycle);
        }
    }

    private Lease acquire(Announcer announcer) {
        try {
            return ledger.acquire(name, LEASE);
        } catch (AmdahlException refused) {
            announcer.refused(refused);
            throw refused;
        }
    }

    private void verify(Cycle cycle) {
        RunAccounts accounts = new RunAccounts(cycle);
        Dispatch dispatch = new Dispatch(cycle, accounts);
        RetainEvidence evidence = new RetainEvidence(cycle);
        new FieldDesk(cycle).listen();
        cycle.step(Step.COLLECT, new Collect(cycle, accounts, dispatch, evidence, waiting)::run);
        watch(cycle);
        cycle.step(Step.WATCH, new PromotionRecheck(cycle)::run);
        cycle.step(Step.COMPARE, new Compare(cycle)::run);
        cycle.step(Step.REFUTE, new Refute(cycle)::run);
        cycle.step(Step.PROMOTE, new Promote(cycle, accounts)::run);
        cycle.step(Step.EXPIRE, new Expire(cycle, accounts)::run);
        cycle.step(Step.KEEP, evidence::run);
        cycle.isolated("tidy", () -> tidy.run(cycle));
    }

    private void watch(Cycle cycle) {
        cycle.isolated("watch", () -> watches.update(setup, cycle.inFlight()));
        for (RuntimeException failure : watches.takeFailures()) {
            cycle.isolated("watch", () -> {
                throw failure;
            });
        }
    }

    private static void dream(Cycle cycle) {
        cycle.step(Step.SEARCH, new Search(cycle)::run);
        cycle.step(Step.INJECT, new Inject(cycle)::run);
    }

    private static void propose(Cycle cycle) {
        RunAccounts accounts = new RunAccounts(cycle);
        Dispatch dispatch = new Dispatch(cycle, accounts);
        List<JobSpec> ranked = cycle.answer(Step.SCAN, List.of(), new Scan(cycle)::run);
        cycle.step(Step.PROFILE, () -> new Profile(cycle, accounts, dispatch).run(ranked));
        cycle.step(Step.HYPOTHESIZE, () -> new Hypothesize(cycle).run(ranked));
        cycle.isolated("calibration", new Plant(cycle)::run);
        new FieldDesk(cycle).prepare();
        cycle.step(Step.SUBMIT, new Submit(cycle, accounts, dispatch, new RetainEvidence(cycle))::run);
        cycle.isolated("held back", new HoldBack(cycle, accounts, dispatch)::run);
    }

    /**
     * Blocks until a run in flight may have ended, or the time is over; without runs in flight, only a moment; while none is known to
     * have been submitted, a second at most. The ledger may be closed by then.
     */
    public void await(Duration atMost) throws InterruptedException {
        List<Run> inFlight = setup.own(ledger.view().inFlight());
        Set<WorkerRunId> workers =
                inFlight.stream().flatMap(run -> run.worker().stream()).collect(Collectors.toSet());
        if (workers.isEmpty()) {
            pause(inFlight.isEmpty() ? PAUSE : TICK, atMost);
            return;
        }
        try {
            await(inFlight, workers, atMost);
        } catch (AmdahlException unanswered) {
            pause(TICK, atMost);
        }
    }

    private static void pause(Duration time, Duration atMost) throws InterruptedException {
        new CountDownLatch(1).await(Math.min(time.toMillis(), atMost.toMillis()), TimeUnit.MILLISECONDS);
    }

    private void await(List<Run> inFlight, Set<WorkerRunId> workers, Duration atMost) {
        Duration left = atMost;
        while (watches.isLate(inFlight) && left.compareTo(PAUSE) > 0 && isRunning(workers)) {
            setup.scheduler().await(workers, PAUSE);
            watches.update(setup, inFlight);
            left = left.minus(PAUSE);
        }
        setup.scheduler().await(workers, left);
    }

    private boolean isRunning(Set<WorkerRunId> workers) {
        return setup.scheduler().poll(workers).values().stream()
                .allMatch(status -> status == RunStatus.RUNNING || status == RunStatus.QUEUED);
    }
}
