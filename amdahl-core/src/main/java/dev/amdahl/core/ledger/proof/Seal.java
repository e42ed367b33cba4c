package dev.amdahl.core.ledger.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.core.ledger.event.Event;
import java.util.ArrayList;
import java.util.List;

/** Reads the peaks that a sealing event holds. */
public final class Seal {
    private static final JsonMapper JSON = new JsonMapper();

    private Seal() {}

    /** Returns whether an event is one. */
    public static boolean is(Event event) {
        return event.kind().equals(Proof.SEAL);
    }

    /**
     * Returns the peaks over all events before it.
     *
     * @throws IllegalArgumentException if it holds none
     * @throws JsonProcessingException if its payload is not JSON
     */
    public static Peaks peaks(Event seal) throws JsonProcessingException {
        if (!is(seal)) {
            throw new IllegalArgumentException("event " + seal.seq() + " is not a seal");
        }
        List<String> hashes = new ArrayList<>();
        for (JsonNode hash : JSON.readTree(seal.payload()).path("peaks")) {
            hashes.add(hash.asText());
        }
        return new Peaks(seal.seq() - 1, hashes);
    }
}
