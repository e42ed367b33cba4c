package dev.amdahl.examples.mcp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;

/**
 * What a line must be before the library of the protocol sees it, which ends its reading at the first message that it cannot take: an object
 * of JSON-RPC 2.0 that asks for something, in the order that the protocol demands. Not thread-safe.
 */
final class Envelope {
    private static final int DEEPEST = 64;
    private static final int MAX_ID = 200;
    private static final String INITIALIZE = "initialize";
    private static final String INITIALIZED = "notifications/initialized";

    /** Takes back the request that {@code params.requestId} names. */
    static final String CANCELLED = "notifications/cancelled";

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private boolean isAsked;
    private boolean isReady;

    /**
     * Returns the message of a line with the four members that count and no others; nothing for what asks nothing: answers, as this server has no
     * questions, and notifications other than the one that ends the greeting and the one that takes a request back.
     *
     * @throws Refusal for anything else
     */
    Optional<ObjectNode> open(byte[] line) throws Refusal {
        JsonNode message = parsed(line);
        if (!message.isObject()) {
            throw invalid(NullNode.instance, "send one object a line; batches are not taken");
        }
        JsonNode id = message.path("id");
        boolean hasId = isId(id);
        JsonNode known = hasId ? id : NullNode.instance;
        if (!message.path("jsonrpc").asText().equals("2.0")) {
            throw invalid(known, "\"jsonrpc\" is not \"2.0\"");
        }
        JsonNode method = message.path("method");
        if (method.isMissingNode() && (message.has("result") || message.has("error"))) {
            return Optional.empty();
        }
        if (!method.isTextual()) {
            throw invalid(known, "\"method\" is missing or no text");
        }
        if (id.isMissingNode()) {
            return notification(method.asText(), message.path("params").path("requestId"));
        }
        if (!hasId) {
            throw invalid(NullNode.instance, "\"id\" is not a text of at most " + MAX_ID + " and no whole number");
        }
        JsonNode parameters = message.path("params");
        if (!parameters.isMissingNode() && !parameters.isNull() && !parameters.isObject()) {
            throw new Refusal(Refusal.BAD_PARAMETERS, id, "\"params\" is not an object");
        }
        boolean isGreeting = method.asText().equals(INITIALIZE);
        if (!isGreeting && !isReady) {
            throw invalid(id, "send " + INITIALIZE + " and " + INITIALIZED + " first");
        }
        isAsked |= isGreeting;
        ObjectNode request = envelope(method.asText());
        request.set("id", id);
        if (parameters.isObject()) {
            request.set("params", parameters);
        }
        return Optional.of(request);
    }

    private Optional<ObjectNode> notification(String method, JsonNode cancelled) {
        if (method.equals(CANCELLED) && isId(cancelled)) {
            ObjectNode notification = envelope(CANCELLED);
            notification.putObject("params").set("requestId", cancelled);
            return Optional.of(notification);
        }
        if (!isAsked || isReady || !method.equals(INITIALIZED)) {
            return Optional.empty();
        }
        isReady = true;
        return Optional.of(envelope(INITIALIZED));
    }

    private static ObjectNode envelope(String method) {
        return JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
    }

    private static JsonNode parsed(byte[] line) throws Refusal {
        try {
            return JSON.readTree(line);
        } catch (IOException notJson) {
            throw new Refusal(
                    Refusal.NOT_JSON,
                    NullNode.instance,
                    "the line is not JSON, or nests deeper than " + DEEPEST + "; send one message a line");
        }
    }

    private static boolean isId(JsonNode id) {
        return id.isTextual() ? id.asText().length() <= MAX_ID : id.isIntegralNumber() && id.canConvertToLong();
    }

    private static Refusal invalid(JsonNode id, String why) {
        return new Refusal(Refusal.NOT_A_REQUEST, id, why);
    }
}
