package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.PluginContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How the scheduler is set up.
 *
 * @param image what trials run in
 * @param root holds the folder {@code trials}, here
 * @param claim the volume claim whose file system is {@code root}, mounted in pods at the same path; empty to bring results by the log
 * @param template a file with a PodTemplateSpec that pods start from
 * @param queue the local queue of Kueue
 * @param isJobSet whether a trial is a JobSet of one Job instead of a Job
 * @param types what an accelerator type is called in the cluster
 * @param timeToLive how long a finished Job stays
 * @param startAllowance how long a pod may take from its node to its command, images included
 * @param pollInterval how long a wait for the end of a run lasts at most
 * @param slots trials that may be in flight; empty if the loop decides
 * @param queueLimit how long a Job may wait for its pod to start; empty for as long as the loop does
 */
record KubernetesSettings(
        String image,
        Path root,
        Optional<String> claim,
        Optional<Path> template,
        Optional<String> serviceAccount,
        Optional<String> queue,
        boolean isJobSet,
        Optional<String> schedulerName,
        Optional<String> priorityClass,
        Optional<String> cpu,
        Optional<String> memory,
        AcceleratorTypes types,
        Duration timeToLive,
        Duration startAllowance,
        Duration pollInterval,
        Optional<Duration> queueLimit,
        OptionalInt slots,
        Clock clock) {

    static final String NAME = "kubernetes";
    static final String PLUGIN = "kubernetes scheduler";

    private static final Set<String> KNOWN = Set.of(
            "image",
            "namespace",
            "kubeconfig",
            "context",
            "root",
            "volume-claim",
            "pod-template",
            "service-account",
            "queue",
            "kind",
            "scheduler-name",
            "priority-class",
            "cpu",
            "memory",
            "accelerator-resource",
            "type-label",
            "time-to-live",
            "start-allowance",
            "poll-interval",
            "queue-limit",
            "slots");

    /** @throws dev.amdahl.spi.InvalidInputException naming the setting that is wrong */
    static KubernetesSettings from(PluginContext context) {
        Settings settings = new Settings(PLUGIN, context.settings(), KNOWN);
        Optional<Path> root = settings.path("root");
        Optional<String> claim = settings.text("volume-claim");
        if (claim.isPresent() && root.filter(Files::isDirectory).isEmpty()) {
            throw settings.wrong(
                    "root",
                    root.map(path -> path + " is not a directory here").orElse("is missing"),
                    "name the folder where the volume of volume-claim is mounted on this machine");
        }
        Optional<Path> template = settings.path("pod-template");
        template.filter(file -> !Files.isRegularFile(file)).ifPresent(file -> {
            throw settings.wrong("pod-template", file + " is not a file", "give a YAML file with a PodTemplateSpec");
        });
        return new KubernetesSettings(
                settings.needed("image", "give the container image that trials run in"),
                root.orElse(context.directory()),
                claim,
                template,
                settings.text("service-account"),
                settings.text("queue"),
                isJobSet(settings),
                settings.text("scheduler-name"),
                settings.text("priority-class"),
                settings.text("cpu"),
                settings.text("memory"),
                AcceleratorTypes.from(settings),
                settings.duration("time-to-live").orElse(Duration.ofDays(7)),
                settings.duration("start-allowance").orElse(Duration.ofMinutes(10)),
                settings.duration("poll-interval").orElse(Duration.ofSeconds(5)),
                settings.duration("queue-limit"),
                settings.positive("slots"),
                context.clock());
    }

    private static boolean isJobSet(Settings settings) {
        String kind = settings.text("kind").orElse("job");
        if (!kind.equals("job") && !kind.equals("jobset")) {
            throw settings.wrong("kind", "is '" + kind + "'", "choose job or jobset");
        }
        return kind.equals("jobset");
    }
}
