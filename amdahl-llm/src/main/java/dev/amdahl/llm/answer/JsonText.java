package dev.amdahl.llm.answer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** JSON objects and arrays in the middle of other text. Stateless, thread-safe. */
final class JsonText {
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final int MAX_STARTS = 64;

    private JsonText() {}

    /** Returns those that are whole, in order, none inside another; looks at a bounded number of opening brackets. */
    static List<JsonNode> valuesIn(String text) {
        List<JsonNode> values = new ArrayList<>();
        int at = start(text, 0);
        for (int starts = 0; at >= 0 && starts < MAX_STARTS; starts++) {
            int end = at + 1;
            try (JsonParser parser = MAPPER.createParser(text.substring(at))) {
                JsonNode value = MAPPER.readTree(parser);
                if (isFinite(value)) {
                    values.add(value);
                    end = at + (int) parser.currentLocation().getCharOffset();
                }
            } catch (IOException notHere) {
                end = at + 1;
            }
            at = start(text, end);
        }
        return values;
    }

    private static int start(String text, int from) {
        int object = text.indexOf('{', from);
        int array = text.indexOf('[', from);
        return object < 0 || array < 0 ? Math.max(object, array) : Math.min(object, array);
    }

    private static boolean isFinite(JsonNode value) {
        if (value.isNumber()) {
            return Double.isFinite(value.doubleValue());
        }
        for (JsonNode child : value) {
            if (!isFinite(child)) {
                return false;
            }
        }
        return true;
    }
}
