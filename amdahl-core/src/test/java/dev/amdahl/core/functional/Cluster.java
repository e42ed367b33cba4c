package dev.amdahl.core.functional;

import dev.amdahl.core.ledger.entry.RecordedArm;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/** A scheduler that outlives the loop's process and misbehaves as a test asks: holds runs back, forgets them, times out. */
final class Cluster implements Scheduler {
    private final ScriptedScheduler runs;
    private final int slots;
    private final List<String> submissions = new ArrayList<>();
    private final Set<String> cancelled = new LinkedHashSet<>();
    private final List<String> tidied = new ArrayList<>();
    private final Map<String, Integer> collections = new HashMap<>();
    private RunStatus held = RunStatus.DONE;
    private int unanswered;
    private int lost;
    private int polls;
    private Optional<Duration> window = Optional.of(Duration.ZERO);
    private Function<TrialRequest, String> placement = request -> "host-1";

    Cluster(int slots, Function<ArmRequest, RecordedArm> script) {
        this.slots = slots;
        this.runs = new ScriptedScheduler(slots, script);
    }

    /** From now on every run is reported so; {@code DONE} lets them end. */
    void hold(RunStatus status) {
        held = status;
    }

    /** From now on a request runs where this says. */
    void place(Function<TrialRequest, String> hosts) {
        placement = hosts;
    }

    /** The next submissions are taken, but their caller is told that nobody answered. */
    void takeWithoutAnswer(int times) {
        unanswered = times;
    }

    /** The next submissions never arrive, and their caller is told that nobody answered. */
    void lose(int times) {
        lost = times;
    }

    /** From now on this long is promised for look-ups; empty for never. */
    void promiseLookup(Optional<Duration> promised) {
        window = promised;
    }

    /** Every run that was started, in order; a run started twice stands here twice. */
    /** How often it was asked how runs stand. */
    int polls() {
        return polls;
    }

    List<String> submissions() {
        return List.copyOf(submissions);
    }

    /** The requests of all runs, in order. */
    List<TrialRequest> requests() {
        return runs.submitted();
    }

    Set<String> cancelled() {
        return Set.copyOf(cancelled);
    }

    Map<String, Integer> collections() {
        return Map.copyOf(collections);
    }

    private record Placed(String key, String host, List<ArmResult> arms, Optional<String> voidReason)
            implements TrialResult {}

    @Override
    public String name() {
        return "cluster";
    }

    /** Less forgiving than the contract asks: a second submission under a key is a second run. */
    @Override
    public WorkerRunId submit(TrialRequest request) {
        if (lost > 0) {
            lost--;
            throw new AmdahlException(ErrorCategory.PLUGIN, "the connection broke");
        }
        submissions.add(request.key());
        WorkerRunId id = runs.submit(request);
        if (unanswered > 0) {
            unanswered--;
            throw new AmdahlException(ErrorCategory.TRANSIENT, "the scheduler did not answer");
        }
        return id;
    }

    @Override
    public boolean isSubmitIdempotent() {
        return false;
    }

    @Override
    public Optional<Duration> lookupWindow() {
        return window;
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        return runs.find(key);
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> ids) {
        polls++;
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>(runs.poll(ids));
        if (held == RunStatus.UNKNOWN) {
            statuses.clear();
        }
        statuses.replaceAll((id, status) -> held);
        return statuses;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        collections.merge(run.value(), 1, Integer::sum);
        TrialResult result = runs.collect(run);
        TrialRequest request = runs.submitted().stream()
                .filter(submitted -> submitted.key().equals(result.key()))
                .findFirst()
                .orElseThrow();
        return new Placed(result.key(), placement.apply(request), result.arms(), result.voidReason());
    }

    @Override
    public void cancel(WorkerRunId run) {
        cancelled.add(run.value());
    }

    @Override
    public void tidy(WorkerRunId run) {
        tidied.add(run.value());
    }

    /** The runs that were to be tidied up, in order. */
    List<String> tidied() {
        return tidied;
    }

    @Override
    public OptionalInt slots() {
        return OptionalInt.of(slots);
    }
}
