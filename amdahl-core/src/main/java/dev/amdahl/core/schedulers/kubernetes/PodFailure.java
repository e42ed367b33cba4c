package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.core.trial.TrialFolder;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why a Job failed: the disruption of its pod, else the pod's own reason, else how its container ended, else the Job's. */
final class PodFailure {
    private static final Map<String, String> DISRUPTIONS = Map.of(
            "PreemptionByScheduler", "preempted by a pod of higher priority",
            "PreemptionByKubeScheduler", "preempted by a pod of higher priority",
            "DeletionByTaintManager", "its node was lost or tainted",
            "EvictionByEvictionAPI", "evicted, as by a drain of its node",
            "DeletionByPodGC", "its node is gone",
            "TerminationByKubelet", "ended by its node");

    private static final Map<String, String> REASONS = Map.of(
            "Evicted", "evicted by its node",
            "NodeLost", "its node was lost",
            "NodeShutdown", "its node was shut down",
            "Terminated", "its node was shut down",
            "Preempting", "preempted by its node",
            "DeadlineExceeded", "its pod ran over activeDeadlineSeconds, the sum of the limits of its arms",
            "UnexpectedAdmissionError", "its node refused it");

    /** What the script of a trial leaves on the board of its container. */
    private static final Pattern TOLD = Pattern.compile("amdahl\\.arm ([a-z][a-z0-9]{0,7})");

    private static final int KILLED = 137;
    private static final int TERMINATED = 143;

    private PodFailure() {}

    /**
     * An arm that a limit of its pod ended: a fact about the arm, as an exit code is.
     *
     * @param code the exit code to record
     */
    record EndedArm(String name, int code, String reason) {}

    /** Returns the arm that ran when its pod went over its memory or its deadline; empty if the pod ended otherwise, or does not tell. */
    static Optional<EndedArm> endedArm(List<Pod> pods) {
        return pods.stream().flatMap(pod -> endedArm(pod).stream()).findFirst();
    }

    private static Optional<EndedArm> endedArm(Pod pod) {
        Optional<ContainerStateTerminated> end = Pods.state(pod).map(ContainerState::getTerminated);
        boolean isTime = pod.getStatus() != null
                && "DeadlineExceeded".equals(pod.getStatus().getReason());
        boolean isMemory =
                end.filter(ended -> "OOMKilled".equals(ended.getReason())).isPresent();
        if (Pods.condition(pod, "DisruptionTarget").isPresent() || (!isTime && !isMemory)) {
            return Optional.empty();
        }
        Matcher told = TOLD.matcher(
                lastLine(end.map(ContainerStateTerminated::getMessage).orElse(null)));
        return told.matches()
                ? Optional.of(new EndedArm(
                        told.group(1),
                        isTime ? TrialFolder.OUT_OF_TIME : TrialFolder.OUT_OF_MEMORY,
                        reason(pod).orElse("")))
                : Optional.empty();
    }

    static String reason(JobCondition failed, List<Pod> pods) {
        return pods.stream()
                .flatMap(pod -> reason(pod).stream())
                .findFirst()
                .orElseGet(() -> OneLine.of(word(failed), failed.getMessage()));
    }

    private static String word(JobCondition failed) {
        return "DeadlineExceeded".equals(failed.getReason())
                ? "its Job ran over activeDeadlineSeconds"
                : "its Job failed, " + OneLine.of(failed.getReason());
    }

    private static Optional<String> reason(Pod pod) {
        Optional<PodCondition> disruption = Pods.condition(pod, "DisruptionTarget");
        if (disruption.isPresent()) {
            String name = OneLine.of(disruption.get().getReason());
            return Optional.of(OneLine.of(
                    DISRUPTIONS.getOrDefault(name, name), disruption.get().getMessage()));
        }
        String own = OneLine.of(pod.getStatus() == null ? null : pod.getStatus().getReason());
        if (!own.isEmpty()) {
            return Optional.of(
                    OneLine.of(REASONS.getOrDefault(own, own), pod.getStatus().getMessage()));
        }
        return Pods.state(pod).map(ContainerState::getTerminated).map(PodFailure::reason);
    }

    private static String reason(ContainerStateTerminated end) {
        int code = end.getExitCode() == null ? -1 : end.getExitCode();
        String name = OneLine.of(end.getReason());
        String said = lastLine(end.getMessage());
        String ended = code == KILLED || code == TERMINATED
                ? "its container was killed (exit code " + code + ")"
                : "its container ended with exit code " + code;
        return switch (name) {
            case "OOMKilled" -> "OOMKilled: its container went over its memory limit (exit code " + code + ")";
            case "ContainerStatusUnknown" -> "its node was lost: how its container ended is not known";
            case "StartError", "ContainerCannotRun" -> OneLine.of("its command cannot be started", end.getMessage());
            default -> said.isEmpty() ? ended : ended + ": " + said;
        };
    }

    /** The reason is the last thing that a failing trial says. */
    private static String lastLine(@Nullable String message) {
        if (message == null) {
            return "";
        }
        String text = message.strip();
        return OneLine.of(text.substring(text.lastIndexOf('\n') + 1));
    }
}
