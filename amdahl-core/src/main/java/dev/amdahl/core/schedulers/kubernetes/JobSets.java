package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Trials that are JobSets (jobset.x-k8s.io/v1alpha2) of one Job, which their controller makes. Thread-safe. */
final class JobSets implements TrialKind {
    static final ResourceDefinitionContext KIND = new ResourceDefinitionContext.Builder()
            .withGroup("jobset.x-k8s.io")
            .withVersion("v1alpha2")
            .withKind("JobSet")
            .withPlural("jobsets")
            .withNamespaced(true)
            .build();

    /** The only Job of the set. */
    static final String PART = "trial";

    private static final String SPEC = "spec";
    private static final String STATUS = "status";
    private static final String METADATA = "metadata";

    private final KubernetesClient client;
    private final String namespace;

    JobSets(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    private NonNamespaceOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            sets() {
        return client.genericKubernetesResources(KIND).inNamespace(namespace);
    }

    /** Returns the set of one Job that does what the Job would; it is suspended and queued as the Job would be. */
    static GenericKubernetesResource of(Job job, KubernetesClient client) {
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
                        Map.of(
                                METADATA,
                                Map.of("labels", labels),
                                SPEC,
                                client.getKubernetesSerialization().convertValue(part, Map.class)))));
        GenericKubernetesResource set = new GenericKubernetesResource();
        set.setApiVersion("jobset.x-k8s.io/v1alpha2");
        set.setKind("JobSet");
        set.setMetadata(new ObjectMetaBuilder(job.getMetadata()).build());
        set.setAdditionalProperty(SPEC, spec);
        return set;
    }

    /** Returns a set as its Job: the set's identity, suspension and end, and what the Job itself says of its pods. */
    private Job view(GenericKubernetesResource set, Optional<Job> made) {
        Object template = set.get(SPEC, "replicatedJobs", 0, "template", SPEC);
        JobSpec spec = new JobSpecBuilder(client.getKubernetesSerialization().convertValue(template, JobSpec.class))
                .withSuspend(Boolean.TRUE.equals(set.get(SPEC, "suspend")))
                .build();
        JobStatusBuilder status = new JobStatusBuilder(made.map(Job::getStatus).orElseGet(JobStatus::new))
                .withConditions(conditions(set));
        if (set.get(STATUS, "restarts") instanceof Number restarts && restarts.intValue() > 0) {
            status.withFailed(restarts.intValue());
        }
        return new JobBuilder()
                .withMetadata(set.getMetadata())
                .withSpec(spec)
                .withStatus(status.build())
                .build();
    }

    private List<JobCondition> conditions(GenericKubernetesResource set) {
        List<JobCondition> conditions = new ArrayList<>();
        if (set.get(STATUS, "conditions") instanceof List<?> said) {
            for (Object one : said) {
                JobCondition condition = client.getKubernetesSerialization().convertValue(one, JobCondition.class);
                if ("Completed".equals(condition.getType())) {
                    condition.setType("Complete");
                }
                conditions.add(condition);
            }
        }
        return conditions;
    }

    /** Two calls for any number: the sets, and the Jobs that were made for them. */
    @Override
    public List<Job> open() {
        List<GenericKubernetesResource> sets = sets().withLabel(Labels.MANAGED_BY, Labels.MANAGER)
                .withoutLabel(Labels.COLLECTED)
                .list()
                .getItems();
        Map<String, Job> made = new HashMap<>();
        if (!sets.isEmpty()) {
            client.batch()
                    .v1()
                    .jobs()
                    .inNamespace(namespace)
                    .withLabel(Labels.MANAGED_BY, Labels.MANAGER)
                    .list()
                    .getItems()
                    .forEach(job -> made.put(job.getMetadata().getName(), job));
        }
        return sets.stream()
                .map(set -> view(
                        set, Optional.ofNullable(made.get(part(set.getMetadata().getName())))))
                .toList();
    }

    private static String part(String name) {
        return name + "-" + PART + "-0";
    }

    @Override
    public Job create(Job job) {
        return view(sets().resource(of(job, client)).create(), Optional.empty());
    }

    @Override
    public Optional<Job> get(String name) {
        return Optional.ofNullable(object(name).get())
                .map(set -> view(
                        set,
                        Optional.ofNullable(client.batch()
                                .v1()
                                .jobs()
                                .inNamespace(namespace)
                                .withName(part(name))
                                .get())));
    }

    @Override
    public Resource<GenericKubernetesResource> object(String name) {
        return sets().withName(name);
    }
}
