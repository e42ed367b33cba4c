package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.testing.simulation.ArrivalLog.Job;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** A scheduler that loses, delays, repeats and lies within what it promises; it outlives the loops, and its log is the oracle. Not thread-safe. */
final class FaultyScheduler implements Scheduler {
    static final Duration VISIBILITY = Duration.ofMinutes(30);
    private static final int MAX_MINUTES_LATE = 25;
    private static final int MAX_MINUTES = 40;
    private static final int DAYS_DELAYED = 3;
    private static final int MINUTES_A_DAY = 24 * 60;
    private static final int SLOTS = 3;

    private final PlantedFleet fleet;
    private final WorldTime time;
    private final Dice dice;
    private final Promises promises;
    private final Consumer<TrialRequest> onRequest;
    private final ArrivalLog log = new ArrivalLog();
    private final List<Transit> transit = new ArrayList<>();
    private final Set<WorkerRunId> lied = new HashSet<>();
    private int downFor;

    FaultyScheduler(
            PlantedFleet fleet, WorldTime time, Dice dice, Promises promises, Consumer<TrialRequest> onRequest) {
        this.fleet = fleet;
        this.time = time;
        this.dice = dice;
        this.promises = promises;
        this.onRequest = onRequest;
    }

    private record Transit(TrialRequest request, Instant sent, Instant arrives) {}

    private record Result(String key, String host, List<ArmResult> arms, Optional<String> voidReason)
            implements TrialResult {}

    ArrivalLog log() {
        return log;
    }

    /** Whether a look-up may miss what is there or will arrive; the window in which it may is counted on the loop's clock. */
    boolean isUnsettled() {
        return !transit.isEmpty() || log.isLatestAfter(time.truth().minus(VISIBILITY));
    }

    /** A step of the world: late requests arrive, and it may go down or come up. */
    void step() {
        deliver();
        downFor = dice.isCalm() ? 0 : Math.max(0, downFor - 1);
        if (downFor == 0 && dice.strikes(Fault.SCHEDULER_DOWN)) {
            downFor = 1 + dice.below(6);
        }
    }

    private void deliver() {
        List<Transit> due = transit.stream()
                .filter(one -> !time.truth().isBefore(one.arrives()))
                .toList();
        transit.removeAll(due);
        due.forEach(one -> arrive(one.request(), one.sent(), one.arrives()));
    }

    @Override
    public String name() {
        return "simulated world";
    }

    @Override
    public boolean isSubmitIdempotent() {
        return promises.knowsKeys();
    }

    @Override
    public Optional<Duration> lookupWindow() {
        return promises.looksUpSurely() ? Optional.of(VISIBILITY) : Optional.empty();
    }

    @Override
    public WorkerRunId submit(TrialRequest request) {
        onRequest.accept(request);
        FailPoints.hit(FailPoint.REQUEST_SENT);
        requireUp();
        if (dice.strikes(Fault.REQUEST_LOST)) {
            throw unknown("no reply to the submission of " + request.key());
        }
        if (dice.strikes(Fault.REQUEST_LATE)) {
            Instant sent = time.truth();
            transit.add(new Transit(request, sent, sent.plus(Duration.ofMinutes(1 + dice.below(MAX_MINUTES_LATE)))));
            throw unknown("no reply to the submission of " + request.key());
        }
        Job job = arrive(request, time.truth(), time.truth());
        if (promises.knowsKeys() && dice.strikes(Fault.REQUEST_TWICE)) {
            arrive(request, time.truth(), time.truth());
        }
        FailPoints.hit(FailPoint.REQUEST_ACCEPTED);
        if (dice.strikes(Fault.REPLY_LOST)) {
            throw unknown("the reply to the submission of " + request.key() + " was lost");
        }
        return job.id;
    }

    private Job arrive(TrialRequest request, Instant sent, Instant now) {
        List<Job> known = log.known(request.key());
        if (promises.knowsKeys() && !known.isEmpty()) {
            return known.get(0);
        }
        int minutes = 5 + dice.below(MAX_MINUTES);
        if (dice.strikes(Fault.RUN_DELAYED)) {
            minutes += dice.below(DAYS_DELAYED * MINUTES_A_DAY);
        }
        List<ArmResult> arms = fleet.run(request, now);
        if (arms.size() > 1 && dice.strikes(Fault.ONE_ARM)) {
            arms = arms.subList(0, 1);
        }
        Job job = new Job(
                new WorkerRunId("job-" + (log.size() + 1)),
                request,
                sent,
                now.plus(Duration.ofMinutes(minutes)),
                arms,
                dice.strikes(Fault.RUN_KILLED));
        log.add(job);
        return job;
    }

