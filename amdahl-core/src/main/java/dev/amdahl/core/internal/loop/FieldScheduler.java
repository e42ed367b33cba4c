package dev.amdahl.core.internal.loop;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunFiles;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.ScheduledRuns;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.InvalidPropertiesFormatException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scheduler whose pairs of scheduled runs are halves in a folder that the host's own runs take, and whose other runs another scheduler
 * runs. As thread-safe as that one.
 */
public final class FieldScheduler implements Scheduler {
    private static final Logger LOG = LoggerFactory.getLogger(FieldScheduler.class);
    private static final String PREFIX = "field:";
    private static final List<String> ARMS = List.of("a", "b");
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Scheduler other;
    private final Path root;
    private final Clock clock;
    private final Function<String, Duration> patience;
    private final Map<Path, FieldFolder> folders = new ConcurrentHashMap<>();

    /**
     * Returns one over another scheduler.
     *
     * @param root the folder of all families
     * @param patience how long a run may take, by the name of its family's folder, until it is taken for lost
     */
    public FieldScheduler(Scheduler other, Path root, Clock clock, Function<String, Duration> patience) {
        this.other = other;
        this.root = root;
        this.clock = clock;
        this.patience = patience;
    }

    private record Collected(String key, String host, List<ArmResult> arms) implements TrialResult {
        @Override
        public Optional<String> voidReason() {
            return Optional.empty();
        }
    }

    /** What is done with files. */
    private interface Work<T> {
        T run() throws IOException;
    }

    private static <T> T of(Path folder, Work<T> work) {
        try {
            return work.run();
        } catch (IOException unusable) {
            throw new AmdahlException(
                    ErrorCategory.TRANSIENT,
                    folder + ": " + unusable + "; check the folder and the disk, the next cycle tries again",
                    unusable);
        }
    }

    /** Returns the host's side of the folder. */
    public ScheduledRuns runs() {
        return new ScheduledRuns(root, clock, Path.of("/proc"));
    }

    private Path folder(String family) {
        return runs().folder(family);
    }

    private FieldFolder open(Path folder) {
        return folders.computeIfAbsent(folder, path -> new FieldFolder(path, clock));
    }

    /** Sets what the runs of a family get that are part of no pair; before that, none is offered. */
    public void prepare(String family, ArmRequest incumbent) {
        Path folder = folder(family);
        of(folder, () -> {
            Files.createDirectories(folder);
            open(folder).prepare(incumbent);
            return folder;
        });
    }

    /** Takes back what is prepared for families that are not among these. */
    public void keepOnly(Set<String> families) {
        Set<Path> kept = families.stream().map(this::folder).collect(Collectors.toSet());
        for (Path folder : FieldFolder.families(root)) {
            if (!kept.contains(folder) && open(folder).isPrepared()) {
                of(folder, () -> {
                    open(folder).close();
                    return folder;
                });
            }
        }
    }

    /** Returns runs of a family that are halves of pairs and of which nobody has said how they went: their folders by id. */
    public Map<String, Path> unreported(String family) {
        return of(folder(family), () -> open(folder(family)).unreported());
    }

    private static boolean isOwn(WorkerRunId run) {
        return run.value().startsWith(PREFIX);
    }

    private static WorkerRunId id(Path folder, String key) {
        return new WorkerRunId(PREFIX + folder.getFileName() + ":" + key);
    }

    private Path folder(WorkerRunId run) {
        return root.resolve(run.value().substring(PREFIX.length(), run.value().lastIndexOf(':')));
    }

    private static String key(WorkerRunId run) {
        return run.value().substring(run.value().lastIndexOf(':') + 1);
    }

    @Override
    public String name() {
        return other.name();
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        if (!(request instanceof FieldRequest pair)) {
            return other.submit(request);
        }
        Path folder = folder(pair.family());
        return of(folder, () -> {
            open(folder).offer(pair);
            return id(folder, pair.key());
        });
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        for (Path folder : FieldFolder.families(root)) {
            if (halves(folder).containsKey(key)) {
                return Optional.of(id(folder, key));
            }
        }
        return other.find(key);
    }

    @Override
    public boolean isSubmitIdempotent() {
        return other.isSubmitIdempotent();
    }

    @Override
    public Optional<Duration> lookupWindow() {
        return other.lookupWindow();
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        Set<WorkerRunId> others = runs.stream().filter(run -> !isOwn(run)).collect(Collectors.toSet());
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>(others.isEmpty() ? Map.of() : other.poll(others));
        Map<Path, Map<String, Map<String, FieldFolder.Half>>> read = new HashMap<>();
        for (WorkerRunId run : runs) {
            if (isOwn(run)) {
                Path folder = folder(run);
                read.computeIfAbsent(folder, this::halves);
                statuses.put(run, status(folder, key(run), read.get(folder).getOrDefault(key(run), Map.of())));
            }
        }
        return statuses;
    }

