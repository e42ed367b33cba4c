package dev.amdahl.examples.cli.gpu;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * Runs trials in this process, in the thread that waits for them, which is the one that has the device. A run that it does not know ended
 * with the process that had it: the loop repeats it. Not thread-safe.
 */
final class ProductScheduler implements Scheduler {
    private final String host;
    private final Function<List<ArmRequest>, List<ArmResult>> arms;
    private final Map<String, TrialRequest> waiting = new LinkedHashMap<>();
    private final Map<String, TrialResult> done = new HashMap<>();

    /**
     * @param host its name
     * @param arms runs those of one trial
     */
    ProductScheduler(String host, Function<List<ArmRequest>, List<ArmResult>> arms) {
        this.host = host;
        this.arms = arms;
    }

    private record Measured(String key, String host, List<ArmResult> arms, Optional<String> voidReason)
            implements TrialResult {}

    @Override
    public String name() {
        return "in-process";
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        if (!done.containsKey(request.key())) {
            waiting.putIfAbsent(request.key(), request);
        }
        return new WorkerRunId(request.key());
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return waiting.containsKey(key) || done.containsKey(key) ? Optional.of(new WorkerRunId(key)) : Optional.empty();
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>();
        for (WorkerRunId run : runs) {
            RunStatus unfinished = waiting.containsKey(run.value()) ? RunStatus.QUEUED : RunStatus.INFRA_FAILED;
            statuses.put(run, done.containsKey(run.value()) ? RunStatus.DONE : unfinished);
        }
        return statuses;
    }

    /** Runs what waits. */
    @Override
    public void await(Set<WorkerRunId> runs, Duration atMost) {
        for (TrialRequest request : List.copyOf(waiting.values())) {
            List<ArmResult> measured = List.copyOf(arms.apply(request.arms()));
            waiting.remove(request.key());
            done.put(request.key(), new Measured(request.key(), host, measured, Optional.empty()));
        }
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        TrialResult result = done.get(run.value());
        if (result == null) {
            throw new InvalidInputException("trial " + run, "is not done", "poll it until it is DONE");
        }
        return result;
    }

    @Override
    public void cancel(WorkerRunId run) {
        waiting.remove(run.value());
    }

    /** Returns one device, one trial. */
    @Override
    public OptionalInt slots() {
        return OptionalInt.of(1);
    }
}
