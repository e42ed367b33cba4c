package dev.amdahl.core.testing.simulation;

import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every run that the scheduler has started, by key: the outside truth that the ledger is held against. Not thread-safe. */
final class ArrivalLog {
    private final Map<String, List<Job>> byKey = new LinkedHashMap<>();
    private final Map<WorkerRunId, Job> byId = new LinkedHashMap<>();
    private Instant latest = Instant.MIN;

    /** A run that was started. */
    static final class Job {
        final WorkerRunId id;
        final TrialRequest request;
        final Instant sent;
        final Instant ends;
        final List<ArmResult> arms;
        final boolean isKilled;
        boolean isCancelled;
        /** Whether the scheduler ever said that it failed, was cancelled, or has a result that is void. */
        boolean isSaidToHaveFailed;

        Job(WorkerRunId id, TrialRequest request, Instant sent, Instant ends, List<ArmResult> arms, boolean killed) {
            this.id = id;
            this.request = request;
            this.sent = sent;
            this.ends = ends;
            this.arms = arms;
            this.isKilled = killed;
        }
    }

    int size() {
        return byId.size();
    }

    List<Job> of(String key) {
        return byKey.getOrDefault(key, List.of());
    }

    Optional<Job> job(WorkerRunId id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** How many runs were started under each key. */
    Map<String, Integer> started() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        byKey.forEach((key, jobs) -> counts.put(key, jobs.size()));
        return counts;
    }

    /** Another run that has a result by now; the result that is delivered by mistake. */
    Optional<Job> another(Job than, Instant now) {
        return byId.values().stream()
                .filter(job -> job != than && !job.isKilled && job.ends.isBefore(now))
                .findFirst();
    }

    boolean isLatestAfter(Instant then) {
        return latest.isAfter(then);
    }

    void add(Job job) {
        latest = job.sent;
        byKey.computeIfAbsent(job.request.key(), first -> new ArrayList<>()).add(job);
        byId.put(job.id, job);
    }
}
