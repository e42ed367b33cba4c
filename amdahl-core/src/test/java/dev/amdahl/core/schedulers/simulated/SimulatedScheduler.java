package dev.amdahl.core.schedulers.simulated;

import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Hands trials to a simulated cluster, so that a whole loop can run against a fleet whose truth is known. Thread-safe. */
public final class SimulatedScheduler implements Scheduler {
    private final SimulatedCluster cluster;
    private final int slots;

    /** @param slots how many trials may run side by side */
    public SimulatedScheduler(SimulatedCluster cluster, int slots) {
        if (slots < 1) {
            throw new IllegalArgumentException("slots must be at least 1, was " + slots);
        }
        this.cluster = cluster;
        this.slots = slots;
    }

    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        cluster.submit(request);
        return new WorkerRunId(request.key());
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return cluster.knows(key) ? Optional.of(new WorkerRunId(key)) : Optional.empty();
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        Map<WorkerRunId, RunStatus> statuses = new LinkedHashMap<>();
        runs.forEach(run -> statuses.put(run, cluster.status(run.value())));
        return statuses;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        return cluster.collect(run.value());
    }

    @Override
    public void cancel(WorkerRunId run) {
        cluster.cancel(run.value());
    }

    /** Moves virtual time instead of waiting. */
    @Override
    public void await(Set<WorkerRunId> runs, Duration atMost) {
        cluster.await(runs.stream().map(WorkerRunId::value).collect(Collectors.toSet()), atMost);
    }

    @Override
    public OptionalInt slots() {
        return OptionalInt.of(slots);
    }
}
