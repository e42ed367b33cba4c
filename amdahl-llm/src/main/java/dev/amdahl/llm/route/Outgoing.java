package dev.amdahl.llm.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hashing;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.llm.internal.replay.RequestKey;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.llm.LlmRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * A question as it leaves: without secrets.
 *
 * @param question what was asked
 * @param instructions without secrets
 * @param material without secrets
 * @param schema as models understand it
 * @param agreement where in the answer stands what several answers must agree on
 * @param digest of all of it, and of what depends on it
 */
record Outgoing(
        LlmQuestion question,
        String instructions,
        String material,
        Optional<String> schema,
        Optional<JsonPointer> agreement,
        String digest) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FRAME_TOKENS = 1024;
    private static final int TURNS_WRITTEN = 3;

    private record Request(
            String instructions, String material, Optional<String> schema, int maxOutputTokens, Duration timeLimit)
            implements LlmRequest {}

    /** @throws IllegalArgumentException if the schema is not JSON */
    static Outgoing of(LlmQuestion question) {
        String instructions = Redaction.of(question.instructions());
        String material = Redaction.of(question.material().text());
        Optional<JsonNode> parsed = question.schema().map(Outgoing::parse);
        Optional<JsonPointer> agreement = parsed.map(node -> node.path(LlmQuestion.AGREEMENT))
                .filter(JsonNode::isTextual)
                .map(node -> JsonPointer.compile(node.asText()));
        Optional<String> schema = agreement.isEmpty() ? question.schema() : parsed.map(Outgoing::withoutAgreement);
        Request whole = new Request(instructions, material, question.schema(), 1, Duration.ZERO);
        String digest = Hashing.sha256()
                .hashString(RequestKey.of(whole) + " " + question.stakes(), UTF_8)
                .toString();
        return new Outgoing(question, instructions, material, schema, agreement, digest);
    }

    private static JsonNode parse(String schema) {
        try {
            return JSON.readTree(schema);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a schema is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static String withoutAgreement(JsonNode schema) {
        return ((ObjectNode) schema).without(LlmQuestion.AGREEMENT).toString();
    }

    LlmRequest request(RoutedModel model, Duration timeLimit) {
        return new Request(instructions, material, schema, outputTokens(model), timeLimit);
    }

    /** Returns all that a model is sent. */
    String prompt() {
        return instructions + "\n\n" + material
                + schema.map(text -> "\n\nAnswer with JSON of this schema:\n" + text)
                        .orElse("");
    }

    int outputTokens(RoutedModel model) {
        return Math.min(question.maxOutputTokens(), model.mostOutputTokens());
    }

    /**
     * Most tokens read: one for each byte. Text takes three to four bytes a token, so this also pays for the turn of repair, which
     * reads everything again.
     */
    long mostRead(RoutedModel model) {
        return prompt().getBytes(UTF_8).length + FRAME_TOKENS + model.ownTokens();
    }

    /** Most tokens written: where there is a schema, also those of the repair, which reads the first answer too. */
    long mostWritten(RoutedModel model) {
        return (long) outputTokens(model) * (schema.isPresent() ? TURNS_WRITTEN : 1);
    }
}
