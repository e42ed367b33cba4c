package dev.amdahl.core.schedulers.kubernetes;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pods that hold accelerators, one run each, and the Jobs that wait for their first pod. Only what the API server still has: pods
 * that were deleted are not told. Trials of this library are left out. Thread-safe.
 */
public final class KubernetesFleetSource implements FleetSource {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesFleetSource.class);
    private static final Set<String> KNOWN = Set.of(
            "namespace",
            "kubeconfig",
            "context",
            "all-namespaces",
            "family-label",
            "accelerator-resource",
            "type-label");
    private static final String PLUGIN = "kubernetes fleet source";

    private final KubernetesClient client;
    private final Map<String, String> settings;
    private final boolean isEverywhere;
    private final List<String> familyLabels;
    private final AcceleratorTypes types;
    private final KueueVersion kueue;

    private KubernetesFleetSource(KubernetesClient client, Map<String, String> given) {
        Settings settings = new Settings(PLUGIN, given, KNOWN);
        this.client = client;
        this.settings = given;
        this.isEverywhere =
                settings.text("all-namespaces").map(Boolean::parseBoolean).orElse(false);
        this.familyLabels = settings.text("family-label")
                .map(label -> List.of(label, Labels.FAMILY))
                .orElse(List.of(Labels.FAMILY));
        this.types = AcceleratorTypes.from(settings);
        this.kueue = new KueueVersion(client, true);
    }

    static FleetSource of(PluginContext context) {
        return over(Clients.of(context), context);
    }

    /**
     * Creates a source over a client of the host's own.
     *
     * @throws dev.amdahl.spi.InvalidInputException if a setting is wrong
     */
    public static KubernetesFleetSource over(KubernetesClient client, PluginContext context) {
        return new KubernetesFleetSource(requireNonNull(client), Map.copyOf(context.settings()));
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        try {
            return runs().stream()
                    .filter(job -> job.since().isBefore(to))
                    .filter(job ->
                            job.ended().map(ended -> !ended.isBefore(from)).orElse(true));
        } catch (KubernetesClientException e) {
            String what = isEverywhere ? "all namespaces" : "namespace " + Clients.namespace(client);
            throw ApiFailure.of(Clients.place(what, client), e);
        }
    }

    /** {@inheritDoc} Calls no server. */
    @Override
    public Optional<String> identity() {
        Map<String, String> asked = new TreeMap<>(settings);
        asked.keySet().removeAll(Set.of("kubeconfig", "context"));
        asked.put("namespace", isEverywhere ? "" : Clients.namespace(client));
        return ClusterIdentity.of(client.getConfiguration()).map(cluster -> "kubernetes " + cluster + " " + asked);
    }

    private List<FleetJob> runs() {
        Map<String, Job> jobs = jobs().stream().collect(Collectors.toMap(KubernetesFleetSource::uid, job -> job));
        Map<String, Instant> admitted = admitted();
        FleetPod reader = new FleetPod(types, familyLabels, nodes());
        Map<String, FleetJob> runs = new HashMap<>();
        Set<String> withPods = new HashSet<>();
        for (Pod pod : pods()) {
            Optional<String> owner = jobUid(pod);
            owner.ifPresent(withPods::add);
            Optional<Job> job = owner.map(jobs::get);
            Optional<Instant> at = Stream.concat(owner.stream(), job.stream().flatMap(KubernetesFleetSource::setUid))
                    .flatMap(uid -> Stream.ofNullable(admitted.get(uid)))
                    .findFirst();
            reader.of(pod, job, at).ifPresent(run -> runs.put(run.id(), run));
        }
        jobs.forEach((uid, job) -> {
            if (!withPods.contains(uid) && !JobOutcome.isFinished(job)) {
                reader.of(job).ifPresent(run -> runs.put(run.id(), run));
            }
        });
        return runs.values().stream()
                .sorted(Comparator.comparing(FleetJob::since).thenComparing(FleetJob::id))
                .toList();
    }

    /** Returns the JobSet that made a Job, which is what Kueue admits then. */
    private static Stream<String> setUid(Job job) {
        return job.getMetadata().getOwnerReferences().stream()
                .filter(owner -> owner.getKind().equals("JobSet"))
                .map(OwnerReference::getUid);
    }

    private List<Job> jobs() {
        var all = client.batch().v1().jobs();
        return others(
                isEverywhere
                        ? all.inAnyNamespace().list().getItems()
                        : all.inNamespace(Clients.namespace(client)).list().getItems());
    }

    private List<Pod> pods() {
        var all = client.pods();
        return others(
                isEverywhere
                        ? all.inAnyNamespace().list().getItems()
                        : all.inNamespace(Clients.namespace(client)).list().getItems());
    }

    private static <T extends HasMetadata> List<T> others(List<T> objects) {
        return objects.stream()
                .filter(object ->
                        !Labels.MANAGER.equals(Pods.labels(object.getMetadata()).get(Labels.MANAGED_BY)))
                .toList();
    }

    private Map<String, Instant> admitted() {
        Map<String, Instant> admitted = new HashMap<>();
        List<GenericKubernetesResource> workloads;
        try {
            workloads = isEverywhere ? kueue.workloads() : kueue.workloads(Clients.namespace(client));
        } catch (KubernetesClientException e) {
            LOG.warn(
                    "Workloads of Kueue are not known: {}",
                    ApiFailure.of("workloads", e).getMessage());
            return admitted;
        }
        workloads.forEach(workload -> Workloads.jobUid(workload)
                .ifPresent(uid -> Workloads.admitted(workload).ifPresent(at -> admitted.put(uid, at))));
        return admitted;
    }

    /** Labels of nodes; where they may not be read, types come from node selectors alone. */
    private Map<String, Map<String, String>> nodes() {
        Map<String, Map<String, String>> labels = new HashMap<>();
        try {
            for (Node node : client.nodes().list().getItems()) {
                labels.put(node.getMetadata().getName(), Pods.labels(node.getMetadata()));
            }
        } catch (KubernetesClientException e) {
            LOG.info("nodes are not known: {}", ApiFailure.of("nodes", e).getMessage());
        }
        return labels;
    }

    private static String uid(HasMetadata object) {
        return object.getMetadata().getUid();
    }

    private static Optional<String> jobUid(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getOwnerReferences()).stream()
                .flatMap(List::stream)
                .filter(owner -> "Job".equals(owner.getKind()))
                .map(OwnerReference::getUid)
                .findFirst();
    }
}
