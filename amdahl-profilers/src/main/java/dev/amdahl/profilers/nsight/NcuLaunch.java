package dev.amdahl.profilers.nsight;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the file says of one launch of a kernel, while it is read. Not thread-safe. */
final class NcuLaunch {
    private static final int MOST_METRICS = 4_000;
    private static final int MOST_RULES = 200;
    private static final List<String> DURATIONS = List.of("Duration", "gpu__time_duration.sum");

    final String id;
    final String kernel;
    final Map<String, Quantity> metrics = new LinkedHashMap<>();
    final List<NcuRule> rules = new ArrayList<>();
    private Optional<Double> given = Optional.empty();

    NcuLaunch(String id, String kernel) {
        this.id = id;
        this.kernel = kernel;
    }

    void add(String metric, Quantity value) {
        if (metrics.size() < MOST_METRICS) {
            metrics.put(key(metric, value), value);
        }
    }

    /** One name is used for the share of peak and for bytes per second. */
    private static String key(String metric, Quantity value) {
        return metric.equals("Memory Throughput") && value.unit().equals("byte/s") ? "Memory Bandwidth" : metric;
    }

    void add(NcuRule rule) {
        if (rules.size() < MOST_RULES) {
            rules.add(rule);
        }
    }

    void durationNanos(double nanos) {
        given = Optional.of(nanos);
    }

    /** Time on the device, ns, where the file has it. */
    Optional<Double> durationNanos() {
        return DURATIONS.stream()
                .flatMap(name -> Optional.ofNullable(metrics.get(name)).stream())
                .filter(quantity -> quantity.unit().equals("ns") && quantity.value() > 0)
                .map(Quantity::value)
                .findFirst()
                .or(() -> given);
    }
}
