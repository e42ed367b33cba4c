package dev.amdahl.llm.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers from a file of JSON lines {@code {"key", "text", "model", "input_tokens", "output_tokens", "price"}}, the key as in
 * {@link RequestKey}; of two lines with one key the last counts. Thread-safe.
 */
final class ReplayBackend implements LlmBackend {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long MOST_BYTES = 64L << 20;

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
            if (Files.size(file) > MOST_BYTES) {
                throw new InvalidInputException(
                        file.toString(), "over " + MOST_BYTES + " bytes", "split the recording");
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
                        node.path("input_tokens").asLong(),
                        node.path("output_tokens").asLong(),
                        node.path("price").asDouble()));
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
            throw new AmdahlException(
                    ErrorCategory.USER,
                    file + ": no recorded answer for request " + key + "; record one under this key");
        }
        return reply;
    }
}
