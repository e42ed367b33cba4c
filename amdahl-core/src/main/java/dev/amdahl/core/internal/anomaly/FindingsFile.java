package dev.amdahl.core.internal.anomaly;

import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Anomaly;
import dev.amdahl.spi.job.AnomalySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads what {@code watch --json} wrote, a document, or with {@code --follow} a line for each finding, the last of which may be cut. A
 * finding without a family is left out; a file that does not exist holds none. Immutable, so thread-safe; reads again each time.
 */
public final class FindingsFile implements AnomalySource {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path file;

    /** Findings in a file. */
    public FindingsFile(Path file) {
        this.file = file;
    }

    @Override
    public Map<String, List<Anomaly>> anomalies(Instant since) {
        Map<String, List<Anomaly>> byFamily = new TreeMap<>();
        if (!Files.exists(file)) {
            return byFamily;
        }
        try (MappingIterator<JsonNode> nodes = JSON.readerFor(JsonNode.class).readValues(file.toFile())) {
            for (Optional<JsonNode> next = next(nodes); next.isPresent(); next = next(nodes)) {
                JsonNode node = next.get();
                for (JsonNode finding : node.has("findings") ? node.path("findings") : List.of(node)) {
                    String family = finding.path("family").asText("");
                    Anomaly anomaly = anomaly(finding);
                    if (!family.isEmpty() && !anomaly.span().seen().isBefore(since)) {
                        byFamily.computeIfAbsent(family, key -> new ArrayList<>())
                                .add(anomaly);
                    }
                }
            }
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            throw new InvalidInputException(
                    file.toString(),
                    "holds no findings: " + e.getClass().getSimpleName(),
                    "give the output of watch --json",
                    e);
        }
        return byFamily;
    }

    /** Returns the next one; a line that is still being written is none. */
    private static Optional<JsonNode> next(MappingIterator<JsonNode> nodes) throws IOException {
        try {
            return nodes.hasNextValue() ? Optional.of(nodes.nextValue()) : Optional.empty();
        } catch (JsonEOFException e) {
            return Optional.empty();
        }
    }

    private static Anomaly anomaly(JsonNode node) {
        return new Anomaly(
                Anomaly.Kind.valueOf(node.path("kind").asText()),
                new Anomaly.Place(text(node, "job"), text(node, "host"), text(node, "device"), text(node, "series")),
                new Anomaly.Span(
                        Instant.parse(text(node, "since")),
                        Instant.parse(text(node, "seen")),
                        node.path("delay_samples").asLong(1),
                        node.path("step").asLong(-1)),
                new Anomaly.Change(number(node, "before"), number(node, "after")),
                new Anomaly.Triage(
                        Anomaly.Cause.valueOf(node.path("cause").asText("UNKNOWN")),
                        node.path("confidence").asDouble(0)),
                text(node, "what"));
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asText("");
    }

    private static double number(JsonNode node, String name) {
        return node.path(name).asDouble(Double.NaN);
    }
}
