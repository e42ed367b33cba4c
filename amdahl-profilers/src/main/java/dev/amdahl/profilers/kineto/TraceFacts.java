package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What a trace says beside its events: which rank of how many wrote it, and its devices. Not thread-safe while it is read. */
final class TraceFacts {
    private static final int MAX_DEVICES = 1024;

    private final TextBuffer text = new TextBuffer();
    private final List<TraceDevice> devices = new ArrayList<>();
    private int rank = -1;
    private int worldSize = -1;
    private @Nullable String backend;

    OptionalInt rank() {
        return rank < 0 || (worldSize >= 0 && rank >= worldSize) ? OptionalInt.empty() : OptionalInt.of(rank);
    }

    OptionalInt worldSize() {
        return worldSize < 1 ? OptionalInt.empty() : OptionalInt.of(worldSize);
    }

    Optional<String> backend() {
        return Optional.ofNullable(backend);
    }

    List<TraceDevice> devices() {
        return devices;
    }

    /** Reads or skips the value under the parser; of a member that is given twice the last counts. */
    void member(String name, JsonParser parser) throws IOException {
        if (name.equals("distributedInfo") && parser.currentToken() == JsonToken.START_OBJECT) {
            distributed(parser);
        } else if (name.equals("deviceProperties") && parser.currentToken() == JsonToken.START_ARRAY) {
            devices.clear();
            while (parser.nextToken() != JsonToken.END_ARRAY && parser.currentToken() != null) {
                if (parser.currentToken() == JsonToken.START_OBJECT) {
                    device(parser);
                } else {
                    parser.skipChildren();
                }
            }
        } else {
            parser.skipChildren();
        }
    }

    private void distributed(JsonParser parser) throws IOException {
        rank = -1;
        worldSize = -1;
        backend = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "rank" -> rank = (int) number(parser, Integer.MAX_VALUE);
                case "world_size" -> worldSize = (int) number(parser, Integer.MAX_VALUE);
                case "backend" -> backend = text(parser);
                default -> parser.skipChildren();
            }
        }
    }

    private void device(JsonParser parser) throws IOException {
        long id = -1;
        long memory = -1;
        long major = -1;
        String name = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "id" -> id = number(parser, Integer.MAX_VALUE);
                case "totalGlobalMem" -> memory = number(parser, Long.MAX_VALUE);
                case "computeMajor" -> major = number(parser, Integer.MAX_VALUE);
                case "name" -> name = text(parser);
                default -> parser.skipChildren();
            }
        }
        if (id >= 0 && devices.size() < MAX_DEVICES) {
            devices.add(new TraceDevice((int) id, name, memory > 0 ? memory : null, major >= 0 ? (int) major : null));
        }
    }

    /** Returns a number from 0 to {@code most}, else -1. */
    private static long number(JsonParser parser, long most) throws IOException {
        long value = Row.whole(parser);
        return value > most ? -1 : value;
    }

    private String text(JsonParser parser) throws IOException {
        text.take(parser);
        return Symbols.clean(new String(text.chars, 0, Math.min(text.length, 200)));
    }
}
