package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FamilyRule;
import dev.amdahl.spi.job.FleetJob;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A pod, or a Job that has none yet, as a run of the fleet. Immutable. */
final class FleetPod {
    /** A pod of a Job that was made so soon after the Job began has waited with it. */
    private static final Duration FIRST_WAVE = Duration.ofMinutes(1);

    private final AcceleratorTypes types;
    private final List<String> familyLabels;
    private final Map<String, Map<String, String>> nodes;

    /**
     * @param familyLabels labels that name the workload, the first that is there
     * @param nodes labels by node, as far as they may be read
     */
    FleetPod(AcceleratorTypes types, List<String> familyLabels, Map<String, Map<String, String>> nodes) {
        this.types = types;
        this.familyLabels = List.copyOf(familyLabels);
        this.nodes = Map.copyOf(nodes);
    }

    /** Empty if it holds no accelerator, or nothing is known of its times. */
    Optional<FleetJob> of(Pod pod, Optional<Job> job, Optional<Instant> admitted) {
        Optional<Accelerators> held = types.held(pod.getSpec(), type(pod));
        Optional<Instant> created = Pods.instant(pod.getMetadata().getCreationTimestamp());
        if (held.isEmpty() || created.isEmpty()) {
            return Optional.empty();
        }
        Optional<Instant> started = started(pod);
        Optional<Instant> ended = ended(pod);
        if (Pods.isEnded(pod) && ended.isEmpty()) {
            return Optional.empty();
        }
        Instant submitted = job.filter(owner -> isFirstWave(created.get(), owner))
                .flatMap(owner -> Pods.instant(owner.getMetadata().getCreationTimestamp()))
                .orElse(created.get());
        Map<String, String> labels = new TreeMap<>(Map.of("phase", Pods.phase(pod)));
        Optional.ofNullable(pod.getSpec().getNodeName()).ifPresent(node -> labels.put("node", node));
        admitted.ifPresent(at -> labels.put("admitted", at.toString()));
        scheduled(pod).ifPresent(at -> labels.put("scheduled", at.toString()));
        return Optional.of(new FleetJob(
                pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName(),
                family(pod.getMetadata(), job),
                owner(pod.getMetadata()),
                held.get(),
                submitted,
                started.filter(at -> !at.isBefore(submitted)).or(() -> started.map(at -> submitted)),
                ended,
                Optional.empty(),
                labels));
    }

    /** Returns a Job that waits for its first pod, as one that Kueue holds back. */
    Optional<FleetJob> of(Job job) {
        PodSpec spec = job.getSpec().getTemplate().getSpec();
        Optional<Accelerators> perPod = types.held(
                spec,
                types.type(
                        Optional.ofNullable(spec).map(PodSpec::getNodeSelector).orElse(Map.of())));
        int pods = Optional.ofNullable(job.getSpec().getParallelism()).orElse(1);
        Optional<Instant> created = Pods.instant(job.getMetadata().getCreationTimestamp());
        if (perPod.isEmpty() || pods < 1 || created.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new FleetJob(
                job.getMetadata().getNamespace() + "/" + job.getMetadata().getName(),
                family(job.getMetadata(), Optional.empty()),
                owner(job.getMetadata()),
                new Accelerators(
                        perPod.get().type(), Math.multiplyExact(perPod.get().count(), pods)),
                created.get(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("phase", "Pending")));
    }

    private static boolean isFirstWave(Instant created, Job owner) {
        return Optional.ofNullable(owner.getStatus())
                .flatMap(status -> Pods.instant(status.getStartTime()))
                .map(start -> !created.isAfter(start.plus(FIRST_WAVE)))
                .orElse(false);
    }

    private static Optional<Instant> started(Pod pod) {
        return Pods.containers(pod).stream()
                .map(ContainerStatus::getState)
                .filter(Objects::nonNull)
                .flatMap(state -> Pods.started(state).stream())
                .min(Comparator.naturalOrder());
    }

    /** Returns when its last container ended; where the node did not tell, when its last condition changed. */
    private static Optional<Instant> ended(Pod pod) {
        if (!Pods.isEnded(pod)) {
            return Optional.empty();
        }
        Stream<String> containers = Pods.containers(pod).stream()
                .map(ContainerStatus::getState)
                .filter(state -> state != null && state.getTerminated() != null)
                .map(ContainerState::getTerminated)
                .map(end -> end.getFinishedAt());
        Stream<String> conditions = Pods.conditions(pod).stream().map(PodCondition::getLastTransitionTime);
        return latest(containers).or(() -> latest(conditions));
    }

    private static Optional<Instant> latest(Stream<String> times) {
        return times.flatMap(time -> Pods.instant(time).stream()).max(Comparator.naturalOrder());
    }

    private static Optional<Instant> scheduled(Pod pod) {
        return Pods.condition(pod, "PodScheduled")
                .flatMap(condition -> Pods.instant(condition.getLastTransitionTime()));
    }

    private String type(Pod pod) {
        String node = Optional.ofNullable(pod.getSpec().getNodeName()).orElse("");
        String ofNode = types.type(nodes.getOrDefault(node, Map.of()));
        return ofNode.equals(AcceleratorTypes.UNKNOWN)
                ? types.type(
                        Optional.ofNullable(pod.getSpec().getNodeSelector()).orElse(Map.of()))
                : ofNode;
    }

    private static String owner(ObjectMeta metadata) {
        return Pods.labels(metadata).getOrDefault("amdahl.io/owner", metadata.getNamespace());
    }

    private String family(ObjectMeta metadata, Optional<Job> job) {
        Map<String, String> labels = Pods.labels(metadata);
        return familyLabels.stream()
                .map(labels::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(() -> job.flatMap(FleetPod::controller)
                        .or(() -> job.map(one -> generated(one.getMetadata())))
                        .or(() -> controller(metadata).map(owner -> byController(owner, labels)))
                        .orElseGet(() -> generated(metadata)));
    }

    /** A CronJob's or workflow's name is the family itself. */
    private static Optional<String> controller(Job job) {
        return controller(job.getMetadata())
                .map(owner -> owner.getKind().equals("CronJob")
                        ? owner.getName()
                        : FamilyRule.standard().familyOfPod(owner.getName()));
    }

    private static Optional<OwnerReference> controller(ObjectMeta metadata) {
        return Optional.ofNullable(metadata.getOwnerReferences()).stream()
                .flatMap(List::stream)
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst();
    }

    private static String byController(OwnerReference owner, Map<String, String> labels) {
        String hash = "-" + labels.getOrDefault("pod-template-hash", "");
        boolean isHashed = hash.length() > 1 && owner.getName().endsWith(hash);
        return switch (owner.getKind()) {
            case "StatefulSet", "DaemonSet" -> owner.getName();
            default ->
                isHashed
                        ? owner.getName().substring(0, owner.getName().length() - hash.length())
                        : FamilyRule.standard().familyOfPod(owner.getName());
        };
    }

    private static String generated(ObjectMeta metadata) {
        String prefix = Optional.ofNullable(metadata.getGenerateName()).orElse("");
        return prefix.isEmpty()
                ? FamilyRule.standard().familyOfPod(metadata.getName())
                : FamilyRule.standard().familyOfPod(prefix.replaceFirst("[-_.]+$", ""));
    }
}
