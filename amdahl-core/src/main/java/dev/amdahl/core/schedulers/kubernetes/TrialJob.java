package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.core.trial.TrialScript;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.TrialRequest;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Job of a trial. Immutable. */
final class TrialJob {
    private static final String FROM = "/amdahl/job";
    private static final String HERE = "/amdahl/trial";
    /** Where the script says which arm runs; its node tells that once the container has ended. */
    private static final String BOARD = "/dev/termination-log";

    /** Before the number of an accelerator that is claimed. */
    private static final String CLAIM = "accelerator-";

    private static final Duration PER_ARM = Duration.ofSeconds(30);
    private static final long MAX_SECONDS = Integer.MAX_VALUE;
    /** 0644 */
    private static final int READABLE = 420;

    private final KubernetesSettings settings;

    TrialJob(KubernetesSettings settings) {
        this.settings = settings;
    }

    /** @throws InvalidInputException if it asks for several nodes, and its pods would have no volume by which to start together */
    Job of(TrialRequest request) {
        int nodes = request.accelerators().nodes();
        if (nodes > 1 && settings.claim().isEmpty()) {
            throw new InvalidInputException(
                    "trial " + request.key(),
                    "asks for " + nodes + " nodes, whose pods start together by files that all of them see",
                    "set volume-claim to a volume that can be mounted by many (ReadWriteMany)");
        }
        Map<String, String> labels = Labels.of(request.key(), request.family());
        JobBuilder job = new JobBuilder()
                .withNewMetadata()
                .withName(Labels.name(request.key()))
                .withLabels(labels)
                .addToAnnotations(Labels.DIGEST, TrialRecord.digest(request))
                .endMetadata()
                .withNewSpec()
                .withParallelism(nodes)
                .withCompletions(nodes)
                .withCompletionMode(nodes > 1 ? "Indexed" : null)
                .withBackoffLimit(0)
                .withTtlSecondsAfterFinished((int) seconds(settings.timeToLive()))
                .withTemplate(template(request, labels))
                .endSpec();
        settings.queue()
                .ifPresent(queue -> job.editMetadata()
                        .addToLabels(Labels.QUEUE, queue)
                        .endMetadata()
                        .editSpec()
                        .withSuspend(true)
                        .endSpec());
        settings.queueLimit()
                .ifPresent(limit -> job.editSpec()
                        .withActiveDeadlineSeconds(seconds(limit.plus(podLimit(request))))
                        .endSpec());
        return job.build();
    }

    /** From the node's start of the pod: images, then both arms up to their limits. */
    private Duration podLimit(TrialRequest request) {
        return TrialScript.limits(request).map(PER_ARM::plus).reduce(settings.startAllowance(), Duration::plus);
    }

    private static long seconds(Duration duration) {
        return Math.min(MAX_SECONDS, duration.plusMillis(999).toSeconds());
    }

    private PodTemplateSpec template(TrialRequest request, Map<String, String> labels) {
        PodTemplateSpec base = base();
        PodSpecBuilder pod = base.getSpec() == null ? new PodSpecBuilder() : new PodSpecBuilder(base.getSpec());
        Container own = Optional.ofNullable(base.getSpec()).stream()
                .flatMap(spec -> spec.getContainers().stream())
                .filter(container -> Pods.CONTAINER.equals(container.getName()))
                .findFirst()
                .orElseGet(Container::new);
        pod.removeMatchingFromContainers(container -> Pods.CONTAINER.equals(container.getName()));
        pod.addToContainers(0, container(own, request))
                .withRestartPolicy("Never")
                .withTerminationGracePeriodSeconds(10L)
                .withActiveDeadlineSeconds(seconds(podLimit(request)))
                .addToVolumes(new VolumeBuilder()
                        .withName("amdahl-job")
                        .withNewConfigMap()
                        .withName(Labels.name(request.key()))
                        .withDefaultMode(READABLE)
                        .endConfigMap()
                        .build())
                .addToVolumes(trialVolume());
        if (pod.getAutomountServiceAccountToken() == null) {
            pod.withAutomountServiceAccountToken(false);
        }
        settings.serviceAccount().ifPresent(pod::withServiceAccountName);
        settings.schedulerName().ifPresent(pod::withSchedulerName);
        settings.priorityClass().ifPresent(pod::withPriorityClassName);
        requireType(request, pod);
        if (request.accelerators().nodes() > 1) {
            keepApart(request.key(), pod);
        }
        request.avoidedHosts().stream().sorted().forEach(host -> avoid(host, pod));
        return new PodTemplateSpecBuilder(base)
                .editOrNewMetadata()
                .addToLabels(labels)
                .endMetadata()
                .withSpec(pod.build())
                .build();
    }

    private PodTemplateSpec base() {
        if (settings.template().isEmpty()) {
            return new PodTemplateSpec();
        }
        Path file = settings.template().get();
        try {
            return parsed(file, Files.readString(file));
        } catch (IOException e) {
            throw new InvalidInputException(
                    file.toString(), "cannot be read: " + e, "check the path and its permissions", e);
        }
    }

    /** Returns the client lets errors of its YAML parser through, which have no type of the client's. */
    private static PodTemplateSpec parsed(Path file, String yaml) {
        try {
            PodTemplateSpec template = Serialization.unmarshal(yaml, PodTemplateSpec.class);
            return template == null ? new PodTemplateSpec() : template;
        } catch (RuntimeException e) {
            throw new InvalidInputException(
                    file.toString(), "is not a PodTemplateSpec: " + OneLine.of(e.getMessage()), "correct it", e);
        }
    }

