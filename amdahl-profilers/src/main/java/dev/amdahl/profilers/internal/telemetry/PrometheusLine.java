package dev.amdahl.profilers.internal.telemetry;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One sample in Prometheus' text format.
 *
 * @param timeMillis since the epoch, if the line has a time
 */
record PrometheusLine(String name, Map<String, String> labels, String value, Optional<Long> timeMillis) {

    /** Returns the sample; empty if the line is none. */
    static Optional<PrometheusLine> of(String line) {
        int at = 0;
        while (at < line.length() && isName(line.charAt(at))) {
            at++;
        }
        if (at == 0) {
            return Optional.empty();
        }
        String name = line.substring(0, at);
        Map<String, String> labels = new HashMap<>();
        if (at < line.length() && line.charAt(at) == '{') {
            at = labels(line, at + 1, labels);
            if (at < 0) {
                return Optional.empty();
            }
        }
        String[] rest = line.substring(at).strip().split("\\s+", -1);
        if (rest.length == 0 || rest.length > 2 || rest[0].isEmpty()) {
            return Optional.empty();
        }
        boolean timed = rest.length == 2 && rest[1].matches("[0-9]{1,16}");
        return Optional.of(new PrometheusLine(
                name, labels, rest[0], timed ? Optional.of(Long.parseLong(rest[1])) : Optional.empty()));
    }

    /** Reads labels up to the closing brace; the place after it, or -1. */
    private static int labels(String line, int from, Map<String, String> labels) {
        int at = from;
        while (at < line.length()) {
            while (at < line.length() && (line.charAt(at) == ',' || line.charAt(at) == ' ')) {
                at++;
            }
            if (at < line.length() && line.charAt(at) == '}') {
                return at + 1;
            }
            int equals = line.indexOf("=\"", at);
            if (equals < 0) {
                return -1;
            }
            String name = line.substring(at, equals).strip();
            StringBuilder value = new StringBuilder();
            at = equals + 2;
            while (at < line.length() && line.charAt(at) != '"') {
                at += line.charAt(at) == '\\' && at + 1 < line.length() ? 1 : 0;
                value.append(line.charAt(at++));
            }
            at++;
            labels.put(name, value.toString());
        }
        return -1;
    }

    private static boolean isName(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
    }
}
