package dev.amdahl.core;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.advice.RuleAdvisor;
import dev.amdahl.core.internal.ledger.review.FilePromotionGate;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.loop.FieldScheduler;
import dev.amdahl.core.internal.loop.LoopSetup;
import dev.amdahl.core.internal.loop.PluginGuard;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.loop.LoopListener;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.experiment.PromotionGate;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.RefuterFactory;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.ScheduledRuns;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.AdvisorFactory;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.hypothesis.IdeaSourceFactory;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.AnomalySource;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.profiler.Profiler;
import dev.amdahl.spi.profiler.ProfilerFactory;
import dev.amdahl.spi.profiler.SiteFinder;
import dev.amdahl.spi.profiler.SiteFinderFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts a loop together. Only the scheduler is asked for; everything else has a default. Not thread-safe. */
public final class AmdahlLoopBuilder {
    private final Ledger ledger;
    private @Nullable Scheduler scheduler;
    private @Nullable FleetSource fleet;
    private @Nullable AnomalySource anomalies;
    private @Nullable Builder builder;
    private @Nullable PromotionGate gate;
    private List<JobSpec> jobs = List.of();
    private List<Profiler> profilers = List.of();
    private List<SiteFinder> siteFinders = List.of();
    private @Nullable List<Advisor> advisors;
    private @Nullable List<IdeaSource> ideas;
    private List<Refuter> refuters = List.of();
    private final List<LoopListener> listeners = new ArrayList<>();
    private LoopPolicy policy = LoopPolicy.DEFAULT;
    private Budget budget = Budget.UNLIMITED;
    private Clock clock = Clock.systemUTC();
    private Path directory = Path.of(".amdahl");
    private @Nullable Resampler resampler;

    AmdahlLoopBuilder(Ledger ledger) {
        this.ledger = requireNonNull(ledger);
    }

    /** Sets what runs trials; required. */
    public AmdahlLoopBuilder scheduler(Scheduler value) {
        scheduler = requireNonNull(value);
        return this;
    }

    /** Sets the jobs that may be experimented on; default none. */
    public AmdahlLoopBuilder jobs(List<JobSpec> value) {
        jobs = List.copyOf(value);
        return this;
    }

    /** Sets what is wrong with running jobs: sick families get no new experiment; default: nobody watches. */
    public AmdahlLoopBuilder anomalies(AnomalySource value) {
        anomalies = requireNonNull(value);
        return this;
    }

    /** Sets what ran in the fleet, for the ranking; default: only what the loop measures itself. */
    public AmdahlLoopBuilder fleet(FleetSource value) {
        fleet = requireNonNull(value);
        return this;
    }

    /** Builds patches; without one, hypotheses that need a build end as BUILD_FAILED. */
    public AmdahlLoopBuilder builder(Builder value) {
        builder = requireNonNull(value);
        return this;
    }

    /** Readers of traces; default none, so that accounts are coarse. */
    public AmdahlLoopBuilder profilers(List<? extends Profiler> value) {
        profilers = List.copyOf(value);
        return this;
    }

    /** Finders of places in source, for jobs that declare theirs; default none. */
    public AmdahlLoopBuilder siteFinders(List<? extends SiteFinder> value) {
        siteFinders = List.copyOf(value);
        return this;
    }

    /** Sets who proposes; default the rules over the jobs' levers. */
    public AmdahlLoopBuilder advisors(List<? extends Advisor> value) {
        advisors = List.copyOf(value);
        return this;
    }

    /** Sets where ideas come from; default the catalogue. */
    public AmdahlLoopBuilder ideaSources(List<? extends IdeaSource> value) {
        ideas = List.copyOf(value);
        return this;
    }

    /** Refuters that vote beside the built-in panel; default none. */
    public AmdahlLoopBuilder refuters(List<? extends Refuter> value) {
        refuters = List.copyOf(value);
        return this;
    }

    /**
     * Adds what is found of every kind that may have several members: profilers, site finders, advisors, idea sources and refuters that are
     * ready here with these settings. Rules and catalogue are among them. A device counts where there is one. Scheduler, fleet, builder and gate are selected by name, with
     * {@link Plugins#create}.
     *
     * @param context settings, generator and directory of all of them
     */
    public AmdahlLoopBuilder plugins(Plugins found, PluginContext context) {
        PluginContext own = requireNonNull(context);
        profilers = joined(profilers, found.createReady(ProfilerFactory.class, own));
        siteFinders = joined(siteFinders, found.createReady(SiteFinderFactory.class, own));
        advisors = joined(advisors, found.createReady(AdvisorFactory.class, own));
        ideas = joined(ideas, found.createReady(IdeaSourceFactory.class, own));
        refuters = joined(refuters, found.createReady(RefuterFactory.class, own));
        resampler = resampler == null ? found.resampler(Plugins.AUTO, own) : resampler;
        return this;
    }

    /** One of a class is enough: the catalogue, or a source of the same notes. */
    private static <T> List<T> joined(@Nullable List<T> given, List<T> found) {
        List<T> all = new ArrayList<>(given == null ? List.of() : given);
        for (T plugin : found) {
            if (all.stream().noneMatch(other -> other.getClass() == plugin.getClass())) {
                all.add(plugin);
            }
        }
        return List.copyOf(all);
    }