    private Container container(Container own, TrialRequest request) {
        boolean isByLog = settings.claim().isEmpty();
        String root = isByLog ? HERE : settings.root().toString();
        String folder = isByLog ? HERE + "/" + request.key() : trial(request.key());
        ContainerBuilder container = new ContainerBuilder(own)
                .withName(Pods.CONTAINER)
                .withImage(settings.image())
                .withCommand(
                        "sh", FROM + "/" + TrialRecord.POD, FROM, folder, request.key(), isByLog ? "log" : "volume")
                .withArgs(List.of())
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withTerminationMessagePath(BOARD)
                .addNewEnv()
                .withName("AMDAHL_BOARD")
                .withValue(BOARD)
                .endEnv()
                .addNewEnv()
                .withName("AMDAHL_HOST")
                .withNewValueFrom()
                .withNewFieldRef("v1", "spec.nodeName")
                .endValueFrom()
                .endEnv()
                .addNewVolumeMount()
                .withName("amdahl-job")
                .withMountPath(FROM)
                .withReadOnly(true)
                .endVolumeMount()
                .addNewVolumeMount()
                .withName("amdahl-trial")
                .withMountPath(root)
                .endVolumeMount();
        if (request.accelerators().nodes() > 1) {
            container
                    .addNewEnv()
                    .withName("AMDAHL_POD_IP")
                    .withNewValueFrom()
                    .withNewFieldRef("v1", "status.podIP")
                    .endValueFrom()
                    .endEnv();
        }
        secure(container);
        container.editOrNewResources().endResources();
        settings.cpu()
                .ifPresent(cpu -> container
                        .editResources()
                        .addToRequests("cpu", new Quantity(cpu))
                        .endResources());
        settings.memory()
                .ifPresent(memory -> container
                        .editResources()
                        .addToRequests("memory", new Quantity(memory))
                        .addToLimits("memory", new Quantity(memory))
                        .endResources());
        AcceleratorTypes types = settings.types();
        String type = request.accelerators().type();
        int count = types.count(request.accelerators());
        if (types.claims().containsKey(type)) {
            for (int i = 0; i < count; i++) {
                container
                        .editResources()
                        .addNewClaim()
                        .withName(CLAIM + i)
                        .endClaim()
                        .endResources();
            }
        } else if (count > 0) {
            container
                    .editResources()
                    .addToLimits(types.resource(type), new Quantity(Integer.toString(count)))
                    .endResources();
        }
        return container.build();
    }

    /** What a namespace with the Pod Security level restricted asks for and any program can do without, unless the template says otherwise. */
    private static void secure(ContainerBuilder container) {
        var context = container.editOrNewSecurityContext();
        boolean isPrivileged = Boolean.TRUE.equals(context.getPrivileged())
                || (context.buildCapabilities() != null
                        && context.buildCapabilities().getAdd().stream().anyMatch(name -> name.endsWith("SYS_ADMIN")));
        if (context.getAllowPrivilegeEscalation() == null && !isPrivileged) {
            context.withAllowPrivilegeEscalation(false);
        }
        if (!context.hasCapabilities()) {
            context.withNewCapabilities().addToDrop("ALL").endCapabilities();
        }
        if (!context.hasSeccompProfile()) {
            context.withNewSeccompProfile().withType("RuntimeDefault").endSeccompProfile();
        }
        context.endSecurityContext();
    }

    private String trial(String key) {
        return settings.root().resolve("trials").resolve(key).toString();
    }

    private Volume trialVolume() {
        VolumeBuilder volume = new VolumeBuilder().withName("amdahl-trial");
        return settings.claim()
                .map(claim -> volume.withNewPersistentVolumeClaim()
                        .withClaimName(claim)
                        .endPersistentVolumeClaim()
                        .build())
                .orElseGet(() -> volume.withNewEmptyDir().endEmptyDir().build());
    }

    /** Another type of accelerator would be another experiment, so it is required. */
    private void requireType(TrialRequest request, PodSpecBuilder pod) {
        AcceleratorTypes types = settings.types();
        String type = request.accelerators().type();
        int count = types.count(request.accelerators());
        if (count == 0) {
            return;
        }
        types.label().ifPresent(label -> types.value(type).ifPresent(value -> pod.addToNodeSelector(label, value)));
        Optional<String> template = Optional.ofNullable(types.claims().get(type));
        for (int i = 0; template.isPresent() && i < count; i++) {
            pod.addNewResourceClaim()
                    .withName(CLAIM + i)
                    .withResourceClaimTemplateName(template.get())
                    .endResourceClaim();
        }
    }

    /** The pods of a trial, each on a node of its own. */
    private static void keepApart(String key, PodSpecBuilder pod) {
        pod.editOrNewAffinity()
                .editOrNewPodAntiAffinity()
                .addNewRequiredDuringSchedulingIgnoredDuringExecution()
                .withTopologyKey("kubernetes.io/hostname")
                .withNewLabelSelector()
                .addToMatchLabels(Labels.KEY, key)
                .endLabelSelector()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endPodAntiAffinity()
                .endAffinity();
    }

    private static void avoid(String host, PodSpecBuilder pod) {
        pod.editOrNewAffinity()
                .editOrNewNodeAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(100)
                .withNewPreference()
                .addToMatchFields(new NodeSelectorRequirement("metadata.name", "NotIn", List.of(host)))
                .endPreference()
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .endAffinity();
    }
}
