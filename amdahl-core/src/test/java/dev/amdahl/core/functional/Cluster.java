package dev.amdahl.core.functional;

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
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
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
    private final Map<WorkerRunId, RunStatus> fates = new HashMap<>();
    private RunStatus held = RunStatus.DONE;
    private Optional<String> said = Optional.empty();
    private Optional<WorkerRunId> spoiled = Optional.empty();
    private OptionalLong process = OptionalLong.empty();
    private int unanswered;
    private int concealed;
    private int lost;
    private int polls;
    private boolean isForgetful;
    private Optional<String> refusal = Optional.empty();
    private Optional<Duration> window = Optional.of(Duration.ZERO);
    private Function<TrialRequest, String> placement = request -> "host-1";
    private OptionalDouble allocated = OptionalDouble.empty();
    private Optional<String> emptied = Optional.empty();
    private boolean isSingleMachine;

    Cluster(int slots, Function<ArmRequest, ArmResult> script) {
        this.slots = slots;
        this.runs = new ScriptedScheduler(slots, script);
    }

    /** From now on every run is reported so; {@code DONE} lets them end. */
    void hold(RunStatus status) {
        held = status;
    }

    /** From now on this run is reported so, whatever is said of all. */
    void hold(WorkerRunId run, RunStatus status) {
        fates.put(run, status);
    }

    /** From now on this run is reported as all are. */
    void release(WorkerRunId run) {
        fates.remove(run);
    }

    /** From now on every submission is refused for this, which its user has to fix. */
    void refuse(String why) {
        refusal = Optional.of(why);
    }

    /** Whether from now on it knows no run, neither by its id nor by its key. */
    void forget(boolean all) {
        isForgetful = all;
    }

    /** From now on it says so of every run. */
    void say(String reason) {
        said = Optional.of(reason);
    }

    @Override
    public Optional<String> reason(WorkerRunId run) {
        return said;
    }

    /** From now on every run has a process, which profilers may watch. */
    void showProcess(long pid) {
        process = OptionalLong.of(pid);
    }

    @Override
    public OptionalLong process(WorkerRunId run) {
        return process;
    }

    /** From now on the result of this run cannot be read. */
    void spoil(WorkerRunId run) {
        spoiled = Optional.of(run);
    }

    /** From now on a request runs where this says. */
    void place(Function<TrialRequest, String> hosts) {
        placement = hosts;
    }

    /** From now on its allocations are held for so long, and yield nothing if there is a reason for it. */
    void allocate(double seconds, Optional<String> voidReason) {
        allocated = OptionalDouble.of(seconds);
        emptied = voidReason;
    }

    /** It is one machine, as of the start. */
    Cluster onOneMachine() {
        isSingleMachine = true;
        return this;
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

    /** How often it was asked how runs stand. */
    int polls() {
        return polls;
    }

    /** Every run that was started, in order; a run started twice stands here twice. */
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

    private record Placed(
            String key, String host, List<ArmResult> arms, Optional<String> voidReason, OptionalDouble heldSeconds)
            implements TrialResult {}

    @Override
    public String name() {
        return "cluster";
    }

    /** Less forgiving than the contract asks: a second submission under a key is a second run. */
    @Override
    public WorkerRunId submit(TrialRequest request) {
        refusal.ifPresent(why -> {
            throw new AmdahlException(ErrorCategory.USER, why);
        });
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
        return isForgetful ? Optional.empty() : runs.find(key);
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> ids) {
        polls++;
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>(runs.poll(ids));
        if (isForgetful || held == RunStatus.UNKNOWN) {
            statuses.clear();
        }
        statuses.replaceAll((id, status) -> fates.getOrDefault(id, held));
        return statuses;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        collections.merge(run.value(), 1, Integer::sum);
        if (spoiled.filter(run::equals).isPresent()) {
            throw new IllegalStateException("half a result");
        }
        TrialResult result = runs.collect(run);
        TrialRequest request = runs.submitted().stream()
                .filter(submitted -> submitted.key().equals(result.key()))
                .findFirst()
                .orElseThrow();
        List<ArmResult> arms = emptied.isPresent() ? List.of() : result.arms();
        return new Placed(result.key(), placement.apply(request), arms, emptied, allocated);
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

    /** So often it does not say what it is. */
    void concealKind(int times) {
        concealed = times;
    }

    @Override
    public boolean isCluster() {
        if (concealed > 0) {
            concealed--;
            throw new IllegalStateException("nobody knows what kind of scheduler this is");
        }
        return !isSingleMachine;
    }

    @Override
    public OptionalInt slots() {
        return OptionalInt.of(slots);
    }
}
