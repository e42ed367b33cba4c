package dev.amdahl.examples.cli;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.AmdahlLoopBuilder;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.Plugins;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.store.FreeSpace;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.roi.Budget;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.BuilderFactory;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.PromotionGateFactory;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.profiler.ProfilerFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The loop as the command line runs it: plugins by name, a ledger, cycles until there is nothing to do. Not thread-safe. */
final class LoopRun {
    private static final long ROOM_BYTES = 64L << 20;
    private static final String GATE = "file";
    private static final Duration TICK = Duration.ofSeconds(1);

    private final Path directory;
    private final AmdahlLoop loop;

    private LoopRun(Path directory, AmdahlLoop loop) {
        this.directory = directory;
        this.loop = loop;
    }

    /**
     * What a run works with. Immutable.
     *
     * @param jobs the declared jobs
     * @param scheduler its name
     * @param policy what is done when
     * @param budget what may be spent
     * @param fleet what ran, where given
     * @param directory for plugins and captures
     * @param seed of what plugins draw
     */
    record Setup(
            List<JobSpec> jobs,
            String scheduler,
            LoopPolicy policy,
            Budget budget,
            Optional<FleetSource> fleet,
            Path directory,
            long seed) {}

    static LoopRun over(Ledger ledger, Setup setup, Clock clock) throws IOException {
        Plugins plugins = Plugins.discover();
        Path own = setup.directory();
        Scheduler scheduler = plugins.create(
                SchedulerFactory.class,
                setup.scheduler(),
                PluginSettings.in(own.resolve(setup.scheduler()), clock, setup.seed()));
        AmdahlLoopBuilder loop = AmdahlLoop.builder(ledger)
                .jobs(setup.jobs())
                .scheduler(scheduler)
                .profilers(plugins.createReady(
                        ProfilerFactory.class, PluginSettings.in(own.resolve("profilers"), clock, setup.seed())))
                .policy(setup.policy())
                .budget(setup.budget())
                .gate(gate(plugins, ledger, setup, clock))
                .clock(clock)
                .directory(own);
        List<Builder> builders = plugins.createReady(
                BuilderFactory.class, PluginSettings.in(own.resolve("builds"), clock, setup.seed()));
        builders.stream().findFirst().ifPresent(loop::builder);
        setup.fleet().ifPresent(loop::fleet);
        return new LoopRun(own, loop.build());
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

    /** One cycle, with room on the disk for it. */
    CycleReport cycle() {
        FreeSpace.require(directory, ROOM_BYTES);
        return loop.runCycle();
    }

    /** Runs cycles until one finds nothing to do, at most that many. */
    int untilIdle(int most, Progress progress) throws InterruptedException {
        int cycles = 0;
        while (cycles < most) {
            CycleReport report = cycle();
            cycles++;
            progress.after(report);
            if (report.isIdle()) {
                break;
            }
            if (cycles < most) {
                loop.await(TICK);
            }
        }
        return cycles;
    }
}
