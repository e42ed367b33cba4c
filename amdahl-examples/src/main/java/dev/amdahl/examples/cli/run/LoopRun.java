package dev.amdahl.examples.cli.run;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.AmdahlLoopBuilder;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.Plugins;
import dev.amdahl.core.advice.IdeaCatalogue;
import dev.amdahl.core.advice.RuleAdvisor;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.file.FreeSpace;
import dev.amdahl.core.ledger.file.LedgerBusyException;
import dev.amdahl.core.ledger.file.LedgerUnusableException;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.roi.Budget;
import dev.amdahl.examples.jobs.ModelsFile;
import dev.amdahl.examples.jobs.ProposalFolder;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuilderFactory;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.PromotionGateFactory;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.AnomalySource;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.profiler.ProfilerFactory;
import dev.amdahl.spi.profiler.SiteFinderFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The loop as the command line runs it: plugins by name, and cycles until there is nothing to do. A ledger in a file is open
 * while cycles run and closed while trials run, so that others may look at it or take their turn; where trials are short it is
 * closed in some of the waits only, since opening takes some tens of milliseconds. Not thread-safe.
 */
public final class LoopRun implements AutoCloseable {
    private static final long ROOM_BYTES = 64L << 20;
    private static final String GATE = "file";
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
    private Ledger ledger;
    private AmdahlLoop loop;
    private boolean isOpen = true;
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
     * @param remarks hears of models that are left out
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
                    line -> {});
        }
    }

    /** Opens the ledger and puts the loop together. */
    public static LoopRun open(Setup setup, Clock clock) throws IOException {
        Plugins plugins = Plugins.discover();
        Path own = setup.directory();
        Scheduler scheduler = plugins.create(
                SchedulerFactory.class,
                setup.scheduler().name(),
                PluginSettings.in(own.resolve(setup.scheduler().name()), clock, setup.seed())
                        .with(setup.scheduler().settings()));
        Ledger ledger = Ledger.open(setup.ledger(), clock);
        try {
            return new LoopRun(setup, clock, scheduler, ledger, loop(ledger, plugins, scheduler, setup, clock));
        } catch (IOException | RuntimeException e) {
            ledger.close();
            throw e;
        }
    }

    private static AmdahlLoop loop(Ledger ledger, Plugins plugins, Scheduler scheduler, Setup setup, Clock clock)
            throws IOException {
        Path own = setup.directory();
        ModelRoles roles =
                ModelRoles.of(setup.models(), plugins, own.resolve("models"), clock, setup.seed(), setup.remarks());
        AmdahlLoopBuilder loop = AmdahlLoop.builder(ledger)
                .jobs(setup.jobs())
                .scheduler(scheduler)
                .profilers(plugins.createReady(
                        ProfilerFactory.class, PluginSettings.in(own.resolve("profilers"), clock, setup.seed())))
                .siteFinders(plugins.createReady(
                        SiteFinderFactory.class, PluginSettings.in(own.resolve("sites"), clock, setup.seed())))
                .advisors(advisors(ledger, roles))
                .refuters(roles.refuters())
                .ideaSources(roles.sources())
                .policy(setup.policy())
                .budget(setup.budget())
                .gate(gate(plugins, ledger, setup, clock))
                .clock(clock)
                .directory(own);
        List<Builder> builders = plugins.createReady(
                BuilderFactory.class,
                PluginSettings.in(own.resolve("builds"), clock, setup.seed()).with(setup.builder()));
        builders.stream().findFirst().ifPresent(loop::builder);
        setup.fleet().ifPresent(loop::fleet);
        setup.anomalies().ifPresent(loop::anomalies);
        return loop.build();
    }

    /** The rules, what assistants have offered beside the ledger, and a model. */
    private static List<Advisor> advisors(Ledger ledger, ModelRoles roles) {
        List<Advisor> advisors = new ArrayList<>(List.of(new RuleAdvisor(IdeaCatalogue.shipped())));
        if (ledger.location().base().isPresent()) {
            advisors.add(new OfferedAdvisor(ProposalFolder.of(ledger.location())));
        }
        advisors.addAll(roles.advisors());
        return advisors;
    }

    private static PromotionGate gate(Plugins plugins, Ledger ledger, Setup setup, Clock clock) throws IOException {
        Optional<Path> reviews = ledger.location().reviews();
        boolean isKnown = plugins.all().stream()
                .anyMatch(found ->
                        found.kind().equals("promotion-gate") && found.name().equals(GATE));
        return reviews.isEmpty() || !isKnown
                ? new NobodyAsked()
                : plugins.create(
                        PromotionGateFactory.class,
                        GATE,
                        PluginSettings.in(setup.directory().resolve("gate"), clock, setup.seed())
                                .with("folder", reviews.get().toString()));
    }

    /** The ledger as this run last saw it. */
    public LedgerView view() {
        return ledger.view();
    }

    /** One cycle. After a commit that failed, the ledger is opened again, which shows what was kept, and the cycle begins anew. */
    CycleReport cycle() {
        turn.lock();
        try {
            return again();
        } finally {
            turn.unlock();
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

    /** Runs cycles until one finds nothing to do, at most that many. */
    public int untilIdle(int most, Consumer<CycleReport> after) throws InterruptedException {
        int cycles = 0;
        Duration tick = TICK;
        while (cycles < most) {
            CycleReport report = cycle();
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
