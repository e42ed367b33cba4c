package dev.amdahl.llm.internal.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/** Events, one JSON object a line; lines that are none are left out. Stateless, thread-safe. */
final class JsonLines {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonLines() {}

    static List<JsonNode> of(String output) {
        List<JsonNode> events = new ArrayList<>();
        output.lines().filter(line -> line.startsWith("{")).forEach(line -> {
            try {
                events.add(MAPPER.readTree(line));
            } catch (JsonProcessingException cut) {
                return;
            }
        });
        return events;
    }
}
