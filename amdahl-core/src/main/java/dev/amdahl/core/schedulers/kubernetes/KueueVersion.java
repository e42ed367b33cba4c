package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The version of Kueue's API that a cluster serves, asked for once. Thread-safe. */
final class KueueVersion {
    private static final Logger LOG = LoggerFactory.getLogger(KueueVersion.class);

    private final KubernetesClient client;
    private final boolean isWanted;
    private volatile Optional<String> served = Optional.empty();
    private volatile boolean isKnown;

    KueueVersion(KubernetesClient client, boolean isWanted) {
        this.client = client;
        this.isWanted = isWanted;
    }

    /** Returns the Workloads of a namespace; none where Kueue is not served or not wanted. */
    List<GenericKubernetesResource> workloads(String namespace) {
        return definition()
                .map(context -> client.genericKubernetesResources(context)
                        .inNamespace(namespace)
                        .list()
                        .getItems())
                .orElse(List.of());
    }

    /** Returns the Workloads of all namespaces. */
    List<GenericKubernetesResource> workloads() {
        return definition()
                .map(context -> client.genericKubernetesResources(context)
                        .inAnyNamespace()
                        .list()
                        .getItems())
                .orElse(List.of());
    }

    private Optional<ResourceDefinitionContext> definition() {
        if (!isWanted) {
            return Optional.empty();
        }
        if (!isKnown) {
            served = preferred(client.getApiGroup(Workloads.GROUP));
            isKnown = true;
            if (served.isEmpty()) {
                LOG.warn("{} is not served: nothing is known of queues", Workloads.GROUP);
            }
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
