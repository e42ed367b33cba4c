package dev.amdahl.core.internal.capacity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.spi.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What jobs log of their runs, one JSON object per line: {@code {"run": "train-7", "at": "2026-03-01T12:00:00Z", "event":
 * "checkpoint", "seconds": 90}}. Events: {@code started, stepping, checkpoint, failed, finished}; {@code seconds} of a checkpoint is how
 * long the job stood still for it. Other keys are ignored. Immutable.
 */
public final class RestartLog {
    /** Nothing was logged. */
    public static final RestartLog NONE = new RestartLog(Map.of());

    private static final JsonMapper JSON = new JsonMapper();
    private static final double NANOS = 1e9;
    private static final double MAX_SECONDS = 1e9;

    private final Map<String, List<RunEvent>> events;

    private RestartLog(Map<String, List<RunEvent>> events) {
        this.events = events;
    }

    /** Events in any order; those of one moment keep theirs. */
    public static RestartLog of(List<RunEvent> events) {
        Map<String, List<RunEvent>> byRun = new HashMap<>();
        events.forEach(event ->
                byRun.computeIfAbsent(event.run(), run -> new ArrayList<>()).add(event));
        byRun.values().forEach(list -> list.sort(Comparator.comparing(RunEvent::at)));
        return new RestartLog(byRun);
    }

    /**
     * Reads a file.
     *
     * @throws InvalidInputException naming file and line
     */
    public static RestartLog read(Path file) {
        List<RunEvent> events = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank()) {
                    events.add(event(file + ":" + number, line));
                }
            }
        } catch (IOException e) {
            throw new InvalidInputException(
                    file.toString(),
                    "the log cannot be read: " + e,
                    "check the path, its permissions and that it is UTF-8",
                    e);
        }
        return of(events);
    }

    private static RunEvent event(String place, String line) {
        try {
            JsonNode node = JSON.readTree(line);
            String kind = node.path("event").asText().toUpperCase(Locale.ROOT);
            String run = node.path("run").asText();
            if (run.isEmpty()) {
                throw new InvalidInputException(place, "it names no run", "add \"run\": the id in the fleet");
            }
            return new RunEvent(
                    run,
                    Instant.parse(node.path("at").asText()),
                    kind(place, kind),
                    node.hasNonNull("seconds") ? Optional.of(seconds(place, node.path("seconds"))) : Optional.empty());
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(
                    place, "not JSON: " + e.getOriginalMessage(), "write one object per line", e);
        } catch (DateTimeException e) {
            throw new InvalidInputException(
                    place, "\"at\" is not a time: " + e.getMessage(), "write it like 2026-03-01T12:00:00Z", e);
        }
    }

    private static RunEvent.Kind kind(String place, String text) {
        for (RunEvent.Kind kind : RunEvent.Kind.values()) {
            if (kind.name().equals(text)) {
                return kind;
            }
        }
        throw new InvalidInputException(
                place,
                "the event '" + text.toLowerCase(Locale.ROOT) + "' is not known",
                "use started, stepping, checkpoint, failed or finished");
    }

    private static Duration seconds(String place, JsonNode node) {
        double seconds = node.isNumber() ? node.asDouble() : Double.NaN;
        if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
            throw new InvalidInputException(
                    place, "\"seconds\" was " + node, "give how long the job stood still, at least 0");
        }
        return Duration.ofNanos(Math.round(seconds * NANOS));
    }

    /** Returns what was logged under a name, by time. */
    public List<RunEvent> of(String run) {
        return events.getOrDefault(run, List.of());
    }

    /** Returns the names that events stand under. */
    public List<String> runs() {
        return events.keySet().stream().sorted().toList();
    }
}
