package dev.amdahl.examples.cli.run;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.AmdahlLoopBuilder;
import dev.amdahl.core.LoopRunner;
import dev.amdahl.core.NoPromotionGate;
import dev.amdahl.core.Plugins;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.advice.RuleAdvisor;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.loop.LoopPlan;
import dev.amdahl.core.loop.LoopPolicy;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The loop as the command line runs it: plugins by name, and cycles until there is nothing to do. */
public final class LoopRun {
    private static final PluginChoice FILE_GATE = new PluginChoice("file", Map.of());

    private LoopRun() {}

    /**
     * The settings of a run.
     *
     * @param ledger its URL
     * @param jobs the declared jobs
     * @param scheduler which one, and how it is set up
     * @param policy what is done when
     * @param budget what may be spent
     * @param fleet what ran, where given
     * @param directory for plugins and captures
     * @param seed of what plugins draw
     * @param anomalies what is wrong with running jobs, where somebody watches
     * @param gate the plugin that asks people
     * @param builder the plugin that builds patches; empty takes the first that is ready
     * @param building settings that the jobs file gives to it
     * @param resampler what counts resampled statistics: the name of a plugin, or auto
     * @param models whom roles may ask; empty goes by rules alone
     * @param patience how long a server that went away is waited for
     * @param remarks hears of models that are left out, and of a server that went away
     * @param offered the only proposals that are tried, which nobody is asked to promote; empty for those beside the ledger, and all others
     */
    public record Setup(
            String ledger,
            List<JobSpec> jobs,
            PluginChoice scheduler,
            LoopPolicy policy,
            Budget budget,
            Optional<FleetSource> fleet,
            Path directory,
            long seed,
            Optional<AnomalySource> anomalies,
            PluginChoice gate,
            Optional<PluginChoice> builder,
            Map<String, String> building,
            String resampler,
            Optional<ModelsFile> models,
            Duration patience,
            Consumer<String> remarks,
            Optional<ProposalFolder> offered) {

        /** Returns where nobody watches running jobs, patches are built as usual, and no model is asked. */
        public Setup(
                String ledger,
                List<JobSpec> jobs,
                PluginChoice scheduler,
                LoopPolicy policy,
                Budget budget,
                Optional<FleetSource> fleet,
                Path directory,
                long seed) {
            this(
                    ledger,
                    jobs,
                    scheduler,
                    policy,
                    budget,
                    fleet,
                    directory,
                    seed,
                    Optional.empty(),
                    FILE_GATE,
                    Optional.empty(),
                    Map.of(),
                    Plugins.AUTO,
                    Optional.empty(),
                    Duration.ZERO,
                    line -> {},
                    Optional.empty());
        }
    }

    /** Opens the ledger and puts the loop together. */
    public static LoopRunner open(Setup setup, Plugins plugins, Clock clock) throws IOException {
        Scheduler scheduler = scheduler(setup, plugins, clock);
        LoopRunner runner = LoopRunner.of(setup.ledger(), ledger -> assembled(ledger, plugins, scheduler, setup, clock))
                .clock(clock)
                .patience(setup.patience())
                .remarks(setup.remarks());
        try {
            runner.view();
            return runner;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns what the loop would run, by its ledger as it is; nothing is submitted or written. */
    public static LoopPlan plan(
            Setup setup, Optional<String> ledger, Optional<Duration> assumed, Plugins plugins, Clock clock)
            throws IOException {
        Scheduler scheduler = scheduler(setup, plugins, clock);
        try {
            return AmdahlLoop.plan(ledger, clock, assumed, copy -> assembled(copy, plugins, scheduler, setup, clock));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static Scheduler scheduler(Setup setup, Plugins plugins, Clock clock) throws IOException {
        PluginChoice chosen = setup.scheduler();
        return chosen.create(
                plugins, SchedulerFactory.class, setup.directory().resolve(chosen.name()), clock, setup.seed());
    }

    private static AmdahlLoop assembled(Ledger ledger, Plugins plugins, Scheduler scheduler, Setup setup, Clock clock) {
        try {
            return loop(ledger, plugins, scheduler, setup, clock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a loop over a ledger, with the plugins that are found and the models that are asked. */
    private static AmdahlLoop loop(
            Ledger ledger, Plugins plugins, Scheduler scheduler, LoopRun.Setup setup, Clock clock) throws IOException {
        Path own = setup.directory();
        ModelRoles roles =
                ModelRoles.of(setup.models(), plugins, own.resolve("models"), clock, setup.seed(), setup.remarks());
        AmdahlLoopBuilder loop = AmdahlLoop.builder(ledger)
                .jobs(setup.jobs())
                .scheduler(scheduler)
                .advisors(advisors(ledger, roles))
                .refuters(roles.refuters())
                .ideaSources(roles.sources())
                .resampler(plugins.resampler(
                        setup.resampler(), PluginSettings.in(own.resolve("resampler"), clock, setup.seed())))
                .plugins(plugins, PluginSettings.in(own.resolve("profilers"), clock, setup.seed()))
                .policy(setup.policy())
                .budget(setup.budget())
                .gate(gate(plugins, ledger, setup, clock))
                .clock(clock)
                .directory(own);
        setup.offered().ifPresent(only -> loop.advisors(List.of(new OfferedAdvisor(only))));
        builder(plugins, setup, clock).ifPresent(loop::builder);
        setup.fleet().ifPresent(loop::fleet);
        setup.anomalies().ifPresent(loop::anomalies);
        return loop.build();
    }

    /** Returns the rules, what assistants have offered beside the ledger, and a model. */
    private static List<Advisor> advisors(Ledger ledger, ModelRoles roles) {
        List<Advisor> advisors = new ArrayList<>(List.of(new RuleAdvisor(IdeaCatalogue.shipped())));
        if (ledger.location().base().isPresent()) {
            advisors.add(new OfferedAdvisor(ProposalFolder.of(ledger.location())));
        }
        advisors.addAll(roles.advisors());
        return advisors;
    }

    private static Optional<Builder> builder(Plugins plugins, LoopRun.Setup setup, Clock clock) throws IOException {
        Path folder = setup.directory().resolve("builds");
        if (setup.builder().isPresent()) {
            PluginChoice chosen = setup.builder().get().withDefaults(setup.building());
            return Optional.of(chosen.create(plugins, BuilderFactory.class, folder, clock, setup.seed()));
        }
        PluginSettings settings = PluginSettings.in(folder, clock, setup.seed()).with(setup.building());
        return plugins.createReady(BuilderFactory.class, settings).stream().findFirst();
    }

    /** Files need a place beside the ledger; without one nobody is asked. */
    private static PromotionGate gate(Plugins plugins, Ledger ledger, LoopRun.Setup setup, Clock clock)
            throws IOException {
        if (setup.offered().isPresent()) {
            return new NoPromotionGate();
        }
        Path folder = setup.directory().resolve("gate");
        PluginChoice chosen = setup.gate();
        if (!chosen.equals(FILE_GATE)) {
            return chosen.create(plugins, PromotionGateFactory.class, folder, clock, setup.seed());
        }
        Optional<Path> reviews = ledger.location().reviews();
        return reviews.isEmpty()
                ? new NoPromotionGate()
                : chosen.withDefaults(Map.of("folder", reviews.get().toString()))
                        .create(plugins, PromotionGateFactory.class, folder, clock, setup.seed());
    }
}
