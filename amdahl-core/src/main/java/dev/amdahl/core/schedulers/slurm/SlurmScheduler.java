package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.internal.io.Disk;
import dev.amdahl.core.internal.schedulers.slurmcommands.SlurmJob;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs trials as batch jobs of a Slurm cluster, by its commands or its REST daemon. A trial's folder lies on a file system that the nodes see under the
 * same path; its result is read from there, whatever has become of the job. Thread-safe.
 */
public final class SlurmScheduler implements Scheduler {
    static final String NAME = "slurm";

    private static final Duration LOOK = Duration.ofMillis(250);

    private final SlurmSettings settings;
    private final TrialRoot root;
    private final SlurmView view;
    private final Submission submission;
    private final RunPoller watch;
    private final Cancellation cancellation;

    SlurmScheduler(SlurmSettings settings) {
        this.settings = settings;
        root = new TrialRoot(settings.root());
        SlurmLink link = SlurmLink.of(settings);
        view = new SlurmView(link, settings.commands().clock(), settings.pause());
        submission = new Submission(settings, link, view);
        cancellation = new Cancellation(root, link, view);
        watch = new RunPoller(settings, link, view);
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * Writes the trial's folder and hands its job to Slurm, once; after an attempt whose outcome is not known Slurm is asked first.
     *
     * @throws InvalidInputException if the request is malformed, the key stands for another request, a declared file is there already,
     *     Slurm says that the job can never run, or the folder cannot be written
     */
    @Override
    public WorkerRunId submit(TrialRequest request) {
        RequestCheck.checkOnNodes(request);
        JobOptions.of(request, settings.job());
        SlurmTrial trial = root.trial(request.key());
        try {
            if (!trial.exists()) {
                refuseExistingFiles(request);
                root.add(request, settings.commands().clock().instant());
            }
            if (!trial.folder().holds(request)) {
                throw new InvalidInputException(
                        "trial " + request.key(), "was submitted with a different request", "use a new key");
            }
            if (trial.settled().isEmpty()) {
                handOver(trial, request);
            }
        } catch (IOException e) {
            throw Disk.failure(trial.path(), e);
        }
        return new WorkerRunId(request.key());
    }

    private void handOver(SlurmTrial trial, TrialRequest request) throws IOException {
        if (Directories.names(request).isEmpty()) {
            submission.submit(trial, request, List.of());
            return;
        }
        synchronized (root) {
            List<String> before = new ArrayList<>();
            for (SlurmTrial other : root.sharing(request)) {
                other.job().ifPresent(before::add);
            }
            submission.submit(trial, request, before);
        }
    }

    private void refuseExistingFiles(TrialRequest request) throws IOException {
        Optional<Path> file = Directories.existing(request);
        if (file.isPresent() && root.sharing(request).isEmpty()) {
            throw new InvalidInputException(
                    file.get().toString(), "is declared as written by the command but exists already", "move it away");
        }
    }

    /**
     * Returns the run of a key.
     *
     * @throws AmdahlException TRANSIENT if it was handed over, the outcome is not known and Slurm does not tell now
     */
    @Override
    public Optional<WorkerRunId> find(String key) {
        Optional<SlurmTrial> trial = root.find(key);
        if (trial.isEmpty()) {
            return Optional.empty();
        }
        try {
            boolean isKnown = trial.get().settled().isPresent()
                    || trial.get().job().isPresent()
                    || (trial.get().attempted().isPresent() && submission.find(trial.get()));
            return isKnown ? Optional.of(new WorkerRunId(key)) : Optional.empty();
        } catch (IOException e) {
            throw Disk.failure(trial.get().path(), e);
        }
    }

    /** At most one look at the queue and one at accounting for all runs; what Slurm does not tell now is unknown. */
    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>();
        Map<String, SlurmTrial> open = new HashMap<>();
        for (WorkerRunId run : runs) {
            Optional<SlurmTrial> trial = root.find(run.value());
            Optional<RunStatus> settled = trial.map(RunPoller::settled).orElse(Optional.of(RunStatus.UNKNOWN));
            statuses.put(run, settled.orElse(RunStatus.UNKNOWN));
            if (settled.isEmpty()) {
                open.put(run.value(), trial.get());
            }
        }
        watch.statuses(open.values()).forEach((key, status) -> statuses.put(new WorkerRunId(key), status));
        cancellation.repeat();
        return statuses;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        RunStatus status = poll(Set.of(run)).getOrDefault(run, RunStatus.UNKNOWN);
        SlurmTrial trial = root.trial(run.value());
        try {
            if (status == RunStatus.INFRA_FAILED) {
                String reason = reason(run).orElse("its record is not complete");
                throw new AmdahlException(
                        ErrorCategory.TRANSIENT,
                        "trial " + run + " has no result: " + reason + "; submit it under a new key");
            }
            if (status != RunStatus.DONE) {
                throw new InvalidInputException(
                        "trial " + run, "is " + status + ", not DONE", "poll it until it is DONE");
            }
            return trial.collect();
        } catch (IOException e) {
            throw Disk.failure(trial.path(), e);
        }
    }

    @Override
    public Optional<String> reason(WorkerRunId run) {
        return root.find(run.value()).flatMap(this::reason);
    }

    private Optional<String> reason(SlurmTrial trial) {
        try {
            Optional<String> settled = trial.hasRecord() ? trial.folder().failure() : trial.failure();
            return settled.isPresent() || trial.settled().isPresent()
                    ? settled
                    : view.last(JobOptions.name(trial.key())).map(SlurmJob::told);
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    @Override
    public void cancel(WorkerRunId run) {
        root.find(run.value()).ifPresent(trial -> {
            try {
                if (poll(Set.of(run)).get(run) != RunStatus.INFRA_FAILED
                        && trial.settled().isEmpty()) {
                    cancellation.cancel(trial);
                }
            } catch (IOException e) {
                throw Disk.failure(trial.path(), e);
            }
        });
    }

    /** Looks at the trials' folders only, so that waiting costs Slurm nothing. */
    @Override
    public void await(Set<WorkerRunId> runs, Duration atMost) {
        long left = runs.isEmpty() ? 0 : atMost.toNanos();
        while (left > 0
                && !Thread.currentThread().isInterrupted()
                && runs.stream().noneMatch(this::hasEnded)) {
            long slice = Math.min(left, LOOK.toNanos());
            LockSupport.parkNanos(slice);
            left -= slice;
        }
    }

    private boolean hasEnded(WorkerRunId run) {
        return root.find(run.value()).map(SlurmTrial::hasRecord).orElse(true);
    }

    @Override
    public void tidy(WorkerRunId run) {
        root.find(run.value())
                .map(SlurmTrial::folder)
                .filter(TrialFolder::isCollected)
                .ifPresent(folder -> {
                    try {
                        folder.tidy();
                    } catch (IOException e) {
                        throw Disk.failure(folder.path(), e);
                    }
                });
    }

    @Override
    public OptionalInt slots() {
        return settings.slots();
    }
}
