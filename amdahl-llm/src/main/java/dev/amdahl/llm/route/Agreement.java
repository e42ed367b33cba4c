package dev.amdahl.llm.route;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.amdahl.spi.llm.LlmReply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Whether enough of several answers say the same in one place. Not thread-safe. */
final class Agreement {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHOWN = 60;

    private final JsonPointer place;
    private final int samples;
    private final int needed;
    private final Map<JsonNode, Integer> votes = new LinkedHashMap<>();
    private int asked;
    private int most;

    Agreement(JsonPointer place, int samples, int needed) {
        this.place = place;
        this.samples = samples;
        this.needed = needed;
    }

    /** Counts one more answer; whether it completes what was needed. */
    boolean add(LlmReply reply) {
        asked++;
        most = Math.max(most, votes.merge(said(reply), 1, Integer::sum));
        return isReached();
    }

    private JsonNode said(LlmReply reply) {
        try {
            return JSON.readTree(reply.text()).at(place);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    boolean isReached() {
        return most >= needed;
    }

    /** Returns whether what is left to ask cannot bring it any more. */
    boolean isLost() {
        return most + samples - asked < needed;
    }

    @Override
    public String toString() {
        return votes.entrySet().stream()
                .map(vote -> shown(vote.getKey()) + " " + vote.getValue() + " of " + asked)
                .collect(Collectors.joining(", "));
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
