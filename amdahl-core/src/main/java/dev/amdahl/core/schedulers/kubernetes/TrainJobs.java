package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Trials that are TrainJobs of Kubeflow Trainer (trainer.kubeflow.org/v1alpha1, as of 2.2) over a training runtime: image, command,
 * variables and resources are the TrainJob's, volumes and places a patch of the runtime's. What neither can say, such as that nothing is
 * started again, the runtime must. Thread-safe.
 */
final class TrainJobs extends MadeJobs {
    static final ResourceDefinitionContext KIND = new ResourceDefinitionContext.Builder()
            .withGroup("trainer.kubeflow.org")
            .withVersion("v1alpha1")
            .withKind("TrainJob")
            .withPlural("trainjobs")
            .withNamespaced(true)
            .build();

    /** The Job of a runtime that trains, and its container. */
    static final String PART = "node";

    private static final String MANAGER = "amdahl.io/trials";

    private final String runtime;

    /** @param runtime the name of a ClusterTrainingRuntime, or {@code TrainingRuntime/NAME} for one of the namespace */
    TrainJobs(KubernetesClient client, String namespace, String runtime) {
        super(client, namespace, KIND, "-" + PART + "-0");
        this.runtime = runtime;
    }

    @Override
    GenericKubernetesResource of(Job job) {
        PodSpec pod = job.getSpec().getTemplate().getSpec();
        Container container = pod.getContainers().get(0);
        Map<String, Object> spec = new LinkedHashMap<>();
        int slash = runtime.indexOf('/');
        spec.put(
                "runtimeRef",
                Map.of(
                        "apiGroup",
                        "trainer.kubeflow.org",
                        "kind",
                        slash < 0 ? "ClusterTrainingRuntime" : runtime.substring(0, slash),
                        "name",
                        runtime.substring(slash + 1)));
        spec.put("suspend", Boolean.TRUE.equals(job.getSpec().getSuspend()));
        put(spec, "activeDeadlineSeconds", job.getSpec().getActiveDeadlineSeconds());
        Map<String, Object> trainer = new LinkedHashMap<>();
        trainer.put("image", container.getImage());
        trainer.put("command", container.getCommand());
        trainer.put("args", List.of());
        trainer.put("env", container.getEnv().stream().map(this::plain).toList());
        trainer.put("numNodes", job.getSpec().getCompletions());
        trainer.put("resourcesPerNode", plain(container.getResources()));
        spec.put("trainer", trainer);
        spec.put(
                "runtimePatches",
                List.of(Map.of(
                        "manager",
                        MANAGER,
                        "trainingRuntimeSpec",
                        Map.of(
                                "template",
                                Map.of(SPEC, Map.of("replicatedJobs", List.of(patch(job, pod, container))))))));
        GenericKubernetesResource train = new GenericKubernetesResource();
        train.setApiVersion("trainer.kubeflow.org/v1alpha1");
        train.setKind("TrainJob");
        train.setMetadata(new ObjectMetaBuilder(job.getMetadata()).build());
        train.setAdditionalProperty(SPEC, spec);
        return train;
    }

    private Map<String, Object> patch(Job job, PodSpec pod, Container container) {
        Map<String, Object> trial = new LinkedHashMap<>();
        trial.put("name", PART);
        trial.put(
                "volumeMounts",
                container.getVolumeMounts().stream().map(this::plain).toList());
        trial.put("securityContext", plain(container.getSecurityContext()));
        Map<String, Object> spec = new LinkedHashMap<>();
        put(spec, "serviceAccountName", pod.getServiceAccountName());
        spec.put("volumes", pod.getVolumes().stream().map(this::plain).toList());
        spec.put("containers", List.of(trial));
        put(spec, "nodeSelector", pod.getNodeSelector().isEmpty() ? null : pod.getNodeSelector());
        put(
                spec,
                "affinity",
                Optional.ofNullable(pod.getAffinity()).map(this::plain).orElse(null));
        Map<String, String> labels = new HashMap<>(Pods.labels(job.getMetadata()));
        labels.remove(Labels.QUEUE);
        Map<String, Object> metadata = Map.of("labels", labels);
        return Map.of(
                "name",
                PART,
                "template",
                Map.of(METADATA, metadata, SPEC, Map.of("template", Map.of(METADATA, metadata, SPEC, spec))));
    }

    private static void put(Map<String, Object> document, String name, @Nullable Object value) {
        if (value != null) {
            document.put(name, value);
        }
    }
}
