package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.loop.Artifacts;
import dev.amdahl.core.internal.loop.LoopSetup;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.profiler.Profiler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Watches running evidence runs from outside, where a profiler can. An aid only: a run that was not watched, because this process
 * was not there or a profiler failed, is diagnosed from what else it left. Not thread-safe.
 */
public final class ProfilerCaptures {
    private final Map<String, List<Profiler.Capture>> open = new HashMap<>();
    private final List<RuntimeException> failures = new ArrayList<>();

    /** Starts to watch evidence runs that have a process by now, and stops watching those that are over. */
    public void update(LoopSetup setup, List<Run> inFlight) {
        for (Run run : inFlight) {
            run.worker()
                    .filter(worker -> run.plan().purpose().isTraced()
                            && !open.containsKey(run.plan().key()))
                    .ifPresent(worker -> start(setup, run.plan().key(), worker));
        }
        List<String> keys = inFlight.stream().map(run -> run.plan().key()).toList();
        List<String> over =
                open.keySet().stream().filter(key -> !keys.contains(key)).toList();
        over.forEach(this::stop);
    }

    /** Returns whether an evidence run is in flight that could be watched and is not yet. */
    public boolean isLate(List<Run> inFlight) {
        return inFlight.stream()
                .map(Run::plan)
                .anyMatch(plan -> plan.purpose().isTraced() && !open.containsKey(plan.key()));
    }

    private void stop(String key) {
        List<Profiler.Capture> captures = open.remove(key);
        if (captures != null) {
            captures.forEach(capture -> attempt(() -> Optional.of(capture.stop())));
        }
    }

    /** Returns what profilers failed at since this was last asked; it stopped no other. */
    public List<RuntimeException> takeFailures() {
        List<RuntimeException> taken = List.copyOf(failures);
        failures.clear();
        return taken;
    }

    private <T> Optional<T> attempt(Supplier<Optional<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException failed) {
            failures.add(failed);
            return Optional.empty();
        }
    }

    private void start(LoopSetup setup, String key, WorkerRunId worker) {
        Scheduler scheduler = setup.scheduler();
        OptionalLong process = scheduler.process(worker);
        if (process.isPresent()) {
            List<Profiler.Capture> captures = setup.profilers().stream()
                    .flatMap(profiler ->
                            attempt(() -> profiler.capture(process.getAsLong(), Artifacts.captureFolder(setup, key)))
                                    .stream())
                    .toList();
            open.put(key, captures);
            FailPoints.hit(FailPoint.EVIDENCE_RUNNING);
        }
    }
}
