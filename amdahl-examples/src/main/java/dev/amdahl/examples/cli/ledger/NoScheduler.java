package dev.amdahl.examples.cli.ledger;

import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Stands where a loop asks for a scheduler and no run is touched. Stateless. */
final class NoScheduler implements Scheduler {
    @Override
    public String name() {
        return "none";
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        throw new UnsupportedOperationException("nothing is submitted here");
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return Optional.empty();
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>();
        runs.forEach(run -> statuses.put(run, RunStatus.UNKNOWN));
        return statuses;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        throw new UnsupportedOperationException("nothing is collected here");
    }

    @Override
    public void cancel(WorkerRunId run) {}
}
