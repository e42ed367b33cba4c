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
import java.util.Set;

/** Every run that the scheduler has started, by key: the outside truth that the ledger is held against. Not thread-safe. */
final class ArrivalLog {
    private final Map<String, List<Job>> byKey = new LinkedHashMap<>();
    private final Map<WorkerRunId, Job> byId = new LinkedHashMap<>();
    private Instant latest = Instant.MIN;
    private Instant restored = Instant.MIN;
    private Set<String> kept = Set.of();

    /** A run that was started. */
    static final class Job {
        final WorkerRunId id;
        final TrialRequest request;
        final Instant sent;
        final Instant ends;
        final List<ArmResult> arms;
        final boolean isKilled;
        boolean isCancelled;
        /** Whether what it left is gone. */
        boolean isFolderGone;
        /** Whether the scheduler knows nothing of it any more. */
        boolean isForgotten;
        /** Whether the ledger that it was started for is lost. */
        boolean isOfLostLedger;
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

    /** Those of a key that the scheduler still knows. */
    List<Job> known(String key) {
        return of(key).stream().filter(job -> !job.isForgotten).toList();
    }

    /** How many runs that the scheduler still knows were started under each key for the ledger of now. */
    Map<String, Integer> started() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        byId.values().stream()
                .filter(job -> !job.isOfLostLedger && !job.isForgotten)
                .forEach(job -> counts.merge(job.request.key(), 1, Integer::sum));
        return counts;
    }

    /** The ledger was brought back from a copy that knows these runs; what it does not know, or forgot, may be started again. */
    void restored(Set<String> intended, Instant now) {
        kept = Set.copyOf(intended);
        restored = now;
        byId.values().stream()
                .filter(job -> job.isForgotten || isOfLostLedger(job))
                .forEach(job -> job.isOfLostLedger = true);
    }

    private boolean isOfLostLedger(Job job) {
        return job.sent.isBefore(restored) && !kept.contains(job.request.key());
    }

    /** Another run that has a result by now; the result that is delivered by mistake. */
    Optional<Job> another(Job than, Instant now) {
        return byId.values().stream()
                .filter(job -> job != than && !job.isKilled && !job.isForgotten && job.ends.isBefore(now))
                .findFirst();
    }

    boolean isLatestAfter(Instant then) {
        return latest.isAfter(then);
    }

    void add(Job job) {
        job.isOfLostLedger = isOfLostLedger(job);
        latest = job.sent;
        byKey.computeIfAbsent(job.request.key(), first -> new ArrayList<>()).add(job);
        byId.put(job.id, job);
    }
}
