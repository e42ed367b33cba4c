package dev.amdahl.core.internal.fleet.prometheus;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** Writes a history as OpenMetrics text. Not thread-safe. */
final class OpenMetrics {
    private final Map<String, List<String>> lines = new TreeMap<>();

    /** Samples every so many seconds after {@code from} up to {@code to}; null where there is none. */
    OpenMetrics series(String metric, String labels, long from, long to, int every, LongFunction<String> value) {
        for (long second = from + every; second <= to; second += every) {
            String text = value.apply(second - from);
            if (!text.isEmpty()) {
                lines.computeIfAbsent(metric, key -> new ArrayList<>())
                        .add(String.format(Locale.ROOT, "%s{%s} %s %d", metric, labels, text, second));
            }
        }
        return this;
    }

    /** Overload of {@code series}: always of the same value. */
    OpenMetrics series(String metric, String labels, long from, long to, int every, double value) {
        return series(metric, labels, from, to, every, second -> Double.toString(value));
    }

    @Override
    public String toString() {
        return lines.entrySet().stream()
                        .map(entry ->
                                "# TYPE " + entry.getKey() + " gauge\n" + String.join("\n", entry.getValue()) + "\n")
                        .collect(Collectors.joining())
                + "# EOF\n";
    }
}
