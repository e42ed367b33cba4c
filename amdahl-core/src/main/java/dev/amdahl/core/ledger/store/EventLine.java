package dev.amdahl.core.ledger.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** An event as one line of JSON; the payload stands last, byte for byte. Stateless. */
public final class EventLine {
    /** Cannot occur inside an earlier JSON text, where a quote is always escaped. */
    private static final String PAYLOAD = ",\"payload\":";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private EventLine() {}

    /** The line, without its end. */
    public static String of(Event event) {
        return head(event) + event.payload() + "}";
    }

    private static String head(Event event) {
        ObjectNode head = JSON.createObjectNode()
                .put("seq", event.seq())
                .put("at", event.at())
                .put("kind", event.kind())
                .put("subject", event.subject())
                .put("prev", event.previous())
                .put("hash", event.hash());
        String text = write(head);
        return text.substring(0, text.length() - 1) + PAYLOAD;
    }

    private static String write(ObjectNode head) {
        try {
            return JSON.writeValueAsString(head);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The event, if the line is one, letter by letter as it is written; its hash is not looked at. */
    public static Optional<Event> parse(String line) {
        int split = line.indexOf(PAYLOAD);
        if (split < 0 || !line.endsWith("}")) {
            return Optional.empty();
        }
        try {
            JsonNode head = JSON.readTree(line.substring(0, split) + "}");
            boolean isWhole = head.size() == 6 && head.path("seq").canConvertToLong();
            return Optional.of(new Event(
                            head.path("seq").longValue(),
                            head.path("at").asText(),
                            head.path("kind").asText(),
                            head.path("subject").asText(),
                            line.substring(split + PAYLOAD.length(), line.length() - 1),
                            head.path("prev").asText(),
                            head.path("hash").asText()))
                    .filter(event -> isWhole && line.startsWith(head(event)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
