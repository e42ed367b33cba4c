package dev.amdahl.examples.notify;

import java.util.List;
import java.util.Map;

/** Writes the text format of Prometheus, version 0.0.4. Not thread-safe. */
final class Exposition {
    private final StringBuilder out = new StringBuilder();

    /** A value with its labels. */
    record Sample(Map<String, String> labels, double value) {
        Sample {
            labels = Map.copyOf(labels);
        }

        static Sample of(String label, String text, double value) {
            return new Sample(Map.of(label, text), value);
        }
    }

    Exposition gauge(String name, String help, double value) {
        return family(name, "gauge", help, List.of(new Sample(Map.of(), value)));
    }

    Exposition gauge(String name, String help, List<Sample> samples) {
        return family(name, "gauge", help, samples);
    }

    Exposition counter(String name, String help, double value) {
        return family(name, "counter", help, List.of(new Sample(Map.of(), value)));
    }

    Exposition counter(String name, String help, List<Sample> samples) {
        return family(name, "counter", help, samples);
    }

    /** A family without a sample is left out: a value that is not known is not 0. */
    private Exposition family(String name, String type, String help, List<Sample> samples) {
        if (!samples.isEmpty()) {
            out.append("# HELP ").append(name).append(' ').append(help).append('\n');
            out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        }
        for (Sample sample : samples) {
            out.append(name);
            if (!sample.labels().isEmpty()) {
                out.append('{');
                sample.labels().keySet().stream()
                        .sorted()
                        .map(label -> label + "=\"" + escaped(sample.labels().getOrDefault(label, "")) + "\",")
                        .forEach(out::append);
                out.setCharAt(out.length() - 1, '}');
            }
            out.append(' ').append(number(sample.value())).append('\n');
        }
        return this;
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
