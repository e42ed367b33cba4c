package dev.amdahl.core.internal.loop;

import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/** One slot of a scheduler that submits idempotently and reports every run as a test asks. */
public final class HoldingScheduler implements Scheduler {
    private final ScriptedScheduler runs;
    private final List<WorkerRunId> cancelled = new ArrayList<>();
    private RunStatus status = RunStatus.DONE;
    private Optional<String> reason = Optional.empty();

    HoldingScheduler(Function<ArmRequest, ArmResult> script) {
        runs = new ScriptedScheduler(1, script);
    }

    /** From now on every run is reported so, for this reason. */
    public void hold(RunStatus reported, String why) {
        status = reported;
        reason = Optional.of(why);
    }

    public List<TrialRequest> submitted() {
        return runs.submitted();
    }

    public List<WorkerRunId> cancelled() {
        return List.copyOf(cancelled);
    }

    @Override
    public String name() {
        return "holding";
    }

    @Override
    public boolean isSubmitIdempotent() {
        return true;
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        return runs.submit(request);
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return runs.find(key);
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> asked) {
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>();
        asked.forEach(run -> statuses.put(run, status));
        return statuses;
    }

    @Override
    public Optional<String> reason(WorkerRunId run) {
        return reason;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        return runs.collect(run);
    }

    @Override
    public void cancel(WorkerRunId run) {
        cancelled.add(run);
    }

    @Override
    public OptionalInt slots() {
        return runs.slots();
    }
}
