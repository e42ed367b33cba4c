package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.job.Accelerators;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What accelerators are called in a cluster.
 *
 * @param resource the extended resource that counts them
 * @param resources others that count those of one type, by type, such as a part of an accelerator ({@code nvidia.com/mig-1g.10gb})
 * @param claims templates of claims for one accelerator (dynamic resource allocation), by type
 * @param label the node label that names their type, if one does
 * @param values its values by type; a type that is not there is its own value
 */
record AcceleratorTypes(
        String resource,
        Map<String, String> resources,
        Map<String, String> claims,
        Optional<String> label,
        Map<String, String> values) {
    static final String UNKNOWN = "unknown";

    /** Types that hold no accelerator. */
    private static final Set<String> NONE = Set.of("cpu", "none");

    /** Labels that are looked at where no other was set. */
    private static final List<String> USUAL = List.of("nvidia.com/gpu.product", "cloud.google.com/gke-accelerator");

    AcceleratorTypes {
        resources = Map.copyOf(resources);
        claims = Map.copyOf(claims);
        values = Map.copyOf(values);
    }

    static AcceleratorTypes from(Settings settings) {
        return new AcceleratorTypes(
                settings.text("accelerator-resource").orElse("nvidia.com/gpu"),
                settings.byType(Settings.RESOURCE),
                settings.byType(Settings.CLAIM),
                settings.text("type-label"),
                settings.byType(Settings.TYPE));
    }

    /** Returns how many of the resource a trial asks for on each node; 0 for a job of the processor. */
    int count(Accelerators accelerators) {
        return NONE.contains(accelerators.type()) ? 0 : accelerators.perNode();
    }

    /** Returns what counts those of a type. */
    String resource(String type) {
        return resources.getOrDefault(type, resource);
    }

    /** Returns the label's value for a type; empty where the type has a resource or claims of its own, and no value was set. */
    Optional<String> value(String type) {
        boolean isNamed = resources.containsKey(type) || claims.containsKey(type);
        return Optional.ofNullable(values.getOrDefault(type, isNamed ? null : type));
    }

    /** Returns what a pod asks for, by the resource of its type; empty if for no accelerator. */
    Optional<Accelerators> held(@Nullable PodSpec spec, String type) {
        for (Map.Entry<String, String> own : new TreeMap<>(resources).entrySet()) {
            int count = Holding.accelerators(spec, own.getValue());
            if (count > 0) {
                return Optional.of(new Accelerators(own.getKey(), count));
            }
        }
        int count = Holding.accelerators(spec, resource);
        return count == 0 ? Optional.empty() : Optional.of(new Accelerators(type, count));
    }

    /** Returns the type that labels or a node selector tell. */
    String type(Map<String, String> labels) {
        List<String> names = label.map(List::of).orElse(USUAL);
        return names.stream()
                .filter(labels::containsKey)
                .findFirst()
                .map(name -> typeOf(labels.getOrDefault(name, "")))
                .orElse(UNKNOWN);
    }

    private String typeOf(String value) {
        return values.entrySet().stream()
                .filter(entry -> entry.getValue().equals(value))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .orElse(value.toLowerCase(Locale.ROOT).replaceFirst("^nvidia-", ""));
    }
}
