package dev.amdahl.examples.embed;

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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Trials on the in-house queue. A trial is one job under the trial's key, and its script, which measures both arms, is written by the
 * library: the queue runs it and knows nothing of experiments. Thread-safe.
 */
public final class QueueScheduler implements Scheduler {
    /** Whose jobs trials are. */
    static final String OWNER = "amdahl";

    private static final Set<RunStatus> UNDER_WAY = Set.of(RunStatus.QUEUED, RunStatus.RUNNING);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final JobQueue queue;
    private final Path trials;
    private final Clock clock;
    private final AtomicInteger drafts = new AtomicInteger();

    public QueueScheduler(JobQueue queue, Path folder, Clock clock) {
        this.queue = queue;
        this.trials = folder.resolve("trials");
        this.clock = clock;
    }

    @Override
    public String name() {
        return "in-house";
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        RequestCheck.check(request);
        TrialFolder trial = trial(request.key());
        try {
            String draft = request.key() + "." + ProcessHandle.current().pid() + "." + drafts.incrementAndGet();
            if (!trial.create(request, clock.instant(), draft) && !trial.holds(request)) {
                throw new InvalidInputException(
                        "trial " + request.key(), "was submitted with a different request", "use a new key");
            }
        } catch (IOException e) {
            throw notNow(request.key(), e);
        }
        queue.enqueue(
                request.key(), request.family(), OWNER, request.accelerators().count(), trial.script());
        return new WorkerRunId(request.key());
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return queue.find(key).map(state -> new WorkerRunId(key));
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        queue.tick();
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>();
        runs.forEach(run -> statuses.put(run, status(run)));
        return statuses;
    }

    private RunStatus status(WorkerRunId run) {
        return queue.find(run.value())
                .map(state -> switch (state) {
                    case WAITING -> RunStatus.QUEUED;
                    case RUNNING -> RunStatus.RUNNING;
                    case ENDED -> hasResult(run) ? RunStatus.DONE : RunStatus.INFRA_FAILED;
                    case LOST -> RunStatus.INFRA_FAILED;
                    case CANCELLED -> RunStatus.CANCELLED;
                })
                .orElse(RunStatus.UNKNOWN);
    }

    private boolean hasResult(WorkerRunId run) {
        TrialFolder trial = trial(run.value());
        try {
            return Files.exists(trial.record()) && trial.failure().isEmpty();
        } catch (IOException e) {
            throw notNow(run.value(), e);
        }
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        if (status(run) != RunStatus.DONE) {
            throw new InvalidInputException("trial " + run, "is " + status(run), "poll it until it is DONE");
        }
        try {
            return trial(run.value()).collect();
        } catch (IOException e) {
            throw notNow(run.value(), e);
        }
    }

    @Override
    public void cancel(WorkerRunId run) {
        queue.cancel(run.value());
    }

    /** Looks now and then; the default would do too, and look once a second. */
    @Override
    public void await(Set<WorkerRunId> runs, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!runs.isEmpty()
                && poll(runs).values().stream().allMatch(UNDER_WAY::contains)
                && System.nanoTime() < deadline
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** As many as the queue has workers. */
    @Override
    public OptionalInt slots() {
        return OptionalInt.of(queue.workers());
    }

    private TrialFolder trial(String key) {
        return new TrialFolder(trials.resolve(key));
    }

    /** It may be different in a moment: the loop asks again and decides nothing. */
    private static AmdahlException notNow(String key, IOException cause) {
        return new AmdahlException(ErrorCategory.TRANSIENT, "trial " + key + ": " + cause.getMessage(), cause);
    }
}
