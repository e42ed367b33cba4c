package dev.amdahl.core.internal.ledger.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.proof.Proof;
import dev.amdahl.spi.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A proof as JSON. */
public final class ProofFile {
    private static final String FORMAT = "amdahl.proof/1";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private ProofFile() {}

    /** Returns the document of a proof. */
    public static ObjectNode json(Proof proof) {
        ObjectNode json = JSON.createObjectNode()
                .put("format", FORMAT)
                .put("seq", proof.event().seq())
                .put("head", proof.head())
                .put("events", proof.events());
        json.set("event", json(proof.event()));
        proof.path().forEach(json.putArray("path")::add);
        var chain = json.putArray("chain");
        proof.chain().forEach(event -> chain.add(json(event)));
        return json;
    }

    /**
     * Reads a proof; what it says is not checked, nor are the fields that only repeat.
     *
     * @param place where it was read, for messages
     * @throws InvalidInputException if it is none
     */
    public static Proof read(String text, String place) {
        try {
            JsonNode json = JSON.readTree(text);
            if (!json.path("format").asText().equals(FORMAT)) {
                throw none(place, "its format is not " + FORMAT, null);
            }
            List<String> path = new ArrayList<>();
            for (JsonNode hash : json.path("path")) {
                path.add(hash(hash, place));
            }
            List<Event> chain = new ArrayList<>();
            for (JsonNode event : json.path("chain")) {
                chain.add(event(event, place));
            }
            return new Proof(event(json.path("event"), place), path, chain);
        } catch (JsonProcessingException e) {
            throw none(place, "is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static ObjectNode json(Event event) {
        return JSON.createObjectNode()
                .put("seq", event.seq())
                .put("at", event.at())
                .put("kind", event.kind())
                .put("subject", event.subject())
                .put("payload", event.payload())
                .put("prev", event.previous())
                .put("hash", event.hash());
    }

    private static Event event(JsonNode json, String place) {
        if (!json.path("seq").canConvertToLong()
                || !json.path("seq").isIntegralNumber()
                || List.of("at", "kind", "subject", "payload").stream()
                        .anyMatch(key -> !json.path(key).isTextual())) {
            throw none(place, "an event of it has not all its fields", null);
        }
        return new Event(
                json.path("seq").longValue(),
                json.path("at").asText(),
                json.path("kind").asText(),
                json.path("subject").asText(),
                json.path("payload").asText(),
                hash(json.path("prev"), place),
                hash(json.path("hash"), place));
    }

    private static String hash(JsonNode json, String place) {
        if (!json.asText().matches("[0-9a-f]{64}")) {
            throw none(place, "'" + json.asText() + "' is not a hash", null);
        }
        return json.asText();
    }

    private static InvalidInputException none(String place, String problem, @Nullable Exception e) {
        String remedy = "give the output of ledger prove";
        return e == null
                ? new InvalidInputException(place, problem, remedy)
                : new InvalidInputException(place, problem, remedy, e);
    }
}
