package dev.amdahl.examples.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.core.internal.anomaly.Signal;
import dev.amdahl.profilers.internal.TextLines;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Anomaly.Place;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object per line: {@code time} (an ISO instant, or seconds since the epoch), {@code series}, {@code value}, and if known {@code
 * step}, {@code host}, {@code device} and {@code job}. The value of a sample may be the text NaN or Inf; null was not measured. The last
 * line may be cut. Not thread-safe.
 */
final class SeriesLines {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Feed feed;

    SeriesLines(Feed feed) {
        this.feed = feed;
    }

    static boolean isOne(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            return node.isObject() && node.has("series") && node.has("value");
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    void read(TextLines lines) {
        JsonProcessingException broken = null;
        String place = "";
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (broken != null) {
                throw new InvalidInputException(
                        place, "not JSON: " + broken.getOriginalMessage(), "write one object per line", broken);
            }
            place = lines.place();
            if (line.isBlank()) {
                continue;
            }
            try {
                sample(JSON.readTree(line), lines);
            } catch (JsonProcessingException e) {
                broken = e;
            }
        }
    }

    private void sample(JsonNode node, TextLines lines) {
        String name = node.path("series").asText("");
        if (!node.isObject() || name.isEmpty() || !node.has("value")) {
            throw lines.invalid(
                    "no object with 'series' and 'value'", "write {\"time\": ..., \"series\": ..., \"value\": ...}");
        }
        JsonNode value = node.path("value");
        if (value.isNull()) {
            return;
        }
        Signal signal = Signal.of(name);
        feed.sample(
                new Place(text(node, "job"), text(node, "host"), text(node, "device"), name),
                signal,
                time(node.path("time"), lines),
                node.path("step").asLong(-1),
                Units.of(signal, name, number(value, lines)));
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asText("");
    }

    private static double number(JsonNode value, TextLines lines) {
        if (value.isNumber()) {
            return value.doubleValue();
        }
        @Nullable
        Double number = switch (value.asText("").toLowerCase(java.util.Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "inf", "+inf", "infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
        if (number == null) {
            throw lines.invalid("the value is " + value.getNodeType(), "write a number, \"NaN\", \"Inf\" or null");
        }
        return number;
    }

    private static OptionalLong time(JsonNode time, TextLines lines) {
        if (time.isMissingNode() || time.isNull()) {
            return OptionalLong.empty();
        }
        if (time.isNumber()) {
            double seconds = time.doubleValue();
            if (seconds >= 0 && seconds < 9e9) {
                return OptionalLong.of(Math.round(seconds * 1e6) * 1000);
            }
            throw lines.invalid("the time is " + seconds, "give seconds since the epoch, or an ISO instant");
        }
        try {
            Instant instant = Instant.parse(time.asText());
            return OptionalLong.of(instant.getEpochSecond() * 1_000_000_000L + instant.getNano());
        } catch (DateTimeParseException e) {
            throw new InvalidInputException(
                    lines.place(),
                    "the time is '" + time.asText() + "'",
                    "write an instant such as 2026-01-31T12:00:00Z",
                    e);
        }
    }
}
