package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.TrialRequest;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The calls of the API server that trials need, in one namespace. Thread-safe. */
final class Cluster {
    /** Keys named in one label selector, so that its URL stays short. */
    private static final int KEYS_AT_ONCE = 50;

    private final KubernetesClient client;
    private final String namespace;
    private final TrialKind kind;
    private final KueueVersion kueue;

    Cluster(KubernetesClient client, KubernetesSettings settings) {
        this.client = client;
        this.namespace = Clients.namespace(client);
        this.kind = TrialKind.of(settings, client, namespace);
        this.kueue = new KueueVersion(client, settings.queue().isPresent());
    }

    String namespace() {
        return namespace;
    }

    /** For messages. */
    String place() {
        return Clients.place("namespace " + namespace, client);
    }

    /** All trials whose result was not collected, by key, and what belongs to them: a few calls, however many they are. */
    record Snapshot(
            Map<String, Job> jobs, Map<String, List<Pod>> pods, Map<String, GenericKubernetesResource> workloads) {
        List<Pod> podsOf(String key) {
            return pods.getOrDefault(key, List.of());
        }

        Optional<GenericKubernetesResource> workloadOf(Job job) {
            return Optional.ofNullable(workloads.get(job.getMetadata().getUid()));
        }
    }

    /** @throws KubernetesClientException as the client does */
    Snapshot snapshot() {
        Map<String, Job> jobs = kind.open().stream()
                .collect(Collectors.toMap(Cluster::key, Function.identity(), (first, second) -> first));
        Map<String, List<Pod>> pods = jobs.isEmpty()
                ? Map.of()
                : client
                        .pods()
                        .inNamespace(namespace)
                        .withLabel(Labels.MANAGED_BY, Labels.MANAGER)
                        .withoutField("status.phase", "Succeeded")
                        .list()
                        .getItems()
                        .stream()
                        .collect(Collectors.groupingBy(Cluster::key));
        return new Snapshot(jobs, pods, jobs.isEmpty() ? Map.of() : workloads());
    }

    private Map<String, GenericKubernetesResource> workloads() {
        Map<String, GenericKubernetesResource> byJob = new HashMap<>();
        kueue.workloads(namespace)
                .forEach(workload -> Workloads.jobUid(workload).ifPresent(uid -> byJob.put(uid, workload)));
        return byJob;
    }

    /** Returns the records of trials, of those that have one. */
    List<ConfigMap> records(Set<String> keys) {
        List<String> all = keys.stream().sorted().toList();
        List<ConfigMap> records = new ArrayList<>();
        for (int i = 0; i < all.size(); i += KEYS_AT_ONCE) {
            String[] some =
                    all.subList(i, Math.min(all.size(), i + KEYS_AT_ONCE)).toArray(String[]::new);
            records.addAll(client.configMaps()
                    .inNamespace(namespace)
                    .withLabel(Labels.MANAGED_BY, Labels.MANAGER)
                    .withLabelIn(Labels.KEY, some)
                    .list()
                    .getItems());
        }
        return records;
    }

    static String key(HasMetadata object) {
        return Pods.labels(object.getMetadata()).getOrDefault(Labels.KEY, "");
    }

    Optional<Job> job(String key) {
        return call("Job " + Labels.name(key), () -> kind.get(Labels.name(key)));
    }

    Optional<ConfigMap> record(String key) {
        return call(
                "ConfigMap " + Labels.name(key),
                () -> Optional.ofNullable(recordOf(key).get()));
    }

    /** Returns the pods of one trial, those that succeeded too. */
    List<Pod> pods(String key) {
        return call(
                "pods of trial " + key,
                () -> client.pods()
                        .inNamespace(namespace)
                        .withLabel(Labels.KEY, key)
                        .list()
                        .getItems());
    }

    Optional<GenericKubernetesResource> workload(Job job) {
        return call(
                "Workload of " + job.getMetadata().getName(),
                () -> Optional.ofNullable(workloads().get(job.getMetadata().getUid())));
    }

