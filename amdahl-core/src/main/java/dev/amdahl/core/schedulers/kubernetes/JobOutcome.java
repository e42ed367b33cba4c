package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.experiment.RunStatus;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a Job, its pods and its Workload together say of a run: a function of the documents and the time. */
final class JobOutcome {
    /** Why a container waits that may never start. */
    private static final Set<String> BAD_START = Set.of(
            "ErrImagePull",
            "ImagePullBackOff",
            "ImageInspectError",
            "ErrImageNeverPull",
            "InvalidImageName",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError");

    /** Of these, the ones that no waiting fixes. */
    private static final Set<String> HOPELESS = Set.of("InvalidImageName", "ErrImageNeverPull");

    /** Of a Job whose pod nobody makes, as admission or a quota refuses it. */
    static final String NO_POD = "no pod after 1 minute";

    private static final Duration PROMPT = Duration.ofMinutes(1);

    private final Instant now;
    private final Duration startAllowance;

    JobOutcome(Instant now, Duration startAllowance) {
        this.now = now;
        this.startAllowance = startAllowance;
    }

    Outcome of(Job job, List<Pod> pods, Optional<GenericKubernetesResource> workload) {
        Map<String, String> notes = Pods.annotations(job.getMetadata());
        Optional<String> ended = Optional.ofNullable(notes.get(Labels.ENDED));
        if (ended.isPresent()) {
            return ended(ended.get(), notes.getOrDefault(Labels.REASON, ""));
        }
        boolean isComplete = condition(job, "Complete").isPresent();
        Optional<JobCondition> failed = condition(job, "Failed");
        Optional<String> eviction = workload.flatMap(Workloads::eviction);
        if (eviction.isPresent()) {
            String reason = "evicted and requeued by Kueue, so its times are tainted: " + eviction.get();
            return isComplete || failed.isPresent() ? Outcome.failed(reason) : Outcome.doomed(reason);
        }
        if (isComplete) {
            return hasFailedPods(job)
                    ? Outcome.failed("its pod was lost and replaced, so it ran more than once")
                    : Outcome.of(RunStatus.DONE);
        }
        if (failed.isPresent() && PodFailure.endedArm(pods).isPresent()) {
            return Outcome.of(RunStatus.DONE);
        }
        if (failed.isPresent()) {
            return Outcome.failed(PodFailure.reason(failed.get(), pods));
        }
        if (isSuspended(job)) {
            return Outcome.of(RunStatus.QUEUED, workload.map(Workloads::waiting).orElse("suspended"));
        }
        return pods.stream()
                .filter(pod -> !Pods.isEnded(pod))
                .map(this::live)
                .reduce((one, other) -> one.status() == RunStatus.RUNNING ? other : one)
                .orElseGet(() -> isReady(job) ? Outcome.of(RunStatus.RUNNING) : podless(job));
    }

    private Outcome podless(Job job) {
        boolean isLate = Pods.instant(job.getMetadata().getCreationTimestamp())
                .map(created -> created.plus(PROMPT).isBefore(now))
                .orElse(false);
        return isLate ? Outcome.of(RunStatus.QUEUED, NO_POD) : Outcome.of(RunStatus.QUEUED);
    }

    /** As it was marked when this library ended it. */
    static Outcome ended(String how, String reason) {
        return how.equals("cancelled") ? Outcome.of(RunStatus.CANCELLED) : Outcome.failed(reason);
    }

    static boolean isFinished(Job job) {
        return condition(job, "Complete").isPresent()
                || condition(job, "Failed").isPresent();
    }

    private static Optional<JobCondition> condition(Job job, String type) {
        return job.getStatus() == null
                ? Optional.empty()
                : job.getStatus().getConditions().stream()
                        .filter(condition -> type.equals(condition.getType()) && "True".equals(condition.getStatus()))
                        .findFirst();
    }

    private static boolean isSuspended(Job job) {
        return Boolean.TRUE.equals(job.getSpec().getSuspend());
    }

    private static boolean hasFailedPods(Job job) {
        return job.getStatus() != null
                && job.getStatus().getFailed() != null
                && job.getStatus().getFailed() > 0;
    }

    private static boolean isReady(Job job) {
        return job.getStatus() != null
                && job.getStatus().getReady() != null
                && job.getStatus().getReady() > 0;
    }

    private Outcome live(Pod pod) {
        String reason =
                OneLine.of(pod.getStatus() == null ? null : pod.getStatus().getReason());
        if (reason.equals("NodeLost") || Pods.phase(pod).equals("Unknown")) {
            return Outcome.of(RunStatus.UNKNOWN, "its node does not answer");
        }
        Optional<ContainerState> state = Pods.state(pod);
        if (state.map(ContainerState::getRunning).isPresent()
                || state.map(ContainerState::getTerminated).isPresent()) {
            return Outcome.of(RunStatus.RUNNING);
        }
        return state.map(ContainerState::getWaiting)
                .filter(waiting -> BAD_START.contains(String.valueOf(waiting.getReason())))
                .map(waiting -> stuck(
                        pod,
                        String.valueOf(waiting.getReason()),
                        OneLine.of(waiting.getReason(), waiting.getMessage())))
                .orElseGet(() -> Outcome.of(RunStatus.QUEUED, Pods.unschedulable(pod)));
    }

    private Outcome stuck(Pod pod, String name, String reason) {
        boolean isLate = Pods.instant(pod.getMetadata().getCreationTimestamp())
                .map(created -> created.plus(startAllowance).isBefore(now))
                .orElse(false);
        String said = "its container cannot start, " + reason;
        return HOPELESS.contains(name) || isLate ? Outcome.doomed(said) : Outcome.of(RunStatus.QUEUED, said);
    }
}
