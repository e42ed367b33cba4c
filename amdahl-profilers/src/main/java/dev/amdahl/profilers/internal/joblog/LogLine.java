package dev.amdahl.profilers.internal.joblog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Optional;

/**
 * One line of a log without its colours, at most 2,000 characters of it; or one JSON object.
 *
 * @param text the line
 * @param time when, if it says so
 * @param step which step, if it says so
 */
record LogLine(String text, Optional<LogTime> time, Optional<LogStep> step) {
    private static final int MAX_LENGTH = 2_000;
    private static final String ESCAPES =
            "\u001B(\\[[0-9;?]{0,40}[ -/]?[@-~]|\\][^\u0007\u001B]{0,200}\u0007?|[@-Z\\\\-_])";
    private static final List<String> STEPS =
            List.of("step", "global_step", "iteration", "iter", "_step", "train/step");
    private static final List<String> TIMES = List.of("timestamp", "time", "ts", "_timestamp", "created", "asctime");
    private static final List<String> SECONDS =
            List.of("step_time", "iter_time", "step_seconds", "step_time_s", "time_per_step", "time", "dt");
    private static final List<String> MILLIS = List.of("step_time_ms", "iter_time_ms", "dt_ms");
    private static final List<String> LOSSES = List.of("loss", "train_loss", "train/loss");
    private static final JsonMapper JSON = new JsonMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(16).build())
            .build());

    static LogLine of(String line) {
        if (line.startsWith("{") && line.endsWith("}")) {
            try {
                JsonNode node = JSON.readTree(line);
                return new LogLine("", time(node), step(node));
            } catch (JsonProcessingException e) {
                return new LogLine("", Optional.empty(), Optional.empty());
            }
        }
        if (line.startsWith("{") || line.startsWith("[{") || line.startsWith("\"")) {
            return new LogLine("", Optional.empty(), Optional.empty());
        }
        String cut = line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) : line;
        String text = (cut.indexOf('\u001B') < 0 ? cut : cut.replaceAll(ESCAPES, "")).strip();
        Optional<LogTime> time = LogTime.of(text);
        return new LogLine(text, time, StepText.of(text, time.isPresent()));
    }

    private static Optional<LogTime> time(JsonNode node) {
        for (String key : TIMES) {
            JsonNode value = node.path(key);
            Optional<LogTime> time =
                    value.isNumber() ? LogTime.ofNumber(value.doubleValue()) : LogTime.of(value.asText(""));
            if (time.isPresent()) {
                return time;
            }
        }
        return Optional.empty();
    }

    private static Optional<LogStep> step(JsonNode node) {
        for (String key : STEPS) {
            JsonNode value = node.path(key);
            if (value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0) {
                double seconds = number(node, SECONDS, 1e6);
                double millis = number(node, MILLIS, 1e9);
                JsonNode loss = first(node, LOSSES);
                return Optional.of(new LogStep(
                        Math.max(0, node.path("epoch").asLong(0)),
                        value.longValue(),
                        Double.isNaN(seconds) ? millis / 1e3 : seconds,
                        number(node, List.of("data_time"), 1e6),
                        loss.isNumber() ? loss.doubleValue() : Double.NaN,
                        !loss.isMissingNode()));
            }
        }
        return Optional.empty();
    }

    private static double number(JsonNode node, List<String> keys, double most) {
        for (String key : keys) {
            JsonNode value = node.path(key);
            if (value.isNumber() && value.doubleValue() >= 0 && value.doubleValue() < most) {
                return value.doubleValue();
            }
        }
        return Double.NaN;
    }

    private static JsonNode first(JsonNode node, List<String> keys) {
        return keys.stream()
                .map(node::path)
                .filter(value -> !value.isMissingNode())
                .findFirst()
                .orElse(node.path(LOSSES.get(0)));
    }
}
