package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** The fields of one trace event that are kept; reused for every row. Not thread-safe. */
final class Row {
    final TextBuffer phase = new TextBuffer();
    final TextBuffer category = new TextBuffer();
    final TextBuffer name = new TextBuffer();
    final TextBuffer process = new TextBuffer();
    final TextBuffer thread = new TextBuffer();
    long timestamp;
    long duration;
    int device;
    int stream;
    long correlation;

    /** Reads the object under the parser; of a field that is given twice the last counts. */
    void read(JsonParser parser) throws IOException {
        clear();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "ph" -> phase.take(parser);
                case "cat" -> category.take(parser);
                case "name" -> name.take(parser);
                case "pid" -> process.take(parser);
                case "tid" -> thread.take(parser);
                case "ts" -> timestamp = nanos(parser);
                case "dur" -> duration = nanos(parser);
                case "args" -> arguments(parser);
                default -> parser.skipChildren();
            }
        }
    }

    private void clear() {
        phase.clear();
        category.clear();
        name.clear();
        process.clear();
        thread.clear();
        timestamp = DecimalNanos.INVALID;
        duration = DecimalNanos.INVALID;
        device = -1;
        stream = -1;
        correlation = -1;
    }

    private void arguments(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT || (phase.length > 0 && !phase.is('X'))) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "device" -> device = (int) Math.min(whole(parser), Integer.MAX_VALUE);
                case "stream" -> stream = (int) Math.min(whole(parser), Integer.MAX_VALUE);
                case "correlation" -> correlation = whole(parser);
                default -> parser.skipChildren();
            }
        }
    }

    /** A non-negative integer, else -1. */
    private static long whole(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT || parser.getTextLength() > 18) {
            parser.skipChildren();
            return -1;
        }
        return Math.max(-1, parser.getLongValue());
    }

    private static long nanos(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_STRING && !token.isNumeric()) {
            parser.skipChildren();
            return DecimalNanos.INVALID;
        }
        return DecimalNanos.parse(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    }
}
