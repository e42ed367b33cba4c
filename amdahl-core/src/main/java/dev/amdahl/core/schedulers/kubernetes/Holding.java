package dev.amdahl.core.schedulers.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How many accelerators a pod holds: the sum over its containers, or what one of its first containers needs, if that is more. */
final class Holding {
    private Holding() {}

    static int accelerators(@Nullable PodSpec spec, String resource) {
        if (spec == null) {
            return 0;
        }
        List<Container> initial = Optional.ofNullable(spec.getInitContainers()).orElse(List.of());
        long sidecars = sum(initial.stream().filter(one -> "Always".equals(one.getRestartPolicy())), resource);
        long first =
                initial.stream().mapToLong(one -> count(one, resource)).max().orElse(0);
        return (int) Math.min(
                Integer.MAX_VALUE, Math.max(first, sidecars + sum(spec.getContainers().stream(), resource)));
    }

    private static long sum(Stream<Container> containers, String resource) {
        return containers.mapToLong(container -> count(container, resource)).sum();
    }

    static long count(Container container, String resource) {
        ResourceRequirements resources = container.getResources();
        return resources == null
                ? 0
                : amount(resources.getRequests(), resource)
                        .or(() -> amount(resources.getLimits(), resource))
                        .orElse(0L);
    }

    private static Optional<Long> amount(@Nullable Map<String, Quantity> quantities, String resource) {
        return Optional.ofNullable(quantities)
                .map(all -> all.get(resource))
                .map(Quantity::getNumericalAmount)
                .map(BigDecimal::longValue);
    }
}
