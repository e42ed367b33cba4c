package dev.amdahl.core.schedulers.simulated;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The simulated outside system: it outlives the schedulers that speak with it, as a cluster outlives the process that submits.
 * Its time is virtual and passes only while somebody waits. Thread-safe.
 */
public final class SimulatedCluster {
    private final VirtualClock clock;
    private final Function<TrialRequest, SimulatedRun> workload;
    private final Map<String, Submission> submissions = new LinkedHashMap<>();

    /** @param workload decides once, at submission, what a run turns out to be */
    public SimulatedCluster(VirtualClock clock, Function<TrialRequest, SimulatedRun> workload) {
        this.clock = clock;
        this.workload = workload;
    }

    private record Submission(
            String request, SimulatedRun run, Instant starts, Instant ends, Optional<Instant> cancelled) {

        RunStatus at(Instant now) {
            if (cancelled.isPresent()) {
                return RunStatus.CANCELLED;
            }
            if (now.isBefore(ends)) {
                return now.isBefore(starts) ? RunStatus.QUEUED : RunStatus.RUNNING;
            }
            return run.isLost() ? RunStatus.INFRA_FAILED : RunStatus.DONE;
        }

        Submission cancelledAt(Instant now) {
            return new Submission(request, run, starts, ends, Optional.of(now));
        }
    }

    private record Result(String key, String host, List<ArmResult> arms, Optional<String> voidReason)
            implements TrialResult {}

    synchronized void submit(TrialRequest request) {
        String text = text(request);
        Submission known = submissions.get(request.key());
        if (known == null) {
            SimulatedRun run = workload.apply(request);
            Instant starts = clock.instant().plus(run.queued());
            submissions.put(
                    request.key(), new Submission(text, run, starts, starts.plus(run.runs()), Optional.empty()));
        } else if (!known.request().equals(text)) {
            throw new InvalidInputException(
                    "trial " + request.key(), "was submitted with a different request", "use a new key");
        }
    }

    synchronized boolean knows(String key) {
        return submissions.containsKey(key);
    }

    synchronized RunStatus status(String key) {
        Submission known = submissions.get(key);
        return known == null ? RunStatus.UNKNOWN : known.at(clock.instant());
    }

    synchronized TrialResult collect(String key) {
        Submission known = submissions.get(key);
        if (known == null || known.at(clock.instant()) != RunStatus.DONE) {
            throw new AmdahlException(
                    ErrorCategory.TRANSIENT, "run " + key + " is " + status(key) + "; collect it when it is DONE");
        }
        return new Result(key, known.run().host(), known.run().arms(), Optional.empty());
    }

    synchronized void cancel(String key) {
        RunStatus status = status(key);
        if (status == RunStatus.QUEUED || status == RunStatus.RUNNING) {
            submissions.computeIfPresent(key, (same, known) -> known.cancelledAt(clock.instant()));
        }
    }

    /** Lets time pass until the first of the runs ends, at most that long; not at all if one has ended. */
    synchronized void await(Set<String> keys, Duration atMost) {
        Instant now = clock.instant();
        keys.stream()
                .map(submissions::get)
                .filter(known -> known != null && known.cancelled().isEmpty())
                .map(Submission::ends)
                .min(Instant::compareTo)
                .filter(end -> end.isAfter(now))
                .map(end -> Duration.between(now, end))
                .map(left -> left.compareTo(atMost) < 0 ? left : atMost)
                .ifPresent(clock::advance);
    }

    private static String text(TrialRequest request) {
        StringBuilder text = new StringBuilder();
        text.append(request.family()).append(request.accelerators());
        for (ArmRequest arm : request.arms()) {
            text.append('\n').append(arm.name()).append(arm.command());
            text.append(new TreeMap<>(arm.environment()))
                    .append(arm.directory())
                    .append(arm.seed());
            text.append(arm.timeLimit()).append(arm.outputs()).append(arm.isTraced());
        }
        return text.toString();
    }
}
