package dev.amdahl.benchmarks.loop;

import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A scheduler without a free slot, whose runs go on for ever and that answers at once. Thread-safe. */
final class BusyScheduler implements Scheduler {
    @Override
    public String name() {
        return "busy";
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        throw new IllegalStateException("no slot is free");
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return Optional.empty();
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        return runs.stream().collect(Collectors.toMap(Function.identity(), run -> RunStatus.RUNNING));
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        throw new IllegalStateException(run + " runs");
    }

    @Override
    public void cancel(WorkerRunId run) {}

    @Override
    public OptionalInt slots() {
        return OptionalInt.of(0);
    }
}
