package dev.amdahl.core.testing;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/** A scheduler that runs nothing: each arm's result is a function of its request, and every run is done at once. Not thread-safe. */
public final class ScriptedScheduler implements Scheduler {
    private final Map<String, TrialRequest> requests = new LinkedHashMap<>();
    private final Function<ArmRequest, ArmResult> script;
    private final int slots;

    /** @param script what an arm measures */
    public ScriptedScheduler(int slots, Function<ArmRequest, ArmResult> script) {
        this.slots = slots;
        this.script = script;
    }

    private record Result(String key, String host, List<ArmResult> arms, Optional<String> voidReason)
            implements TrialResult {}

    /** Everything submitted, in order. */
    public List<TrialRequest> submitted() {
        return new ArrayList<>(requests.values());
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        requests.putIfAbsent(request.key(), request);
        return new WorkerRunId(request.key());
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return requests.containsKey(key) ? Optional.of(new WorkerRunId(key)) : Optional.empty();
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        Map<WorkerRunId, RunStatus> statuses = new LinkedHashMap<>();
        runs.forEach(run -> statuses.put(run, requests.containsKey(run.value()) ? RunStatus.DONE : RunStatus.UNKNOWN));
        return statuses;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        TrialRequest request = requests.get(run.value());
        if (request == null) {
            throw new IllegalStateException("no run " + run);
        }
        List<ArmResult> arms = new ArrayList<>();
        request.arms().forEach(arm -> arms.add(script.apply(arm)));
        return new Result(request.key(), "scripted", List.copyOf(arms), Optional.empty());
    }

    @Override
    public void cancel(WorkerRunId run) {}

    @Override
    public OptionalInt slots() {
        return OptionalInt.of(slots);
    }
}
