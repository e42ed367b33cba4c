package dev.amdahl.examples.cli.run;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.Plugins;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.file.FreeSpace;
import dev.amdahl.core.ledger.file.LedgerBusyException;
import dev.amdahl.core.ledger.file.LedgerUnusableException;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.loop.Fault;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.roi.Budget;
import dev.amdahl.examples.jobs.ModelsFile;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.AnomalySource;
import dev.amdahl.spi.job.FleetSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The loop as the command line runs it: plugins by name, and cycles until there is nothing to do. A ledger in a file is open
 * while cycles run and closed while trials run, so that others may look at it or take their turn; where trials are short it is
 * closed in some of the waits only, since opening takes some tens of milliseconds. Not thread-safe.
 */
public final class LoopRun implements AutoCloseable {
    private static final long ROOM_BYTES = 64L << 20;
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration LONGEST_TICK = Duration.ofSeconds(15);
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(3);
    private static final long PAUSE_MILLIS = 200;

    /** How often a cycle is begun whose ledger went down under it. */
    private static final int REOPENINGS = 4;

    /** How often a cycle waits for somebody else who holds the ledger; each time is some seconds. */
    private static final int PATIENCE = 10;

    /** How long a cycle asks for its turn on a server. */
    private static final Duration TURN = Duration.ofMinutes(1);

    private final Setup setup;
    private final Clock clock;
    private final Scheduler scheduler;
    private final ReentrantLock turn = new ReentrantLock();
    /** What the last wait was for. */
    private String told = "";

    private Ledger ledger;
    private AmdahlLoop loop;
    private boolean isOpen = true;
    private List<Fault> faults = List.of();
    private Instant openedAt;

    private LoopRun(Setup setup, Clock clock, Scheduler scheduler, Ledger ledger, AmdahlLoop loop) {
        this.setup = setup;
        this.clock = clock;
        this.scheduler = scheduler;
        this.ledger = ledger;
        this.loop = loop;
        openedAt = clock.instant();
    }

    /**
     * What a run works with. Immutable.
     *
     * @param ledger its URL
     * @param isHeld whether the ledger stays open between cycles; one in memory must, one on a server may
     * @param jobs the declared jobs
     * @param scheduler which one, and how it is set up
     * @param policy what is done when
     * @param budget what may be spent
     * @param fleet what ran, where given
     * @param directory for plugins and captures
     * @param seed of what plugins draw
     * @param anomalies what is wrong with running jobs, where somebody watches
     * @param builder settings of the plugin that builds patches
     * @param models whom roles may ask; empty goes by rules alone
     * @param patience how long a server that went away is waited for
     * @param remarks hears of models that are left out, and of a server that went away
     */
    public record Setup(
            String ledger,
            boolean isHeld,
            List<JobSpec> jobs,
            SchedulerChoice scheduler,
            LoopPolicy policy,
            Budget budget,
            Optional<FleetSource> fleet,
            Path directory,
            long seed,
            Optional<AnomalySource> anomalies,
            Map<String, String> builder,
            Optional<ModelsFile> models,
            Duration patience,
            Consumer<String> remarks) {

        /** Where nobody watches running jobs, patches are built as usual, and no model is asked. */
        public Setup(
                String ledger,
                boolean isHeld,
                List<JobSpec> jobs,
                SchedulerChoice scheduler,
                LoopPolicy policy,
                Budget budget,
                Optional<FleetSource> fleet,
                Path directory,
                long seed) {
            this(
                    ledger,
                    isHeld,
                    jobs,
                    scheduler,
                    policy,
                    budget,
                    fleet,
                    directory,
                    seed,
                    Optional.empty(),
                    Map.of(),
                    Optional.empty(),
                    Duration.ZERO,
                    line -> {});
        }

        private Setup with(List<JobSpec> others) {
            return new Setup(
                    ledger, isHeld, others, scheduler, policy, budget, fleet, directory, seed, anomalies, builder,
                    models, patience, remarks);
        }
    }

    /** Opens the ledger and puts the loop together. */
    public static LoopRun open(Setup setup, Clock clock) throws IOException {
        return open(setup, view -> setup.jobs(), clock);
    }

    /** The same with jobs that depend on what the ledger holds. */
    public static LoopRun open(Setup given, Function<LedgerView, List<JobSpec>> jobs, Clock clock) throws IOException {
        Plugins plugins = Plugins.discover();
        Path own = given.directory();
        Scheduler scheduler = plugins.create(
                SchedulerFactory.class,
                given.scheduler().name(),
                PluginSettings.in(own.resolve(given.scheduler().name()), clock, given.seed())
                        .with(given.scheduler().settings()));
        Ledger ledger = Ledger.open(given.ledger(), clock);
        try {
            Setup setup = given.with(jobs.apply(ledger.view()));
            return new LoopRun(
                    setup, clock, scheduler, ledger, LoopAssembly.of(ledger, plugins, scheduler, setup, clock));
        } catch (IOException | RuntimeException e) {
            ledger.close();
            throw e;
        }
    }

