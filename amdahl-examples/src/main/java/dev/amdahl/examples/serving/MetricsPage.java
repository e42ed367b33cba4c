package dev.amdahl.examples.serving;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page in Prometheus' text format: each name with the sum over its labels. What is no sample is left out, and so is what is not finite.
 * Immutable.
 *
 * @param sums by name
 */
record MetricsPage(Map<String, Double> sums) {
    private static final Pattern SAMPLE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{.*\\})?\\s+(\\S+)(?:\\s+\\d+)?");

    MetricsPage {
        sums = Map.copyOf(sums);
    }

    static MetricsPage of(String text) {
        Map<String, Double> sums = new HashMap<>();
        text.lines().map(String::strip).filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                double value = number(sample.group(2));
                if (Double.isFinite(value)) {
                    sums.merge(sample.group(1), value, Double::sum);
                }
            }
        });
        return new MetricsPage(sums);
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException noNumber) {
            return Double.NaN;
        }
    }

    boolean has(String name) {
        return sums.containsKey(name);
    }

    double sum(String name) {
        return sums.getOrDefault(name, 0.0);
    }

    boolean hasPrefix(String prefix) {
        return sums.keySet().stream().anyMatch(name -> name.startsWith(prefix));
    }
}
