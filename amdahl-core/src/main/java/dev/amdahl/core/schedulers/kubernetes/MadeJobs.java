package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Trials that are objects of another kind, for each of which a controller makes one Job. Thread-safe. */
abstract class MadeJobs implements TrialKind {
    static final String SPEC = "spec";
    static final String METADATA = "metadata";
    private static final String STATUS = "status";

    /** How often the set of a Job was begun again. */
    private static final String RESTARTS = "jobset.sigs.k8s.io/restart-attempt";

    private final KubernetesClient client;
    private final String namespace;
    private final ResourceDefinitionContext kind;
    private final String suffix;

    /** @param suffix of the name of the Job, behind that of the object */
    MadeJobs(KubernetesClient client, String namespace, ResourceDefinitionContext kind, String suffix) {
        this.client = client;
        this.namespace = namespace;
        this.kind = kind;
        this.suffix = suffix;
    }

    private NonNamespaceOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            objects() {
        return client.genericKubernetesResources(kind).inNamespace(namespace);
    }

    /** Returns the object for which such a Job is made; it is suspended and queued as the Job would be. */
    abstract GenericKubernetesResource of(Job job);

    /** Returns a part of a document as the plain values of JSON. */
    Map<?, ?> plain(Object part) {
        return client.getKubernetesSerialization().convertValue(part, Map.class);
    }

    /** Returns an object as its Job: the object's identity, suspension and end, and what the Job itself says of its pods. */
    private Job view(GenericKubernetesResource object, Optional<Job> made) {
        JobStatusBuilder status = new JobStatusBuilder(made.map(Job::getStatus).orElseGet(JobStatus::new))
                .withConditions(conditions(object));
        String attempts = made.map(job -> Pods.labels(job.getMetadata()).getOrDefault(RESTARTS, "0"))
                .orElse("0");
        int restarts = object.get(STATUS, "restarts") instanceof Number told ? told.intValue() : 0;
        if (restarts > 0 || attempts.matches("[1-9]\\d{0,5}")) {
            status.withFailed(Math.max(restarts, 1));
        }
        return new JobBuilder()
                .withMetadata(object.getMetadata())
                .withNewSpec()
                .withSuspend(Boolean.TRUE.equals(object.get(SPEC, "suspend")))
                .endSpec()
                .withStatus(status.build())
                .build();
    }

    private List<JobCondition> conditions(GenericKubernetesResource object) {
        List<JobCondition> conditions = new ArrayList<>();
        if (object.get(STATUS, "conditions") instanceof List<?> said) {
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

    /** Two calls for any number: the objects, and the Jobs that were made for them. */
    @Override
    public List<Job> open() {
        List<GenericKubernetesResource> objects = objects()
                .withLabel(Labels.MANAGED_BY, Labels.MANAGER)
                .withoutLabel(Labels.COLLECTED)
                .list()
                .getItems();
        Map<String, Job> made = new HashMap<>();
        if (!objects.isEmpty()) {
            client.batch()
                    .v1()
                    .jobs()
                    .inNamespace(namespace)
                    .withLabel(Labels.MANAGED_BY, Labels.MANAGER)
                    .list()
                    .getItems()
                    .forEach(job -> made.put(job.getMetadata().getName(), job));
        }
        return objects.stream()
                .map(object -> view(
                        object,
                        Optional.ofNullable(made.get(object.getMetadata().getName() + suffix))))
                .toList();
    }

    @Override
    public Job create(Job job) {
        return view(objects().resource(of(job)).create(), Optional.empty());
    }

    @Override
    public Optional<Job> get(String name) {
        return Optional.ofNullable(object(name).get())
                .map(object -> view(
                        object,
                        Optional.ofNullable(client.batch()
                                .v1()
                                .jobs()
                                .inNamespace(namespace)
                                .withName(name + suffix)
                                .get())));
    }

    @Override
    public Resource<GenericKubernetesResource> object(String name) {
        return objects().withName(name);
    }
}
