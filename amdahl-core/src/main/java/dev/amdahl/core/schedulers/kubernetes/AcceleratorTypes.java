package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.job.Accelerators;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What accelerators are called in a cluster.
 *
 * @param resource the extended resource that counts them
 * @param label the node label that names their type, if one does
 * @param values its values by type; a type that is not there is its own value
 */
record AcceleratorTypes(String resource, Optional<String> label, Map<String, String> values) {
    static final String UNKNOWN = "unknown";

    /** Types that hold no accelerator. */
    private static final Set<String> NONE = Set.of("cpu", "none");

    /** Labels that are looked at where no other was set. */
    private static final List<String> USUAL = List.of("nvidia.com/gpu.product", "cloud.google.com/gke-accelerator");

    AcceleratorTypes {
        values = Map.copyOf(values);
    }

    static AcceleratorTypes from(Settings settings) {
        return new AcceleratorTypes(
                settings.text("accelerator-resource").orElse("nvidia.com/gpu"),
                settings.text("type-label"),
                settings.types());
    }

    /** Returns how many of the resource a trial asks for on each node; 0 for a job of the processor. */
    int count(Accelerators accelerators) {
        return NONE.contains(accelerators.type()) ? 0 : accelerators.perNode();
    }

    /** Returns the label's value for a type. */
    String value(String type) {
        return values.getOrDefault(type, type);
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
