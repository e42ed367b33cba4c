package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.PluginContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
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
 * @param runtime the training runtime of the TrainJob that a trial is instead
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
        Optional<String> runtime,
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
            "runtime",
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

    private static final List<String> KINDS = List.of("job", "jobset", "trainjob");
    private static final List<String> OF_RUNTIME =
            List.of("pod-template", "scheduler-name", "priority-class", "time-to-live");

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
                kind(settings).equals("jobset"),
                runtime(settings),
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

    private static String kind(Settings settings) {
        String kind = settings.text("kind").orElse("job");
        if (!KINDS.contains(kind)) {
            throw settings.wrong("kind", "is '" + kind + "'", "choose " + String.join(" or ", KINDS));
        }
        return kind;
    }

    /** What a TrainJob cannot say is the runtime's, and not silently without effect here. */
    private static Optional<String> runtime(Settings settings) {
        Optional<String> runtime = settings.text("runtime");
        boolean isTrainJob = kind(settings).equals("trainjob");
        if (runtime.isPresent() != isTrainJob) {
            throw settings.wrong(
                    "runtime",
                    isTrainJob ? "is missing" : "is set without kind=trainjob",
                    "name a ClusterTrainingRuntime, or TrainingRuntime/NAME, with kind=trainjob");
        }
        runtime.filter(name -> !name.matches("(TrainingRuntime/|ClusterTrainingRuntime/)?[a-z0-9][a-z0-9.-]{0,252}"))
                .ifPresent(name -> {
                    throw settings.wrong("runtime", "is '" + name + "'", "write NAME or TrainingRuntime/NAME");
                });
        for (String name : isTrainJob ? OF_RUNTIME : List.<String>of()) {
            if (settings.text(name).isPresent()) {
                throw settings.wrong(name, "is not for kind=trainjob", "set it in the training runtime");
            }
        }
        if (isTrainJob && !settings.byType(Settings.CLAIM).isEmpty()) {
            throw settings.wrong(Settings.CLAIM + "TYPE", "is not for kind=trainjob", "use resource.TYPE");
        }
        return runtime;
    }
}
