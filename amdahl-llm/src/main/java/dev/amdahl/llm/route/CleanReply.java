package dev.amdahl.llm.route;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.amdahl.spi.Redaction;
import java.util.Map;
import java.util.Optional;

/** Takes secrets out of what a model says. Stateless, thread-safe. */
public final class CleanReply {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CleanReply() {}

    /** Without secrets; JSON stays JSON, and is searched once more as it reads, since escapes may hide what stands there. */
    public static String of(String text, boolean isJson) {
        String clean = Redaction.of(text);
        if (!isJson) {
            return clean;
        }
        Optional<JsonNode> said = json(clean);
        JsonNode read = said.or(() -> json(text)).map(CleanReply::clean).orElse(MissingNode.getInstance());
        return read.isMissingNode() || said.filter(read::equals).isPresent() ? clean : read.toString();
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(JSON.readTree(text)).filter(node -> !node.isMissingNode());
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static JsonNode clean(JsonNode node) {
        if (node.isTextual()) {
            return TextNode.valueOf(Redaction.of(node.asText()));
        }
        if (node.isArray()) {
            ArrayNode array = JSON.createArrayNode();
            node.forEach(item -> array.add(clean(item)));
            return array;
        }
        if (node.isObject()) {
            ObjectNode object = JSON.createObjectNode();
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                object.set(Redaction.of(field.getKey()), clean(field.getValue()));
            }
            return object;
        }
        return node;
    }
}
