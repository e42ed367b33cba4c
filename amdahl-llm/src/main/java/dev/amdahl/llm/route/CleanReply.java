package dev.amdahl.llm.route;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.amdahl.spi.Redaction;
import java.util.Map;

/** Takes secrets out of what a model says. Stateless. */
final class CleanReply {
    private static final ObjectMapper JSON = new ObjectMapper();

    private CleanReply() {}

    /** Without secrets; JSON stays JSON. */
    static String of(String text, boolean isJson) {
        String clean = Redaction.of(text);
        if (!isJson || clean.equals(text) || isJson(clean)) {
            return clean;
        }
        try {
            return clean(JSON.readTree(text)).toString();
        } catch (JsonProcessingException e) {
            return clean;
        }
    }

    private static boolean isJson(String text) {
        try {
            return !JSON.readTree(text).isMissingNode();
        } catch (JsonProcessingException e) {
            return false;
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
                object.set(field.getKey(), clean(field.getValue()));
            }
            return object;
        }
        return node;
    }
}
