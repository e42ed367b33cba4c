package dev.amdahl.profilers.internal.nsight;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.profilers.internal.TextPrefix;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The kernels that Nsight Compute profiled, those with most time first.
 *
 * @param kernels by name
 * @param oddities what was left out, in words
 */
public record NcuReport(
        @JsonProperty("kernels") List<NcuKernel> kernels,
        @JsonProperty("oddities") List<String> oddities) {
    /** Takes copies. */
    public NcuReport {
        kernels = List.copyOf(kernels);
        oddities = List.copyOf(oddities);
    }

    /**
     * Reads a table or a JSON file.
     *
     * @throws dev.amdahl.spi.InvalidInputException naming file and place
     */
    public static NcuReport read(Artifact artifact, ProfileLimits limits) {
        return NcuProfiler.isJson(TextPrefix.of(artifact))
                ? new NcuJson(artifact, limits).read()
                : new NcuCsv(artifact, limits).read();
    }

    /** Returns whether every kernel's time is known, so that means are weighted by it. */
    boolean isTimed() {
        return !kernels.isEmpty() && kernels.stream().allMatch(kernel -> kernel.share() != null);
    }

    /** The kernel's weight in means: its share of the time, else of the launches. */
    double weight(NcuKernel kernel) {
        Double share = kernel.share();
        return share != null && isTimed() ? share : kernel.launches();
    }

    /**
     * Counters: means over the kernels that have the metric, weighted by duration, and the share of the weight in each roofline
     * class over the kernels that have one.
     */
    Map<String, Double> counters() {
        Map<String, Double> counters = new TreeMap<>();
        counters.put(
                "profiled_kernel_launches",
                kernels.stream().mapToDouble(NcuKernel::launches).sum());
        if (isTimed()) {
            counters.put(
                    "profiled_kernel_seconds",
                    kernels.stream()
                            .map(NcuKernel::durationNanos)
                            .mapToDouble(nanos -> nanos == null ? 0 : nanos / 1e9)
                            .sum());
        }
        for (NcuMetric metric : NcuMetric.values()) {
            double sum = 0;
            double weight = 0;
            for (NcuKernel kernel : kernels) {
                double value = metric.percent(kernel).orElse(Double.NaN);
                if (Double.isFinite(value)) {
                    sum += weight(kernel) * value;
                    weight += weight(kernel);
                }
            }
            if (weight > 0) {
                counters.put(metric.counter(), metric.factor() * sum / weight);
            }
        }
        addClasses(counters);
        return counters;
    }

    private void addClasses(Map<String, Double> counters) {
        double all = kernels.stream()
                .filter(kernel -> kernel.roofline().isPresent())
                .mapToDouble(this::weight)
                .sum();
        if (!(all > 0)) {
            return;
        }
        Map.of(
                        RooflineClass.MEMORY_BOUND, "memory_bound_kernel_frac",
                        RooflineClass.COMPUTE_BOUND, "compute_bound_kernel_frac",
                        RooflineClass.LATENCY_BOUND, "latency_bound_kernel_frac")
                .forEach((kind, name) -> counters.put(
                        name,
                        kernels.stream()
                                        .filter(kernel -> kernel.roofline()
                                                .filter(kind::equals)
                                                .isPresent())
                                        .mapToDouble(this::weight)
                                        .sum()
                                / all));
    }
}
