package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Tells how runs stand, and ends those that must not go on. Keeps nothing but the words of the last poll. Thread-safe. */
final class RunPoller {
    static final String CANCELLED = "cancelled";
    static final String FAILED = "failed";

    private static final Logger LOG = LoggerFactory.getLogger(RunPoller.class);
    private static final int MAX_REASONS = 10_000;
    private static final String GONE =
            "its Job is gone: deleted by its time to live or by somebody, before its result was collected";

    private final Cluster cluster;
    private final Results results;
    private final KubernetesSettings settings;
    private final Map<WorkerRunId, String> reasons = new ConcurrentHashMap<>();

    RunPoller(Cluster cluster, Results results, KubernetesSettings settings) {
        this.cluster = cluster;
        this.results = results;
        this.settings = settings;
    }

    Map<WorkerRunId, RunStatus> poll(Set<WorkerRunId> runs, Function<WorkerRunId, Optional<String>> keys) {
        if (reasons.size() > MAX_REASONS) {
            reasons.keySet().retainAll(runs);
        }
        Map<WorkerRunId, RunStatus> statuses = new HashMap<>();
        Map<String, WorkerRunId> open = new HashMap<>();
        for (WorkerRunId run : runs) {
            Optional<String> key = keys.apply(run);
            boolean isCollected = key.isPresent() && results.isCollected(key.get());
            statuses.put(run, isCollected ? RunStatus.DONE : RunStatus.UNKNOWN);
            key.filter(known -> !isCollected).ifPresent(known -> open.put(known, run));
        }
        if (!open.isEmpty()) {
            Map<String, Outcome> outcomes = ask(open.keySet());
            open.forEach((key, run) ->
                    statuses.put(run, told(run, outcomes.getOrDefault(key, Outcome.of(RunStatus.UNKNOWN)))));
        }
        return statuses;
    }

    private RunStatus told(WorkerRunId run, Outcome outcome) {
        if (outcome.reason().isEmpty()) {
            reasons.remove(run);
        } else if (!outcome.reason().equals(reasons.put(run, outcome.reason()))) {
            Level level = outcome.status() == RunStatus.QUEUED ? Level.INFO : Level.WARN;
            LOG.atLevel(level).log("{} is {}: {}", run, outcome.status(), outcome.reason());
        }
        return outcome.status();
    }

    private Map<String, Outcome> ask(Set<String> open) {
        Map<String, Outcome> outcomes = new HashMap<>();
        try {
            Cluster.Snapshot snapshot = cluster.snapshot();
            JobOutcome judge = new JobOutcome(settings.clock().instant(), settings.startAllowance());
            Set<String> missing = new HashSet<>(open);
            for (Map.Entry<String, Job> job : snapshot.jobs().entrySet()) {
                if (missing.remove(job.getKey())) {
                    Outcome outcome = judge.of(
                            job.getValue(), snapshot.podsOf(job.getKey()), snapshot.workloadOf(job.getValue()));
                    outcomes.put(job.getKey(), settled(job.getKey(), job.getValue(), outcome));
                }
            }
            if (!missing.isEmpty()) {
                cluster.records(missing).stream()
                        .filter(record -> missing.contains(Cluster.key(record)))
                        .forEach(record -> outcomes.put(Cluster.key(record), withoutJob(record)));
            }
        } catch (KubernetesClientException | AmdahlException e) {
            RuntimeException said =
                    e instanceof KubernetesClientException api ? ApiFailure.of(cluster.place(), api) : e;
            String reason = OneLine.of(said.getMessage());
            open.forEach(key -> outcomes.put(key, Outcome.of(RunStatus.UNKNOWN, reason)));
        }
        return outcomes;
    }

    /** Ends what must not go on; a result that was read twice and was no result is none. */
    private Outcome settled(String key, Job job, Outcome outcome) {
        try {
            if (outcome.isDoomed()) {
                end(key, FAILED, outcome.reason());
            } else if (outcome.status() == RunStatus.CANCELLED && !JobOutcome.isFinished(job)) {
                end(key, CANCELLED, outcome.reason());
            } else if (outcome.reason().equals(JobOutcome.NO_POD)) {
                return Outcome.of(
                        RunStatus.QUEUED,
                        cluster.warning(key)
                                .map(said -> JobOutcome.NO_POD + ": " + said)
                                .orElse(JobOutcome.NO_POD));
            } else if (outcome.status() == RunStatus.DONE) {
                return results.unusable(key).map(Outcome::failed).orElse(outcome);
            }
            return outcome;
        } catch (AmdahlException | IOException e) {
            return Outcome.of(RunStatus.UNKNOWN, OneLine.of(e.getMessage()));
        }
    }

    /** Returns what a record says of a run whose Job is not listed. */
    private Outcome withoutJob(ConfigMap record) {
        Map<String, String> labels = Pods.labels(record.getMetadata());
        if (labels.containsKey(Labels.ENDED)) {
            String reason = Pods.annotations(record.getMetadata()).getOrDefault(Labels.REASON, "");
            return JobOutcome.ended(labels.getOrDefault(Labels.ENDED, ""), reason);
        }
        if (labels.containsKey(Labels.COLLECTED) && hasJob(Cluster.key(record))) {
            return Outcome.of(RunStatus.DONE);
        }
        return TrialRecord.isSubmitted(record) ? Outcome.failed(GONE) : Outcome.of(RunStatus.UNKNOWN);
    }

    /** Returns a result that was collected into a folder elsewhere can be read again while its pod is there. */
    private boolean hasJob(String key) {
        return cluster.job(key).isPresent();
    }

    /** Marks the Job, so that no poll takes it for running, and the record, which outlives it; then removes the Job and its pods. */
    void end(String key, String how, String reason) {
        Map<String, String> words = Map.of(Labels.ENDED, how, Labels.REASON, OneLine.of(reason));
        cluster.markJob(key, Map.of(), words);
        cluster.markRecord(
                key,
                Map.of(Labels.ENDED, how),
                Map.of(Labels.REASON, OneLine.of(reason)),
                Set.of(TrialRecord.SCRIPT, TrialRecord.POD, TrialRecord.FILES));
        cluster.deleteJob(key);
    }

    Optional<String> reason(WorkerRunId run) {
        return Optional.ofNullable(reasons.get(run));
    }
}