    /** Returns what is known of a family; nothing where its folder cannot be read now, which stops no other family. */
    private Map<String, Map<String, FieldFolder.Half>> halves(Path folder) {
        try {
            return open(folder).halves();
        } catch (IOException | UncheckedIOException unreadable) {
            LOG.warn("{} cannot be read: {}", folder, unreadable.toString());
            return Map.of();
        }
    }

    /** Of a pair that comes to nothing, no run shall take what is left. */
    private RunStatus status(Path folder, String key, Map<String, FieldFolder.Half> halves) {
        if (halves.isEmpty()) {
            return RunStatus.UNKNOWN;
        }
        try {
            if (problem(folder, halves).isEmpty()) {
                return progress(halves);
            }
            open(folder).withdraw(key);
            return RunStatus.INFRA_FAILED;
        } catch (IOException unreadable) {
            LOG.warn("{} cannot be read: {}", folder, unreadable.toString());
            return RunStatus.UNKNOWN;
        }
    }

    private static RunStatus progress(Map<String, FieldFolder.Half> halves) throws IOException {
        int done = 0;
        int taken = 0;
        for (String arm : ARMS) {
            FieldFolder.Half half = halves.get(arm);
            taken += half != null && half.isTaken() ? 1 : 0;
            done += half != null && RunFiles.outcome(half.place()).isPresent() ? 1 : 0;
        }
        if (done == ARMS.size()) {
            return RunStatus.DONE;
        }
        return taken > 0 ? RunStatus.RUNNING : RunStatus.QUEUED;
    }

    /** Returns why a pair comes to nothing; empty as long as it may. */
    private Optional<String> problem(Path folder, Map<String, FieldFolder.Half> halves) throws IOException {
        Instant now = clock.instant();
        for (String arm : ARMS) {
            FieldFolder.Half half = halves.get(arm);
            if (half == null) {
                return Optional.of("a half of the pair was taken away from " + folder);
            }
            Optional<String> malformed = malformed(half.place());
            if (malformed.isPresent()) {
                return malformed;
            }
            if (half.isTaken() && !Files.exists(half.place().resolve(RunFiles.OUTCOME))) {
                Duration allowed = patience.apply(String.valueOf(folder.getFileName()));
                Optional<Instant> start = RunFiles.startedAt(half.place());
                if (start.isPresent() && start.get().plus(allowed).isBefore(now)) {
                    return Optional.of("no outcome was reported within " + allowed.toHours() + " hours how run "
                            + half.place().getFileName() + " went");
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> malformed(Path run) throws IOException {
        try {
            RunFiles.outcome(run);
            return Optional.empty();
        } catch (InvalidPropertiesFormatException malformed) {
            return Optional.of("what is said of run " + run.getFileName() + " is malformed: " + malformed.getMessage());
        }
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        if (!isOwn(run)) {
            return other.collect(run);
        }
        Path folder = folder(run);
        return of(folder, () -> {
            Map<String, FieldFolder.Half> halves = open(folder).halves().getOrDefault(key(run), Map.of());
            List<ArmResult> arms = new ArrayList<>();
            String host = "";
            for (String arm : ARMS) {
                FieldFolder.Half half = halves.get(arm);
                Optional<ArmResult> outcome = half == null ? Optional.empty() : RunFiles.outcome(half.place());
                if (half == null || outcome.isEmpty()) {
                    throw new IOException("no outcome of arm " + arm);
                }
                arms.add(outcome.get());
                host = host.isEmpty() ? RunFiles.host(half.place()) : host;
            }
            return new Collected(key(run), host, arms);
        });
    }

    @Override
    public void cancel(WorkerRunId run) {
        if (isOwn(run)) {
            Path folder = folder(run);
            of(folder, () -> {
                open(folder).withdraw(key(run));
                return run;
            });
        } else {
            other.cancel(run);
        }
    }

    @Override
    public void await(Set<WorkerRunId> runs, Duration atMost) {
        Set<WorkerRunId> others = runs.stream().filter(run -> !isOwn(run)).collect(Collectors.toSet());
        if (others.size() == runs.size()) {
            other.await(runs, atMost);
            return;
        }
        Duration most = atMost.compareTo(PAUSE) < 0 ? atMost : PAUSE;
        if (others.isEmpty()) {
            LockSupport.parkNanos(most.toNanos());
        } else {
            other.await(others, most);
        }
    }

    @Override
    public Optional<String> reason(WorkerRunId run) {
        if (!isOwn(run)) {
            return other.reason(run);
        }
        Path folder = folder(run);
        try {
            return problem(folder, halves(folder).getOrDefault(key(run), Map.of()));
        } catch (IOException unreadable) {
            return Optional.of(unreadable.toString());
        }
    }

    @Override
    public boolean isCluster() {
        return other.isCluster();
    }

    /** Of a pair of scheduled runs nothing is removed: their ids stay known for a while. */
    @Override
    public void tidy(WorkerRunId run) {
        if (!isOwn(run)) {
            other.tidy(run);
        }
    }

    @Override
    public OptionalInt slots() {
        return other.slots();
    }

    @Override
    public OptionalLong process(WorkerRunId run) {
        return isOwn(run) ? OptionalLong.empty() : other.process(run);
    }
}