    /** What it runs. */
    public List<JobSpec> jobs() {
        return setup.jobs();
    }

    /** What went wrong in the newest cycle and stopped nothing else. */
    public List<Fault> faults() {
        return faults;
    }

    /** The ledger as this run last saw it. */
    public LedgerView view() {
        return ledger.view();
    }

    /**
     * One cycle. After a commit that failed, the ledger is opened again, which shows what was kept, and the cycle begins anew; a server
     * that went away is waited for, without the turn.
     */
    CycleReport cycle() {
        Instant since = clock.instant();
        for (int attempt = 1; ; attempt++) {
            turn.lock();
            try {
                return again();
            } catch (LedgerUnusableException down) {
                requirePatience(down, since, attempt);
                close();
            } finally {
                turn.unlock();
            }
            LockSupport.parkNanos(min(TICK.multipliedBy(attempt), LONGEST_TICK).toNanos());
        }
    }

    private void requirePatience(LedgerUnusableException down, Instant since, int attempt) {
        Duration waited = Duration.between(since, clock.instant()).abs();
        if (down.category() != ErrorCategory.TRANSIENT
                || waited.compareTo(setup.patience()) >= 0
                || Thread.currentThread().isInterrupted()) {
            throw down;
        }
        if (attempt == 1) {
            setup.remarks()
                    .accept(down.getMessage() + "; trying again for "
                            + setup.patience().toSeconds() + " s");
        }
    }

    private CycleReport again() {
        for (int attempt = 1; ; attempt++) {
            try {
                return once();
            } catch (LedgerUnusableException down) {
                if (setup.isHeld()
                        || attempt == REOPENINGS
                        || Thread.currentThread().isInterrupted()) {
                    throw down;
                }
                close();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(attempt * PAUSE_MILLIS));
            }
        }
    }

    /** With room on the disk for it. */
    private CycleReport once() {
        FreeSpace.require(setup.directory(), ROOM_BYTES);
        if (!isOpen) {
            ledger = reopened();
            isOpen = true;
            openedAt = clock.instant();
            loop = loop.over(ledger);
        }
        CycleReport report = patiently();
        if (!setup.isHeld() && Duration.between(openedAt, clock.instant()).compareTo(LONGEST_HOLD) >= 0) {
            close();
        }
        return report;
    }

    /** On a server, others may be at their cycle. */
    private CycleReport patiently() {
        Instant since = clock.instant();
        while (true) {
            try {
                return loop.runCycle();
            } catch (LedgerBusyException held) {
                if (!ledger.location().isOnServer()
                        || Duration.between(since, clock.instant()).abs().compareTo(TURN) > 0
                        || Thread.currentThread().isInterrupted()) {
                    throw held;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
            }
        }
    }

    private Ledger reopened() {
        for (int attempt = 1; ; attempt++) {
            try {
                return Ledger.open(setup.ledger(), clock);
            } catch (LedgerBusyException held) {
                if (attempt == PATIENCE) {
                    throw held;
                }
            }
        }
    }

    /** What of others keeps all runs in flight waiting, where the scheduler tells and it was not told before. */
    public Optional<String> waiting(LedgerView view) {
        Optional<String> reason = Optional.empty();
        for (Run run : view.inFlight()) {
            reason = run.worker().flatMap(scheduler::reason);
            if (reason.isEmpty()) {
                return reason;
            }
        }
        String own = setup.directory().toAbsolutePath().normalize().toString();
        String self = " of process " + ProcessHandle.current().pid() + ",";
        Optional<String> news =
                reason.filter(line -> !line.equals(told) && !line.contains(own) && !line.contains(self));
        news.ifPresent(line -> told = line);
        return news;
    }

    /** Runs cycles until one finds nothing to do, at most that many. */
    public int untilIdle(int most, Consumer<CycleReport> after) throws InterruptedException {
        int cycles = 0;
        Duration tick = TICK;
        while (cycles < most) {
            CycleReport report = cycle();
            faults = report.faults();
            cycles++;
            after.accept(report);
            if (report.isIdle()) {
                break;
            }
            if (cycles < most) {
                tick = report.hasChanged() ? TICK : min(tick.multipliedBy(2), LONGEST_TICK);
                await(report, tick);
            }
        }
        return cycles;
    }

    private void await(CycleReport report, Duration tick) throws InterruptedException {
        if (report.runsInFlight() == 0 && !report.hasChanged()) {
            new CountDownLatch(1).await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            loop.await(tick);
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Ends what this run has started and will not wait for. */
    public void cancel() {
        view().runs().stream()
                .filter(run -> run.state().isInFlight())
                .flatMap(run -> run.worker().stream())
                .forEach(scheduler::cancel);
    }

    /** As the last deed of this program, from any thread: no cycle begins after it. */
    @SuppressWarnings("LockNotBeforeTry")
    void end() {
        turn.lock();
        cancel();
    }

    @Override
    public void close() {
        if (isOpen) {
            isOpen = false;
            ledger.close();
        }
    }
}
