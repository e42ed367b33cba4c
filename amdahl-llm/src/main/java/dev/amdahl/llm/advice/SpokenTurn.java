package dev.amdahl.llm.advice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.llm.route.CleanReply;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model says in one turn, as the book keeps it: words, thoughts and calls of tools, without secrets. A conversation goes on with
 * what was kept, so that it can be gone through again. Stateless, thread-safe.
 */
final class SpokenTurn {
    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<Map<String, Object>> ATTRIBUTES = new TypeReference<>() {};

    private SpokenTurn() {}

    /** Returns it as one line of JSON. */
    static String kept(AiMessage message) {
        ObjectNode turn = JSON.createObjectNode();
        Optional.ofNullable(message.text()).ifPresent(text -> turn.put("text", text));
        Optional.ofNullable(message.thinking()).ifPresent(thinking -> turn.put("thinking", thinking));
        if (message.attributes() != null && !message.attributes().isEmpty()) {
            turn.set("attributes", JSON.valueToTree(message.attributes()));
        }
        if (message.hasToolExecutionRequests()) {
            ArrayNode calls = turn.putArray("calls");
            for (ToolExecutionRequest request : message.toolExecutionRequests()) {
                calls.addObject()
                        .put("id", request.id())
                        .put("tool", request.name())
                        .set("arguments", arguments(request.arguments()));
            }
        }
        return CleanReply.of(turn.toString(), true);
    }

    /** An object where it is one, so that secrets behind escapes are found as well. */
    private static JsonNode arguments(String text) {
        try {
            JsonNode arguments = AnswerReader.JSON.readTree(text == null ? "" : text);
            if (arguments.isObject()) {
                return arguments;
            }
        } catch (JsonProcessingException wrong) {
            return JSON.getNodeFactory().textNode(text);
        }
        return JSON.getNodeFactory().textNode(String.valueOf(text));
    }

    /** Returns what was kept; empty if it is nothing of this kind. */
    static Optional<AiMessage> read(String kept) {
        try {
            JsonNode turn = JSON.readTree(kept);
            if (!turn.isObject()) {
                return Optional.empty();
            }
            List<ToolExecutionRequest> calls = new ArrayList<>();
            for (JsonNode call : turn.path("calls")) {
                JsonNode arguments = call.path("arguments");
                calls.add(ToolExecutionRequest.builder()
                        .id(call.path("id").isTextual() ? call.path("id").asText() : null)
                        .name(call.path("tool").asText())
                        .arguments(arguments.isTextual() ? arguments.asText() : arguments.toString())
                        .build());
            }
            String text = turn.path("text").asText("");
            AiMessage.Builder message = AiMessage.builder()
                    .text(text.isBlank() ? (calls.isEmpty() ? "(nothing)" : null) : text)
                    .toolExecutionRequests(calls);
            if (turn.path("thinking").isTextual()) {
                message.thinking(turn.path("thinking").asText());
            }
            if (turn.path("attributes").isObject()) {
                message.attributes(JSON.convertValue(turn.path("attributes"), ATTRIBUTES));
            }
            return Optional.of(message.build());
        } catch (JsonProcessingException other) {
            return Optional.empty();
        }
    }
}
