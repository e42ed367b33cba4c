package dev.amdahl.llm.answer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * A JSON schema in the part of the language that services enforce: every member required, those that were optional may be null, no
 * others; bounds of numbers and lengths, which they refuse, move into the description. Stateless, thread-safe.
 */
public final class StrictSchema {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Set<String> KEPT =
            Set.of("type", "properties", "required", "items", "enum", "const", "anyOf", "$ref", "$defs", "description");

    private StrictSchema() {}

    /**
     * From any schema.
     *
     * @throws IllegalArgumentException if it is not JSON: schemas are the library's own
     */
    public static String of(String schema) {
        try {
            return strict(MAPPER.readTree(schema)).toString();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no JSON schema: " + schema, e);
        }
    }

    private static JsonNode strict(JsonNode schema) {
        if (!schema.isObject()) {
            return schema;
        }
        ObjectNode strict = MAPPER.createObjectNode();
        ObjectNode bounds = MAPPER.createObjectNode();
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            String name = keyword.getKey();
            JsonNode value = keyword.getValue();
            if (!KEPT.contains(name)) {
                if (!name.startsWith("$") && !name.equals("additionalProperties") && !name.equals("title")) {
                    bounds.set(name, value);
                }
            } else if (name.equals("items")) {
                strict.set(name, strict(value));
            } else if (name.equals("$defs")) {
                strict.set(name, each((ObjectNode) value));
            } else if (name.equals("anyOf")) {
                ArrayNode choices = strict.putArray(name);
                value.forEach(choice -> choices.add(strict(choice)));
            } else if (!name.equals("properties") && !name.equals("required")) {
                strict.set(name, value);
            }
        }
        if (schema.path("properties").isObject()) {
            members(schema, strict);
        }
        if (!bounds.isEmpty()) {
            strict.put("description", (strict.path("description").asText() + " " + bounds).strip());
        }
        return strict;
    }

    private static ObjectNode each(ObjectNode schemas) {
        ObjectNode strict = MAPPER.createObjectNode();
        schemas.properties().forEach(one -> strict.set(one.getKey(), strict(one.getValue())));
        return strict;
    }

    private static void members(JsonNode schema, ObjectNode strict) {
        ObjectNode members = strict.putObject("properties");
        ArrayNode required = strict.putArray("required");
        for (Map.Entry<String, JsonNode> member : schema.get("properties").properties()) {
            JsonNode own = strict(member.getValue());
            members.set(member.getKey(), isRequired(schema, member.getKey()) ? own : orNull(own));
            required.add(member.getKey());
        }
        strict.put("additionalProperties", false);
    }

    private static boolean isRequired(JsonNode schema, String name) {
        for (JsonNode required : schema.path("required")) {
            if (required.asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Returns a choice, not a second type, where values are listed: services take no list of values of two types. */
    private static JsonNode orNull(JsonNode schema) {
        if (schema.path("type").isTextual() && !schema.has("enum") && !schema.has("const")) {
            ObjectNode both = schema.deepCopy();
            both.putArray("type").add(schema.get("type")).add("null");
            return both;
        }
        ObjectNode choice = MAPPER.createObjectNode();
        choice.putArray("anyOf").add(schema).addObject().put("type", "null");
        return choice;
    }
}
