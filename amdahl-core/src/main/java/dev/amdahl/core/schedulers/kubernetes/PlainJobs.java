package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.ScalableResource;
import java.util.List;
import java.util.Optional;

/** Trials that are Jobs. Thread-safe. */
final class PlainJobs implements TrialKind {
    private final KubernetesClient client;
    private final String namespace;

    PlainJobs(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    private NonNamespaceOperation<Job, JobList, ScalableResource<Job>> jobs() {
        return client.batch().v1().jobs().inNamespace(namespace);
    }

    @Override
    public List<Job> open() {
        return jobs().withLabel(Labels.MANAGED_BY, Labels.MANAGER)
                .withoutLabel(Labels.COLLECTED)
                .list()
                .getItems();
    }

    @Override
    public Job create(Job job) {
        return jobs().resource(job).create();
    }

    @Override
    public Optional<Job> get(String name) {
        return Optional.ofNullable(object(name).get());
    }

    @Override
    public Resource<Job> object(String name) {
        return jobs().withName(name);
    }
}
