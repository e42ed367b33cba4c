package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Optional;

/** The kind of object that stands for a trial in one namespace, always shown as the Job that it is or makes. Fails as the client does. */
interface TrialKind {
    /** Returns the kind that the settings ask for. */
    static TrialKind of(KubernetesSettings settings, KubernetesClient client, String namespace) {
        return settings.runtime()
                .<TrialKind>map(runtime -> new TrainJobs(client, namespace, runtime))
                .orElseGet(
                        () -> settings.isJobSet() ? new JobSets(client, namespace) : new PlainJobs(client, namespace));
    }

    /** Returns those whose result was not collected. */
    List<Job> open();

    /** Makes the object. */
    Job create(Job job);

    /** Returns one by the name of its object. */
    Optional<Job> get(String name);

    /** Returns the object of a name, there or not. */
    Resource<?> object(String name);

    /** Changes its metadata by a JSON merge patch. */
    default void patch(String name, String json) {
        object(name).patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    /** Removes it and its pods; nothing if it is gone. */
    default void delete(String name) {
        object(name).withPropagationPolicy(DeletionPropagation.BACKGROUND).delete();
    }
}
