package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A scheduler whose cluster does its work before each look at it. */
record SteppingScheduler(KubernetesScheduler inner, FakeKubelet kubelet) implements Scheduler {
    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        return inner.submit(request);
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return inner.find(key);
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        step();
        return inner.poll(runs);
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        return inner.collect(run);
    }

    @Override
    public void cancel(WorkerRunId run) {
        inner.cancel(run);
        step();
    }

    @Override
    public void await(Set<WorkerRunId> runs, Duration atMost) {
        inner.await(runs, atMost);
    }

    private void step() {
        try {
            kubelet.step();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
