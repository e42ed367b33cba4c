package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Trials that are JobSets (jobset.x-k8s.io/v1alpha2) of one Job. Thread-safe. */
final class JobSets extends MadeJobs {
    static final ResourceDefinitionContext KIND = new ResourceDefinitionContext.Builder()
            .withGroup("jobset.x-k8s.io")
            .withVersion("v1alpha2")
            .withKind("JobSet")
            .withPlural("jobsets")
            .withNamespaced(true)
            .build();

    /** The only Job of the set. */
    private static final String PART = "trial";

    JobSets(KubernetesClient client, String namespace) {
        super(client, namespace, KIND, "-" + PART + "-0");
    }

    @Override
    GenericKubernetesResource of(Job job) {
        JobSpec part = new JobSpecBuilder(job.getSpec())
                .withSuspend(null)
                .withTtlSecondsAfterFinished(null)
                .build();
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("suspend", Boolean.TRUE.equals(job.getSpec().getSuspend()));
        spec.put("ttlSecondsAfterFinished", job.getSpec().getTtlSecondsAfterFinished());
        // Else each Job that fails is made again.
        spec.put("failurePolicy", Map.of("maxRestarts", 0));
        Map<String, String> labels = new HashMap<>(Pods.labels(job.getMetadata()));
        labels.remove(Labels.QUEUE);
        spec.put(
                "replicatedJobs",
                List.of(Map.of(
                        "name",
                        PART,
                        "replicas",
                        1,
                        "template",
                        Map.of(METADATA, Map.of("labels", labels), SPEC, plain(part)))));
        GenericKubernetesResource set = new GenericKubernetesResource();
        set.setApiVersion("jobset.x-k8s.io/v1alpha2");
        set.setKind("JobSet");
        set.setMetadata(new ObjectMetaBuilder(job.getMetadata()).build());
        set.setAdditionalProperty(SPEC, spec);
        return set;
    }
}