    @Override
    public Optional<WorkerRunId> find(String key) {
        requireUp();
        if (dice.strikes(Fault.LOOKUP_FAILED)) {
            throw unknown("no answer to the look-up of " + key);
        }
        List<Job> known = log.known(key);
        boolean mayMiss = !promises.looksUpSurely()
                || known.stream().allMatch(job -> job.sent.plus(VISIBILITY).isAfter(time.truth()));
        if (known.isEmpty() || (mayMiss && dice.strikes(Fault.LOOKUP_STALE))) {
            return Optional.empty();
        }
        return Optional.of(known.get(0).id);
    }

    @Override
    public Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs) {
        requireUp();
        Map<WorkerRunId, RunStatus> statuses = new LinkedHashMap<>();
        runs.stream()
                .sorted((a, b) -> a.value().compareTo(b.value()))
                .forEach(run -> statuses.put(run, log.job(run).map(this::say).orElse(RunStatus.UNKNOWN)));
        return statuses;
    }

    private RunStatus say(Job job) {
        job.isForgotten |= dice.strikes(Fault.RUN_FORGOTTEN);
        job.isFolderGone |= dice.strikes(Fault.FOLDER_GONE);
        RunStatus status = status(job);
        if (!lied.contains(job.id) && dice.strikes(Fault.STATUS_WRONG)) {
            lied.add(job.id);
            List<RunStatus> lies = List.of(
                    RunStatus.INFRA_FAILED, RunStatus.UNKNOWN, RunStatus.RUNNING, RunStatus.QUEUED, RunStatus.DONE);
            status = lies.get(dice.below(lies.size()));
        }
        job.isSaidToHaveFailed |= status == RunStatus.INFRA_FAILED || status == RunStatus.CANCELLED;
        return status;
    }

    private RunStatus status(Job job) {
        if (job.isForgotten) {
            return RunStatus.UNKNOWN;
        }
        if (job.isFolderGone) {
            return RunStatus.INFRA_FAILED;
        }
        if (job.isCancelled) {
            return RunStatus.CANCELLED;
        }
        if (time.truth().isBefore(job.ends)) {
            return RunStatus.RUNNING;
        }
        return job.isKilled ? RunStatus.INFRA_FAILED : RunStatus.DONE;
    }

    @Override
    public TrialResult collect(WorkerRunId run) {
        requireUp();
        Job job = log.job(run).orElseThrow(() -> unknown("no run " + run));
        if (status(job) != RunStatus.DONE || dice.strikes(Fault.RESULT_UNREADABLE)) {
            throw unknown("the result of " + run + " cannot be read");
        }
        Optional<Job> another = log.another(job, time.truth());
        if (another.isPresent() && dice.strikes(Fault.RESULT_MIXED_UP)) {
            return result(another.get());
        }
        job.isSaidToHaveFailed |= job.arms.size() < job.request.arms().size();
        return result(job);
    }

    private static TrialResult result(Job job) {
        return new Result(job.request.key(), "node", job.arms, Optional.empty());
    }

    @Override
    public void cancel(WorkerRunId run) {
        requireUp();
        log.job(run).filter(job -> time.truth().isBefore(job.ends)).ifPresent(job -> job.isCancelled = true);
    }

    /** Time passes until the first of them is over; one that is forgotten never is. */
    @Override
    public void await(Set<WorkerRunId> runs, Duration atMost) {
        time.pass(runs.stream()
                .flatMap(run -> log.job(run).stream())
                .filter(job -> !job.isForgotten)
                .map(this::left)
                .reduce(atMost, (one, other) -> one.compareTo(other) < 0 ? one : other));
    }

    private Duration left(Job job) {
        return status(job) == RunStatus.RUNNING ? Duration.between(time.truth(), job.ends) : Duration.ZERO;
    }

    @Override
    public OptionalInt slots() {
        return OptionalInt.of(SLOTS);
    }

    private void requireUp() {
        deliver();
        if (downFor > 0) {
            throw unknown("the scheduler is down");
        }
    }

    private static AmdahlException unknown(String what) {
        return new AmdahlException(ErrorCategory.TRANSIENT, what);
    }
}
