package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What stands in the documents of pods; any part of them may be missing. */
final class Pods {
    /** The container that runs a trial. */
    static final String CONTAINER = "trial";

    private Pods() {}

    static Map<String, String> annotations(ObjectMeta metadata) {
        return metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations();
    }

    static Map<String, String> labels(ObjectMeta metadata) {
        return metadata.getLabels() == null ? Map.of() : metadata.getLabels();
    }

    static String phase(Pod pod) {
        return pod.getStatus() == null || pod.getStatus().getPhase() == null
                ? "Pending"
                : pod.getStatus().getPhase();
    }

    static boolean isEnded(Pod pod) {
        return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
    }

    /** Returns which of the pods of its Job it is, from 0. */
    static String index(Pod pod) {
        return annotations(pod.getMetadata()).getOrDefault("batch.kubernetes.io/job-completion-index", "0");
    }

    static List<ContainerStatus> containers(Pod pod) {
        return pod.getStatus() == null || pod.getStatus().getContainerStatuses() == null
                ? List.of()
                : pod.getStatus().getContainerStatuses();
    }

    /** Returns the name of the container of the trial: in a pod of a training runtime it is the runtime's. */
    static String container(Pod pod) {
        boolean isOwn = pod.getSpec() == null
                || pod.getSpec().getContainers().stream().noneMatch(each -> TrainJobs.PART.equals(each.getName()))
                || pod.getSpec().getContainers().stream().anyMatch(each -> CONTAINER.equals(each.getName()));
        return isOwn ? CONTAINER : TrainJobs.PART;
    }

    /** Returns how the container of the trial stands. */
    static Optional<ContainerState> state(Pod pod) {
        String name = container(pod);
        return containers(pod).stream()
                .filter(status -> name.equals(status.getName()))
                .findFirst()
                .map(ContainerStatus::getState);
    }

    /** Returns when the container of the trial started. */
    static Optional<Instant> started(Pod pod) {
        return state(pod).flatMap(Pods::started);
    }

    static Optional<Instant> started(ContainerState state) {
        if (state.getTerminated() != null) {
            return instant(state.getTerminated().getStartedAt());
        }
        return state.getRunning() == null
                ? Optional.empty()
                : instant(state.getRunning().getStartedAt());
    }

    /** Returns a condition that holds. */
    static Optional<PodCondition> condition(Pod pod, String type) {
        return conditions(pod).stream()
                .filter(condition -> type.equals(condition.getType()) && "True".equals(condition.getStatus()))
                .findFirst();
    }

    static List<PodCondition> conditions(Pod pod) {
        return pod.getStatus() == null || pod.getStatus().getConditions() == null
                ? List.of()
                : pod.getStatus().getConditions();
    }

    /** Returns why no node takes it; empty text if one did, or nobody said. */
    static String unschedulable(Pod pod) {
        return conditions(pod).stream()
                .filter(condition ->
                        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .findFirst()
                .map(condition -> OneLine.of(String.valueOf(condition.getReason()), condition.getMessage()))
                .orElse("");
    }

    /** Returns a time of the API; empty if it is missing or none. */
    static Optional<Instant> instant(@Nullable String text) {
        try {
            return Optional.ofNullable(text)
                    .map(time -> OffsetDateTime.parse(time).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
