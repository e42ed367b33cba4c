package dev.amdahl.core.internal.advice;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The idea vocabulary: every metric with unit, definition and producer. Immutable. */
public final class MetricsTable {
    private final List<Metric> metrics;

    private MetricsTable(List<Metric> metrics) {
        this.metrics = List.copyOf(metrics);
    }

    /** Returns the table that is shipped with the library. */
    public static MetricsTable shipped() {
        List<Metric> metrics = new ArrayList<>();
        for (JsonNode row : Resources.json("metrics.json").path("metrics")) {
            List<String> producers = new ArrayList<>();
            row.path("producers").forEach(producer -> producers.add(producer.asText()));
            metrics.add(new Metric(
                    row.path("name").asText(),
                    row.path("unit").asText(),
                    row.path("definition").asText(),
                    producers));
        }
        return new MetricsTable(metrics);
    }

    /** Returns all metrics, by name. */
    public List<Metric> metrics() {
        return metrics;
    }

    /** Returns one metric, if the vocabulary has it. */
    public Optional<Metric> metric(String name) {
        return metrics.stream().filter(metric -> metric.name().equals(name)).findFirst();
    }

    /** Returns whether something of this library measures it. */
    public boolean isProduced(String name) {
        return metric(name).map(Metric::isProduced).orElse(false);
    }
}