    /** Returns the latest warning about a Job, such as of pods that admission refuses; empty where events may not be read. */
    Optional<String> warning(String key) {
        try {
            return client
                    .v1()
                    .events()
                    .inNamespace(namespace)
                    .withField("involvedObject.name", Labels.name(key))
                    .list()
                    .getItems()
                    .stream()
                    .filter(event -> "Warning".equals(event.getType())
                            && Labels.name(key).equals(event.getInvolvedObject().getName()))
                    .max(Comparator.comparing(
                            event -> Pods.instant(event.getLastTimestamp()).orElse(Instant.MIN)))
                    .map(event -> OneLine.of(event.getReason(), event.getMessage()));
        } catch (KubernetesClientException e) {
            // Rights to them are a courtesy.
            return Optional.empty();
        }
    }

    /** Returns the log of a trial's container, up to a limit; without the client's wait for the pod, which needs the right to watch. */
    String log(Pod pod) {
        String name = pod.getMetadata().getName();
        return call(
                "log of pod " + name,
                () -> Optional.ofNullable(client.raw("/api/v1/namespaces/" + namespace + "/pods/" + name
                                + "/log?container=" + Pods.container(pod) + "&limitBytes=" + ResultLine.MAX_LOG_BYTES))
                        .orElseThrow(() -> new KubernetesClientException(
                                "pods " + name + " not found", ApiFailure.NOT_FOUND, new Status())));
    }

    /** Makes the record, or gives the one that is there. */
    ConfigMap createOrGet(ConfigMap record, TrialRequest request) {
        String place = Clients.place("trial " + request.key(), client);
        return create(
                place,
                () -> client.configMaps()
                        .inNamespace(namespace)
                        .resource(record)
                        .create(),
                () -> record(request.key()));
    }

    /** Makes the Job, or gives the one that is there. */
    Job createOrGet(Job job, TrialRequest request) {
        String place = Clients.place("trial " + request.key(), client);
        return create(place, () -> kind.create(job), () -> job(request.key()));
    }

    private static <T> T create(String place, Supplier<T> create, Supplier<Optional<T>> get) {
        try {
            return create.get();
        } catch (KubernetesClientException e) {
            if (e.getCode() == ApiFailure.CONFLICT) {
                return get.get().orElseThrow(() -> ApiFailure.of(place, e));
            }
            throw ApiFailure.ofCreate(place, e);
        }
    }

    /** Sets labels and annotations of a record, and removes what is no longer needed of it. */
    void markRecord(String key, Map<String, String> labels, Map<String, String> annotations, Set<String> unneeded) {
        Map<String, Object> data = new HashMap<>();
        unneeded.forEach(name -> data.put(name, null));
        Map<String, Object> patch = patch(labels, annotations);
        patch.put("data", data);
        call(
                "ConfigMap " + Labels.name(key),
                () -> recordOf(key).patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(patch)));
    }

    void markJob(String key, Map<String, String> labels, Map<String, String> annotations) {
        run(key, () -> kind.patch(Labels.name(key), Serialization.asJson(patch(labels, annotations))));
    }

    private static Map<String, Object> patch(Map<String, String> labels, Map<String, String> annotations) {
        return new HashMap<>(Map.of("metadata", Map.of("labels", labels, "annotations", annotations)));
    }

    /** Removes the Job and its pods; nothing if it is gone. */
    void deleteJob(String key) {
        run(key, () -> kind.delete(Labels.name(key)));
    }

    private void run(String key, Runnable call) {
        call("Job " + Labels.name(key), () -> {
            call.run();
            return key;
        });
    }

    private Resource<ConfigMap> recordOf(String key) {
        return client.configMaps().inNamespace(namespace).withName(Labels.name(key));
    }

    /** @throws AmdahlException as {@link ApiFailure} says */
    private <T> T call(String place, Supplier<T> call) {
        try {
            return call.get();
        } catch (KubernetesClientException e) {
            throw ApiFailure.of(Clients.place(place, client), e);
        }
    }
}
