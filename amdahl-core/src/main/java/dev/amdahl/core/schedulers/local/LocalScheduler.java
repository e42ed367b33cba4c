package dev.amdahl.core.schedulers.local;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.io.Disk;
import dev.amdahl.core.trial.Directories;
import dev.amdahl.core.trial.RequestCheck;
import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs trials as processes of this machine, at most one for every two cores and one on an accelerator at a time over all of a user's
 * schedulers. The processes outlive the one that submitted them; everything is read from the trial's folder. Linux only. Thread-safe.
 */
public final class LocalScheduler implements Scheduler {
    static final String NAME = "local";

    private static final Logger LOG = LoggerFactory.getLogger(LocalScheduler.class);

    private final LocalSettings settings;
    private final Slots slots;
    private final Launcher launcher;
    private final TrialQueue queue;

    LocalScheduler(LocalSettings settings) {
        this.settings = settings;
        settings.prepare();
        this.slots = new Slots(settings.slotDirectory(), settings.slots());
        this.launcher = new Launcher(slots, settings.devices(), settings.isOwned());
        this.queue = new TrialQueue(settings.root().resolve("trials"));
        sweep();
        LeftCaps.restore(slots.power());
    }

    /**
     * Creates a scheduler that keeps its trials under a folder; two on one folder are the same scheduler.
     *
     * @param root made when the first trial is submitted
     */
    public static LocalScheduler at(Path root) {
        return at(root, Clock.systemUTC());
    }

    /** Overload of {@code at}: with the clock that orders the queue. */
    public static LocalScheduler at(Path root, Clock clock) {
        return new LocalScheduler(LocalSettings.at(requireNonNull(root), requireNonNull(clock)));
    }

    /** Returns a scheduler in a folder below another, whose trials end between their arms once this process is dead. */
    public static LocalScheduler owned(Path folder, Clock clock) {
        return new LocalScheduler(LocalSettings.at(folder.resolve(NAME), clock).owned());
    }

    /** Returns how many accelerators of this machine trials of this process may use; none where no NVIDIA driver shows any. */
    public static int accelerators() {
        return Devices.found().ids().size();
    }