    /** Sets how people are asked; default files beside the ledger. */
    public AmdahlLoopBuilder gate(PromotionGate value) {
        gate = requireNonNull(value);
        return this;
    }

    /** Hears what the loop does, after those that were given before; default none. */
    public AmdahlLoopBuilder listener(LoopListener value) {
        listeners.add(requireNonNull(value));
        return this;
    }

    /** Sets what is done when. */
    public AmdahlLoopBuilder policy(LoopPolicy value) {
        policy = requireNonNull(value);
        return this;
    }

    /** Sets what may be spent; default no bound. */
    public AmdahlLoopBuilder budget(Budget value) {
        budget = requireNonNull(value);
        return this;
    }

    /** Sets the only source of time; default the system's. */
    public AmdahlLoopBuilder clock(Clock value) {
        clock = requireNonNull(value);
        return this;
    }

    /** Sets what counts resampled statistics; default the processor. {@link Plugins#resampler} selects one by name. */
    public AmdahlLoopBuilder resampler(Resampler value) {
        resampler = requireNonNull(value);
        return this;
    }

    /** Sets where captures of running jobs go; default {@code .amdahl}. */
    public AmdahlLoopBuilder directory(Path value) {
        directory = requireNonNull(value);
        return this;
    }

    /**
     * Returns the loop.
     *
     * @throws IllegalStateException without a scheduler
     * @throws dev.amdahl.spi.InvalidInputException if a job is declared so that it would not be measured as its levers say, or so that
     *     a secret would reach the ledger; or if the scheduler can neither submit idempotently nor look up by key, and the policy does
     *     not accept that
     */
    public AmdahlLoop build() {
        if (scheduler == null) {
            throw new IllegalStateException("a loop needs a scheduler: call scheduler(...)");
        }
        requireKeys(scheduler);
        JobCheck.check(jobs);
        jobs.forEach(DeclaredSecrets::requireNone);
        LoopSetup setup = new LoopSetup(
                jobs,
                guarded(FleetSource.class, fleet),
                guarded(AnomalySource.class, anomalies),
                withField(PluginGuard.of(Scheduler.class, scheduler, "scheduler " + scheduler.name())),
                guarded(Builder.class, builder),
                guarded(Profiler.class, profilers),
                guarded(SiteFinder.class, siteFinders),
                advisors == null ? List.of(new RuleAdvisor(catalogue())) : guarded(Advisor.class, advisors),
                ideas == null ? List.of(catalogue()) : guarded(ideas),
                guarded(Refuter.class, refuters),
                guarded(PromotionGate.class, gate).orElseGet(this::files),
                policy,
                budget,
                clock,
                directory,
                guarded(Resampler.class, resampler).orElseGet(() -> new CpuResampler(1)));
        return new AmdahlLoop(ledger, setup, listeners);
    }

    /** One comparison is of what was handed in alone; reading the catalogue would only keep its first run waiting. */
    private IdeaCatalogue catalogue() {
        return policy.isSingleComparison() ? new IdeaCatalogue(List.of()) : IdeaCatalogue.shipped();
    }

    private static <T> Optional<T> guarded(Class<T> kind, @Nullable T plugin) {
        return Optional.ofNullable(plugin)
                .map(given -> PluginGuard.of(kind, given, given.getClass().getName()));
    }

    private static <T> List<T> guarded(Class<T> kind, List<T> plugins) {
        return plugins.stream()
                .flatMap(plugin -> guarded(kind, plugin).stream())
                .toList();
    }

    /** The catalogue is the library's own, and is known as such. */
    private static List<IdeaSource> guarded(List<IdeaSource> sources) {
        return sources.stream()
                .flatMap(source -> source instanceof IdeaCatalogue
                        ? Stream.of(source)
                        : guarded(IdeaSource.class, source).stream())
                .toList();
    }

    /** A folder of before is kept up, so that nothing of it is offered that is not declared any more. */
    private Scheduler withField(Scheduler guarded) {
        Path folder = ledger.location().field().orElseGet(() -> directory.resolve("field"));
        boolean isUsed = jobs.stream().anyMatch(job -> job.field().isPresent());
        if (!isUsed && !Files.isDirectory(folder)) {
            return guarded;
        }
        Map<String, Duration> patience = new HashMap<>();
        for (JobSpec job : jobs) {
            patience.put(
                    String.valueOf(
                            new ScheduledRuns(folder).folder(job.family()).getFileName()),
                    job.timeLimit().orElse(policy.timeLimit()).multipliedBy(4).plus(Duration.ofDays(1)));
        }
        return new FieldScheduler(
                guarded,
                folder,
                clock,
                family -> patience.getOrDefault(family, policy.timeLimit().multipliedBy(4)));
    }

    private void requireKeys(Scheduler chosen) {
        boolean keeps = chosen.isSubmitIdempotent() || chosen.lookupWindow().isPresent();
        if (!keeps && !policy.isLostSubmissionAccepted()) {
            throw new InvalidInputException(
                    "scheduler " + chosen.name(),
                    "neither submits idempotently nor finds by key, so a lost reply can leave a run that nothing tracks",
                    "accept it with lostSubmissionAccepted in the policy, or use another scheduler");
        }
    }

    private PromotionGate files() {
        Path folder = ledger.location().reviews().orElseGet(() -> directory.resolve("reviews"));
        return new FilePromotionGate(new ReviewFiles(folder));
    }
}
