package dev.amdahl.core.internal.refute.work;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.spi.job.OutputRule.Json;
import java.io.IOException;
import java.util.Optional;

/** Same JSON value once some pointers are removed; the order of keys does not count. Stateless, thread-safe. */
final class JsonComparison {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JsonComparison() {}

    static Optional<String> compare(Json rule, byte[] baseline, byte[] variant) throws IOException {
        JsonNode first = MAPPER.readTree(baseline);
        JsonNode second = MAPPER.readTree(variant);
        for (String pointer : rule.ignore()) {
            remove(first, JsonPointer.compile(pointer));
            remove(second, JsonPointer.compile(pointer));
        }
        return first.equals(second) ? Optional.empty() : Optional.of("another JSON value");
    }

    private static void remove(JsonNode root, JsonPointer pointer) {
        JsonPointer head = pointer.head();
        if (head == null) {
            return;
        }
        JsonNode parent = root.at(head);
        if (parent instanceof ObjectNode object) {
            object.remove(pointer.last().getMatchingProperty());
        } else if (parent instanceof ArrayNode array && pointer.last().mayMatchElement()) {
            array.remove(pointer.last().getMatchingIndex());
        }
    }
}
