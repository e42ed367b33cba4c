package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The version of Kueue's API that a cluster serves, asked for until there is one, and after it was ended. Thread-safe. */
final class KueueVersion {
    private static final Logger LOG = LoggerFactory.getLogger(KueueVersion.class);

    private final KubernetesClient client;
    private final boolean isWanted;
    private volatile Optional<String> served = Optional.empty();
    private volatile boolean isMissed;

    KueueVersion(KubernetesClient client, boolean isWanted) {
        this.client = client;
        this.isWanted = isWanted;
    }

    /** Returns the Workloads of a namespace; none where Kueue is not served or not wanted. */
    List<GenericKubernetesResource> workloads(String namespace) {
        return listed(context -> client.genericKubernetesResources(context)
                .inNamespace(namespace)
                .list()
                .getItems());
    }

    /** Returns the Workloads of all namespaces. */
    List<GenericKubernetesResource> workloads() {
        return listed(context -> client.genericKubernetesResources(context)
                .inAnyNamespace()
                .list()
                .getItems());
    }

    /** An upgrade may end the version that was served. */
    private List<GenericKubernetesResource> listed(
            Function<ResourceDefinitionContext, List<GenericKubernetesResource>> call) {
        Optional<ResourceDefinitionContext> known = definition();
        try {
            return known.map(call).orElse(List.of());
        } catch (KubernetesClientException e) {
            if (e.getCode() != ApiFailure.NOT_FOUND) {
                throw e;
            }
            served = Optional.empty();
            return definition().map(call).orElse(List.of());
        }
    }

    private Optional<ResourceDefinitionContext> definition() {
        if (!isWanted) {
            return Optional.empty();
        }
        if (served.isEmpty()) {
            served = preferred(client.getApiGroup(Workloads.GROUP));
            if (served.isEmpty() && !isMissed) {
                LOG.warn("{} is not served: nothing is known of queues", Workloads.GROUP);
            }
            isMissed = served.isEmpty();
        }
        return served.map(version -> new ResourceDefinitionContext.Builder()
                .withGroup(Workloads.GROUP)
                .withVersion(version)
                .withKind("Workload")
                .withPlural("workloads")
                .withNamespaced(true)
                .build());
    }

    private static Optional<String> preferred(APIGroup group) {
        if (group == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(group.getPreferredVersion())
                .or(() -> group.getVersions().stream().findFirst())
                .map(GroupVersionForDiscovery::getVersion);
    }
}
