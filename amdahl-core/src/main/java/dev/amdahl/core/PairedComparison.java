package dev.amdahl.core;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.core.internal.loop.PluginGuard;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import dev.amdahl.core.schedulers.local.OwnedFolder;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.trial.TrialScript;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Resampler;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A rigorous comparison of two commands, or of two tasks of this program, by paired runs in random order: the loop with one hypothesis. The
 * answer stays valid however often it looks; a win is confirmed on a second set of pairs and has to survive the panel.
 *
 * <pre>{@code
 * ComparisonResult result =
 *         PairedComparison.of("./train --workers 0", "./train --workers 4").pairs(40).output("-").run();
 * }</pre>
 *
 * Not thread-safe but for {@link #cancel}.
 */
public final class PairedComparison {
    private static final String TEMPORARY = "amdahl-comparison";
    private static final AtomicLong IN_MEMORY = new AtomicLong();

    private final String baseline;
    private final String variant;
    private final @Nullable TaskPair tasks;
    private int pairs = 40;
    private boolean isFixed;
    private @Nullable Resampler resampler;
    private Optional<Path> directory = Optional.of(Path.of("").toAbsolutePath());
    private final List<OutputRule> outputs = new ArrayList<>();
    private Duration timeLimit = Duration.ofHours(1);
    private Optional<Accelerators> accelerators = Optional.empty();
    private Optional<String> prepare = Optional.empty();
    private long seed = 1;
    private Clock clock = Clock.systemUTC();
    private @Nullable String ledger;
    private @Nullable Path workFolder;
    private Consumer<CycleReport> after = report -> {};
    private Consumer<String> remarks = line -> {};
    private volatile @Nullable LoopRunner runner;

    private PairedComparison(String baseline, String variant, @Nullable TaskPair tasks) {
        this.baseline = requireNonNull(baseline);
        this.variant = requireNonNull(variant);
        this.tasks = tasks;
    }

    /** Returns a comparison of two commands, each run by {@code sh -c}. */
    public static PairedComparison of(String baseline, String variant) {
        requireCommand("baseline", baseline);
        requireCommand("variant", variant);
        return new PairedComparison(baseline, variant, null);
    }

    private static void requireCommand(String name, String command) {
        if (command.isBlank()) {
            throw new InvalidInputException(name, "the command is empty", "give a command for sh -c");
        }
    }

    /**
     * Returns a comparison of two tasks, each called in a JVM of its own: as often as the baseline takes .2 s for to warm up, and as often
     * again to be timed. The seconds of a call are compared; the start of the JVM is not measured. A task that cannot be serialized is
     * called in this JVM, where one leaves its garbage and its compiled code to the other; the result says so.
     */
    public static PairedComparison of(Task<?> baseline, Task<?> variant) {
        return of((Callable<?>) baseline, variant);
    }

    /** Returns a comparison of two tasks as {@link #of(Task, Task)} does; objects that are not serializable are called in this JVM. */
    public static PairedComparison of(Callable<?> baseline, Callable<?> variant) {
        return new PairedComparison(
                baseline.getClass().getName(), variant.getClass().getName(), new TaskPair(baseline, variant));
    }

    /** Sets the most pairs that are run, half of them to confirm; default 40. */
    public PairedComparison pairs(int max) {
        pairs = max;
        return this;
    }

    /** Runs all pairs and applies the classical sign-flip test once; no panel, no confirmation. */
    public PairedComparison fixed() {
        isFixed = true;
        return this;
    }

    /** Sets what counts the sign flips of the test of {@link #fixed}; default this library, which enumerates them up to 30 pairs. */
    public PairedComparison resampler(Resampler value) {
        resampler = PluginGuard.of(Resampler.class, value, value.getClass().getName());
        return this;
    }

    /** Sets where commands run; default the working directory of this program. */
    public PairedComparison directory(Path value) {
        directory = Optional.of(value.toAbsolutePath());
        return this;
    }

    /** Runs each arm in an empty folder of its own. */
    public PairedComparison fresh() {
        directory = Optional.empty();
        return this;
    }

    /**
     * Adds an output that both arms must write alike: a path relative to their directory, or {@code -} for standard output.
     *
     * @throws InvalidInputException if it is empty or leaves the directory
     */
    public PairedComparison output(String path) {
        if (path.isBlank()) {
            throw new InvalidInputException("output", "the path is empty", "name a file, or - for standard output");
        }
        if (Path.of(path).isAbsolute() || Path.of(path).normalize().startsWith("..")) {
            throw new InvalidInputException(
                    "output", "'" + path + "' leaves the working directory", "give a path relative to it");
        }
        outputs.add(new OutputRule(path, new OutputRule.Exact()));
        return this;
    }

    /** Sets when a run, or the count of a task's calls, counts as hung; default 1 hour. */
    public PairedComparison timeLimit(Duration value) {
        timeLimit = requireNonNull(value);
        return this;
    }

    /** Sets what a run gets for itself; default no accelerator. */
    public PairedComparison accelerators(Accelerators value) {
        accelerators = Optional.of(value);
        return this;
    }

    /** Sets what {@code sh -c} runs before each run, untimed, in its directory; a run whose preparation fails is none. */
    public PairedComparison prepare(String command) {
        requireCommand("prepare", command);
        prepare = Optional.of(command);
        return this;
    }

    /** Sets the seed of order and resampling; default 1. */
    public PairedComparison seed(long value) {
        seed = value;
        return this;
    }

    /** Sets the only source of time; default the system's. */
    public PairedComparison clock(Clock value) {
        clock = requireNonNull(value);
        return this;
    }

    /** Keeps the comparison in a ledger, where one that was cut off goes on; default one in memory. */
    public PairedComparison ledger(String url) {
        ledger = requireNonNull(url);
        return this;
    }

    /** Sets the folder for the loop's own files; default a temporary one. */
    public PairedComparison workFolder(Path value) {
        workFolder = requireNonNull(value);
        return this;
    }

    /** Sets what is called after each cycle. */
    public PairedComparison after(Consumer<CycleReport> value) {
        after = requireNonNull(value);
        return this;
    }

    /** Sets what hears, a line each, why the comparison waits or is repeated. */
    public PairedComparison remarks(Consumer<String> value) {
        remarks = requireNonNull(value);
        return this;
    }

    /**
     * Compares on this machine, and blocks until it is decided.
     *
     * @throws InvalidInputException if what was asked for cannot be measured
     */
    public ComparisonResult run() throws InterruptedException {
        return inFolder(folder -> compare(LocalScheduler.owned(folder, clock), folder));
    }

    /**
     * Compares by the trials of a scheduler, and blocks until it is decided. Tasks need one whose trials run on this machine.
     *
     * @throws InvalidInputException if what was asked for cannot be measured
     */
    public ComparisonResult run(Scheduler scheduler) throws InterruptedException {
        return inFolder(folder -> compare(scheduler, folder));
    }

    /** Cancels what is in flight, from any thread. No further run begins, and {@link #run()} does not return any more. */
    public void cancel() {
        LoopRunner present = runner;
        if (present != null) {
            present.end();
        }
    }

    private interface InFolder {
        ComparisonResult run(Path folder) throws InterruptedException, IOException;
    }

    private ComparisonResult inFolder(InFolder work) throws InterruptedException {
        try {
            if (workFolder != null) {
                return work.run(workFolder);
            }
            OwnedFolder.sweep(TEMPORARY);
            Path temporary = OwnedFolder.create(TEMPORARY);
            try {
                return work.run(temporary);
            } finally {
                Removal.of(temporary);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ComparisonResult compare(Scheduler scheduler, Path folder) throws InterruptedException, IOException {
        LoopPolicy policy = policy();
        if (tasks == null) {
            ComparisonChecks.requireNoOldOutput(directory, outputs);
            return compare(scheduler, folder, policy, baseline, variant, MetricSpec.WALL_SECONDS);
        }
        TaskPair.Commands commands = tasks.commands(folder.resolve("tasks"), timeLimit);
        Scheduler where = commands.whyHere().isEmpty() ? scheduler : tasks;
        ComparisonResult result =
                compare(where, folder, policy, commands.baseline(), commands.variant(), TaskPair.SECONDS);
        return result.with(commands.whyHere().stream().toList(), result.times());
    }

    private ComparisonResult compare(
            Scheduler scheduler, Path folder, LoopPolicy policy, String first, String second, MetricSpec metric)
            throws InterruptedException {
        String url = ledger == null ? "jdbc:h2:mem:comparison-" + IN_MEMORY.incrementAndGet() : ledger;
        List<String> family = new ArrayList<>();
        LoopRunner run = LoopRunner.of(url, open -> {
                    family.add(family(open.view()));
                    return loop(open, scheduler, folder, policy, job(family.get(0), first, second, metric));
                })
                .clock(clock)
                .held()
                .remarks(remarks);
        try (run) {
            run.view();
            runner = run;
            cycles(run, family.get(0), first, second);
            LedgerView view = run.view();
            Dossier dossier = newest(view, family.get(0))
                    .orElseThrow(() -> new IllegalStateException("the loop proposed no comparison"));
            return isFixed
                    ? FixedTest.of(view, dossier, policy.evidence(), resampler, seed)
                    : ComparisonResult.of(view, dossier);
        }
    }

    private void cycles(LoopRunner run, String family, String first, String second) throws InterruptedException {
        boolean isDone = false;
        try {
            run.runUntilIdle(Integer.MAX_VALUE, report -> {
                after.accept(report);
                if (tasks != null) {
                    tasks.requireReturned();
                }
                run.waiting(report.view()).ifPresent(remarks);
                ComparisonChecks.requireReproducible(report.view(), family);
                newest(report.view(), family)
                        .ifPresent(dossier -> ComparisonChecks.requireStarted(report.view(), dossier, first, second));
            });
            isDone = true;
        } finally {
            if (!isDone) {
                run.cancel();
            }
        }
    }

    private AmdahlLoop loop(Ledger open, Scheduler scheduler, Path folder, LoopPolicy policy, JobSpec job) {
        AmdahlLoopBuilder loop = AmdahlLoop.builder(open)
                .jobs(List.of(job))
                .scheduler(scheduler)
                .policy(policy)
                .clock(clock)
                .directory(folder);
        if (open.location().base().isEmpty()) {
            loop.gate(new NoPromotionGate());
        }
        return loop.build();
    }

    private LoopPolicy policy() {
        int min = isFixed ? 2 : EvidencePolicy.MIN_PAIRS;
        if (pairs < min) {
            throw new InvalidInputException(
                    "pairs",
                    "was " + pairs
                            + (isFixed
                                    ? ", less than 2"
                                    : ", and fewer than " + min
                                            + " can show no difference: a pair multiplies the evidence by 1.75 at"
                                            + " most, and each half must come to 20"),
                    "give at least " + min + (isFixed ? "" : ", or fixed() for the classical test"));
        }
        return LoopPolicy.DEFAULT.toBuilder()
                .evidence(isFixed ? FixedTest.policy(pairs) : EvidencePolicy.DEFAULT.withPairs(pairs))
                .noiseTrials(outputs.isEmpty() ? 0 : 1)
                .evidenceRuns(0, LoopPolicy.DEFAULT.evidenceAge())
                .singleComparison(true)
                .errorControlledOnline(false)
                .confirmationPause(Duration.ofSeconds(2))
                .scope(new ScopePolicy(Map.of(), Set.of(), Set.of(), 0))
                .build();
    }

    private JobSpec job(String family, String first, String second, MetricSpec metric) {
        JobSpec.Builder job = JobSpec.builder(family, List.of("sh", "-c", first))
                .metric(metric)
                .timeLimit(timeLimit)
                .outputs(outputs)
                .contributions(List.of(new Contribution(
                        "the variant instead of the baseline",
                        new ConfigChange(
                                List.of(new LeverSetting("command", new LeverSetting.ShellCommand(), first, second))),
                        List.of(Bottleneck.UNATTRIBUTED),
                        OptionalDouble.empty(),
                        Optional.empty())));
        accelerators.ifPresent(job::accelerators);
        prepare.ifPresent(command -> job.environment(Map.of(TrialScript.PREPARE, command)));
        if (tasks == null) {
            directory.ifPresent(job::directory);
        }
        return job.build();
    }

    private String family(LedgerView view) {
        List<String> words = new ArrayList<>();
        outputs.forEach(output -> words.add(output.path()));
        words.addAll(List.of("" + directory.isEmpty(), "" + isFixed, "" + pairs, timeLimit.toString()));
        accelerators.ifPresent(held -> words.add("" + held.count()));
        prepare.ifPresent(words::add);
        Path here = directory.orElseGet(() -> Path.of("").toAbsolutePath());
        ComparisonName name = ComparisonName.of(here, List.of(baseline, variant), words);
        name.newest(view)
                .ifPresent(known -> remarks.accept(
                        ComparisonName.isOpen(known)
                                ? "going on with the comparison that was begun at " + known.proposedAt()
                                : "was " + known.state() + " when it was asked at " + known.proposedAt()
                                        + "; it is measured again"));
        return name.family(view);
    }

    private static Optional<Dossier> newest(LedgerView view, String family) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(family))
                .reduce((earlier, later) -> later);
    }
}
