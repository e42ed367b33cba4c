package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.core.trial.TrialFolder;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.TrialResult;
import dev.amdahl.spi.experiment.WorkerRunId;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the result of a finished run into its folder here, by the log of its pod or over the volume. Thread-safe. */
final class ResultFetch {
    private static final Logger LOG = LoggerFactory.getLogger(ResultFetch.class);

    private final Cluster cluster;
    private final Results results;
    private final KubernetesSettings settings;

    ResultFetch(Cluster cluster, Results results, KubernetesSettings settings) {
        this.cluster = cluster;
        this.results = results;
        this.settings = settings;
    }

    /** On a volume, the pod reads the trial's folder, so it is there before the pod. */
    void prepare(TrialRequest request) {
        if (settings.claim().isPresent()) {
            try {
                results.create(request, settings.clock().instant());
            } catch (IOException e) {
                throw unreadable(request.key(), e);
            }
        }
    }

    TrialResult collect(WorkerRunId run, String key) {
        try {
            if (!results.isCollected(key)) {
                bring(run, key);
            }
            return results.folder(key).collect();
        } catch (IOException e) {
            throw unreadable(key, e);
        }
    }

    private void bring(WorkerRunId run, String key) throws IOException {
        Job job = cluster.job(key)
                .orElseThrow(() -> new InvalidInputException(
                        "run " + run, "has no Job in namespace " + cluster.namespace(), "poll it"));
        List<Pod> pods = cluster.pods(key);
        Optional<GenericKubernetesResource> workload = cluster.workload(job);
        Outcome outcome = new JobOutcome(settings.clock().instant(), settings.startAllowance()).of(job, pods, workload);
        if (outcome.status() == RunStatus.INFRA_FAILED) {
            throw new AmdahlException(
                    ErrorCategory.TRANSIENT,
                    "run " + run + " has no result: " + outcome.reason() + "; submit it under a new key");
        }
        if (outcome.status() != RunStatus.DONE) {
            throw new InvalidInputException(
                    "run " + run, "is " + outcome.status() + ", not DONE", "poll it until it is DONE");
        }
        Optional<Pod> pod = pods.stream()
                .filter(one ->
                        Pods.phase(one).equals("Succeeded") && Pods.index(one).equals("0"))
                .findFirst();
        Optional<PodFailure.EndedArm> ended = pod.isPresent() ? Optional.empty() : PodFailure.endedArm(pods);
        TrialFolder folder;
        if (ended.isPresent()) {
            folder = endedEarly(run, key, ended.get());
            pod = pods.stream().findFirst();
        } else {
            folder = settings.claim().isPresent() ? onVolume(key) : byLog(run, key, pod);
        }
        Results.complete(
                folder, pod.map(one -> one.getSpec().getNodeName()).orElse(""), queueSeconds(job, pod, workload));
        try {
            folder.collect();
        } catch (AmdahlException e) {
            results.strike(key, OneLine.of(e.getMessage()));
            throw e;
        }
        note(key);
    }

    private TrialFolder onVolume(String key) {
        TrialFolder folder = results.folder(key);
        if (!Files.exists(folder.record())) {
            throw new AmdahlException(
                    ErrorCategory.TRANSIENT,
                    "trial " + key + ": " + folder.record() + " is not there yet; the volume may be slow to show it");
        }
        return folder;
    }

    /** On a volume with what the script recorded before, else with the end of that arm alone. */
    private TrialFolder endedEarly(WorkerRunId run, String key, PodFailure.EndedArm ended) throws IOException {
        TrialFolder folder = settings.claim().isPresent() ? results.folder(key) : create(record(run, key));
        if (!Files.exists(folder.record()) && !folder.endArm(Optional.of(ended.name()), ended.code(), ended.reason())) {
            throw unusable(run, key, "its arm " + ended.name() + " is not one of the request's");
        }
        return folder;
    }

    private ConfigMap record(WorkerRunId run, String key) {
        return cluster.record(key)
                .orElseThrow(() -> new AmdahlException(
                        ErrorCategory.TRANSIENT,
                        "run " + run + ": its ConfigMap is gone, and its request with it; submit it under a new key"));
    }

    private TrialFolder create(ConfigMap record) throws IOException {
        return results.create(
                TrialRecord.request(record),
                Pods.instant(record.getMetadata().getCreationTimestamp())
                        .orElse(settings.clock().instant()));
    }

    private TrialFolder byLog(WorkerRunId run, String key, Optional<Pod> pod) throws IOException {
        ConfigMap record = record(run, key);
        TrialRequest request = TrialRecord.request(record);
        TrialFolder folder = create(record);
        if (pod.isEmpty()) {
            throw unusable(run, key, "its pod is gone, and its log with it");
        }
        String log = cluster.log(pod.get());
        try {
            results.unpack(folder, log, key, request);
        } catch (IOException e) {
            throw unusable(run, key, OneLine.of(e.getMessage()));
        }
        return folder;
    }

    private AmdahlException unusable(WorkerRunId run, String key, String reason) throws IOException {
        results.strike(key, reason);
        return new AmdahlException(ErrorCategory.TRANSIENT, "run " + run + " ended, but " + reason + "; poll it again");
    }

    /** By the server's clock until Kueue admitted it, else by the server's and the node's until its container started. */
    private static OptionalDouble queueSeconds(
            Job job, Optional<Pod> pod, Optional<GenericKubernetesResource> workload) {
        Optional<Instant> end = workload.flatMap(Workloads::admitted).or(() -> pod.flatMap(Pods::started));
        return Pods.instant(job.getMetadata().getCreationTimestamp())
                .flatMap(created -> end.map(at -> Duration.between(created, at)))
                .map(waited -> OptionalDouble.of(Math.max(0, waited.toMillis() / 1e3)))
                .orElse(OptionalDouble.empty());
    }

    /** Polls need not list it any more; without this they only list too much. */
    private void note(String key) {
        try {
            cluster.markJob(key, Map.of(Labels.COLLECTED, "true"), Map.of());
            cluster.markRecord(
                    key,
                    Map.of(Labels.COLLECTED, "true"),
                    Map.of(),
                    Set.of(TrialRecord.SCRIPT, TrialRecord.POD, TrialRecord.FILES));
        } catch (AmdahlException e) {
            LOG.warn("trial {} not marked as collected: {}", key, e.getMessage());
        }
    }

    private static AmdahlException unreadable(String key, IOException e) {
        return new InvalidInputException(
                "trial " + key, "its folder cannot be read or written: " + e, "free some space or give access", e);
    }
}