    /** Removes what dead processes left half written. */
    private void sweep() {
        try {
            queue.sweep();
        } catch (IOException e) {
            LOG.warn("drafts in {} not removed: {}", settings.root(), e.toString());
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * Writes the trial's folder and starts its script if a slot is free; else a later call of any scheduler on this folder starts it.
     *
     * @throws InvalidInputException if the request is malformed, the key stands for another request, a declared file is there already,
     *     this machine has one core, the job asks for several nodes, or the folder cannot be written
     */
    @Override
    public WorkerRunId submit(TrialRequest request) {
        if (settings.cores() < 2) {
            throw new InvalidInputException("local scheduler", OneCore.REASON, OneCore.REMEDY);
        }
        RequestCheck.check(request);
        settings.devices().check(request);
        TrialFolder trial = queue.trial(request.key());
        try {
            boolean isNew = false;
            if (!trial.exists()) {
                refuseExistingFiles(request);
                isNew = queue.add(request, settings.clock().instant());
                FailPoints.hit(FailPoint.REQUEST_ACCEPTED);
            }
            if (!isNew && !trial.holds(request)) {
                throw new InvalidInputException(
                        "trial " + request.key(), "was submitted with a different request", "use a new key");
            }
        } catch (IOException e) {
            throw Disk.failure(trial.path(), e);
        }
        launch();
        return new WorkerRunId(request.key());
    }

    private void refuseExistingFiles(TrialRequest request) throws IOException {
        if (Directories.existing(request).isPresent() && !queue.shares(Directories.names(request), slots)) {
            Optional<Path> file = Directories.existing(request);
            if (file.isPresent()) {
                throw new InvalidInputException(
                        file.get().toString(),
                        "is declared as written by the command but exists already",
                        "move it away");
            }
        }
    }

    /** Starts queued trials; a failure leaves them queued for the next call. */
    private void launch() {
        try {
            var waiting = queue.waiting();
            if (!waiting.isEmpty()) {
                launcher.launch(waiting);
            }
        } catch (IOException | AmdahlException e) {
            LOG.warn("queued trials of {} not started yet: {}", settings.root(), e.toString());
        }
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return queue.contains(key) ? Optional.of(new WorkerRunId(key)) : Optional.empty();
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        launch();
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>();
        runs.forEach(run -> statuses.put(run, status(run)));
        return statuses;
    }

    private RunStatus status(WorkerRunId id) {
        if (!queue.contains(id.value())) {
            return gone(id.value());
        }
        TrialFolder trial = queue.trial(id.value());
        LocalRun run = new LocalRun(trial, launcher);
        try {
            RunStatus status = run.status();
            if (isEnd(status) && queue.markEnded(trial)) {
                launcher.forget(trial);
                if (status == RunStatus.INFRA_FAILED) {
                    run.clear();
                }
            }
            return status;
        } catch (IOException e) {
            LOG.warn("status of {} not known: {}", trial.path(), e.toString());
            return RunStatus.UNKNOWN;
        }
    }

    /** A run whose folder is surely gone has no result, and nothing of it runs on. */
    private RunStatus gone(String key) {
        if (!queue.isGone(key)) {
            return RunStatus.UNKNOWN;
        }
        new Session(Session.GONE, queue.trial(key).path()).kill();
        return RunStatus.INFRA_FAILED;
    }

    private static boolean isEnd(RunStatus status) {
        return status == RunStatus.DONE || status == RunStatus.INFRA_FAILED || status == RunStatus.CANCELLED;
    }

    @Override
    public TrialResult collect(WorkerRunId id) {
        RunStatus status = status(id);
        TrialFolder trial = queue.trial(id.value());
        try {
            if (status == RunStatus.INFRA_FAILED) {
                throw new AmdahlException(
                        ErrorCategory.TRANSIENT,
                        "trial " + id + " has no result: " + failure(trial) + "; submit it under a new key");
            }
            if (status != RunStatus.DONE) {
                throw new InvalidInputException(
                        "trial " + id, "is " + status + ", not DONE", "poll it until it is DONE");
            }
            return trial.collect();
        } catch (IOException e) {
            throw Disk.failure(trial.path(), e);
        }
    }

    private String failure(TrialFolder trial) throws IOException {
        return trial.exists() ? new LocalRun(trial, launcher).failure() : "its folder is gone";
    }

    @Override
    public Optional<String> reason(WorkerRunId id) {
        try {
            RunStatus status = status(id);
            if (status == RunStatus.INFRA_FAILED) {
                return Optional.of(failure(queue.trial(id.value())));
            }
            return status == RunStatus.QUEUED ? slots.occupant() : Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    @Override
    public void cancel(WorkerRunId id) {
        if (!queue.contains(id.value())) {
            return;
        }
        TrialFolder trial = queue.trial(id.value());
        LocalRun run = new LocalRun(trial, launcher);
        try {
            slots.exclusively(() -> {
                if (!isEnd(run.status())) {
                    TrialFolder.write(trial.cancelled(), "");
                    run.clear();
                }
                return id;
            });
        } catch (IOException e) {
            throw Disk.failure(trial.path(), e);
        }
    }

    /**
     * Ends whatever still runs or waits of the trials under a folder, for good.
     *
     * @param root as given to the scheduler that they were submitted to
     */
    public static void endAll(Path root) {
        LocalScheduler scheduler = at(root);
        try {
            scheduler
                    .queue
                    .open()
                    .forEach(trial -> scheduler.cancel(
                            new WorkerRunId(String.valueOf(trial.path().getFileName()))));
        } catch (IOException e) {
            throw Disk.failure(root, e);
        }
    }

    @Override
    public void await(Set<WorkerRunId> runs, Duration atMost) {
        if (runs.isEmpty()) {
            return;
        }
        try {
            ResultWatcher.await(
                    () -> watched(runs),
                    atMost,
                    () -> poll(runs).values().stream().anyMatch(LocalScheduler::isEnd));
        } catch (IOException e) {
            LOG.debug("no file events: {}", e.toString());
            Scheduler.super.await(runs, atMost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The runs themselves, and whatever holds the slots that they wait for. */
    private Set<Path> watched(Set<WorkerRunId> runs) {
        Set<Path> trials = new HashSet<>(slots.holders());
        runs.stream()
                .filter(run -> queue.contains(run.value()))
                .forEach(run -> trials.add(queue.trial(run.value()).path()));
        return trials;
    }

    @Override
    public void tidy(WorkerRunId id) {
        RunStatus status = queue.contains(id.value()) ? status(id) : RunStatus.UNKNOWN;
        TrialFolder trial = queue.trial(id.value());
        if (!isEnd(status) || (status == RunStatus.DONE && !trial.isCollected())) {
            return;
        }
        try {
            trial.tidy();
        } catch (IOException e) {
            throw Disk.failure(trial.path(), e);
        }
    }

    @Override
    public boolean isCluster() {
        return false;
    }

    @Override
    public OptionalInt slots() {
        return OptionalInt.of(settings.slots());
    }

    @Override
    public OptionalLong process(WorkerRunId id) {
        if (!queue.contains(id.value()) || !Files.exists(queue.trial(id.value()).pid())) {
            return OptionalLong.empty();
        }
        try {
            return new LocalRun(queue.trial(id.value()), launcher).command();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
