package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a Workload of Kueue says, whichever of its versions is served; a part that is missing says nothing. */
final class Workloads {
    static final String GROUP = "kueue.x-k8s.io";
    static final String JOB_UID = "kueue.x-k8s.io/job-uid";

    private static final Set<String> KINDS = Set.of("Job", "JobSet");

    private Workloads() {}

    /** Returns the Job, or the JobSet, that it stands for. */
    static Optional<String> jobUid(GenericKubernetesResource workload) {
        Optional<String> label =
                Optional.ofNullable(Pods.labels(workload.getMetadata()).get(JOB_UID));
        return label.or(() -> workload.getMetadata().getOwnerReferences().stream()
                .filter(owner -> KINDS.contains(owner.getKind()))
                .map(owner -> owner.getUid())
                .findFirst());
    }

    /** Returns when it was admitted. */
    static Optional<Instant> admitted(GenericKubernetesResource workload) {
        return condition(workload, "Admitted")
                .filter(condition -> "True".equals(condition.get("status")))
                .flatMap(condition -> Pods.instant(text(condition, "lastTransitionTime")));
    }

    /**
     * Returns why it was evicted, now or at any earlier time: the condition stays when it is admitted again, with the status False, and so do
     * the counts.
     */
    static Optional<String> eviction(GenericKubernetesResource workload) {
        Optional<String> condition = Stream.of("Evicted", "Preempted")
                .flatMap(type -> condition(workload, type).stream())
                .findFirst()
                .map(found -> OneLine.of(text(found, "reason"), text(found, "message")));
        if (condition.isPresent()) {
            return condition;
        }
        boolean isCounted = !list(workload.get("status", "schedulingStats", "evictions"))
                        .isEmpty()
                || (workload.get("status", "requeueState", "count") instanceof Number count && count.intValue() > 0);
        return isCounted ? Optional.of("counted in its status") : Optional.empty();
    }

    /** Returns why it waits. */
    static String waiting(GenericKubernetesResource workload) {
        return Stream.of("QuotaReserved", "Admitted")
                .flatMap(type -> condition(workload, type).stream())
                .filter(condition -> "False".equals(condition.get("status")))
                .findFirst()
                .map(condition -> OneLine.of("waits in Kueue", text(condition, "message")))
                .orElse("waits in Kueue");
    }

    private static Optional<Map<?, ?>> condition(GenericKubernetesResource workload, String type) {
        return list(workload.get("status", "conditions")).stream()
                .filter(Map.class::isInstance)
                .<Map<?, ?>>map(Map.class::cast)
                .filter(condition -> type.equals(condition.get("type")))
                .findFirst();
    }

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static String text(Map<?, ?> condition, String name) {
        Object value = condition.get(name);
        return value == null ? "" : value.toString();
    }
}
