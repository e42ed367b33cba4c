package dev.amdahl.llm.internal.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.llm.answer.AnswerSchema;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers from a file of JSON lines {@code {"key", "text", "model", "input_tokens", "cached_tokens", "output_tokens", "price"}}, the key as in
 * {@link RequestKey}; of two lines with one key the last counts. Thread-safe.
 */
final class ReplayBackend implements LlmBackend {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long MAX_BYTES = 64L << 20;

    private final Path file;
    private final Map<String, LlmReply> replies;

    private ReplayBackend(Path file, Map<String, LlmReply> replies) {
        this.file = file;
        this.replies = Map.copyOf(replies);
    }

    /** @throws InvalidInputException if the file is missing, too large or not such lines */
    static ReplayBackend read(Path file) {
        List<String> lines;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new InvalidInputException(file.toString(), "over " + MAX_BYTES + " bytes", "split the recording");
            }
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new InvalidInputException(
                    file.toString(), "cannot be read: " + e, "name a file of recorded answers", e);
        }
        Map<String, LlmReply> replies = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                add(replies, lines.get(i), file + " line " + (i + 1));
            }
        }
        return new ReplayBackend(file, replies);
    }

    private static void add(Map<String, LlmReply> replies, String line, String place) {
        JsonNode node;
        try {
            node = MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            throw new InvalidInputException(place, "not JSON: " + e.getOriginalMessage(), "record it again", e);
        }
        if (!node.path("key").isTextual() || !node.path("text").isTextual()) {
            throw new InvalidInputException(place, "no key or no text", "record it again");
        }
        replies.put(
                node.get("key").asText(),
                new LlmReply(
                        node.get("text").asText(),
                        node.path("model").asText(ReplayBackendFactory.NAME),
                        new LlmUsage(
                                node.path("input_tokens").asLong(),
                                node.path("cached_tokens").asLong(),
                                node.path("output_tokens").asLong(),
                                node.path("price").asDouble())));
    }

    @Override
    public String name() {
        return ReplayBackendFactory.NAME;
    }

    @Override
    public LlmReply complete(LlmRequest request) {
        String key = RequestKey.of(request);
        LlmReply reply = replies.get(key);
        if (reply == null) {
            throw new LlmException(
                    LlmException.Reason.UNREACHABLE,
                    file + ": no recorded answer for request " + key + "; record one under this key",
                    LlmUsage.NONE,
                    null);
        }
        return request.schema().map(schema -> kept(reply, schema, key)).orElse(reply);
    }

    private LlmReply kept(LlmReply reply, String schema, String key) {
        AnswerSchema.Reading reading = AnswerSchema.of(schema).read(reply.text());
        return new LlmReply(
                reading.json()
                        .orElseThrow(() -> new LlmException(
                                LlmException.Reason.OFF_SCHEMA,
                                file + ": the answer recorded under " + key + " breaks the schema: " + reading.problem()
                                        + "; record it again",
                                reply.usage(),
                                null)),
                reply.model(),
                reply.usage());
    }
}
