package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;

/** The fields of one trace event that HTA reads; reused for every event. Not thread-safe. */
final class Event {
    private static final int MAX_NAME = 1 << 16;
    private static final int MAX_INTEGER = 18;

    char[] name = new char[1024];
    int nameLength;
    String category = "";
    /** Start, us as written; NaN if it is absent or no number. */
    double start;
    /** Duration, us as written; NaN if it is absent or no number. */
    double duration;
    /** Whether the start is written with a decimal point or an exponent. */
    boolean isFractional;

    boolean hasCategory;
    boolean hasArguments;
    long stream;
    long correlation;
    /** Memory bandwidth, GB/s; 0 if the event gives none. */
    double bandwidth;

    /** Reads the object under the parser; of a field that is given twice the last counts. */
    void read(JsonParser parser) throws IOException {
        clear();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (field) {
                case "ts" -> {
                    isFractional = value == JsonToken.VALUE_NUMBER_FLOAT;
                    start = NearestDouble.read(parser);
                }
                case "dur" -> duration = NearestDouble.read(parser);
                case "cat" -> {
                    hasCategory = value == JsonToken.VALUE_STRING;
                    category = hasCategory ? parser.getText() : "";
                    parser.skipChildren();
                }
                case "name" -> name(parser);
                case "args" -> arguments(parser);
                default -> parser.skipChildren();
            }
        }
    }

    private void clear() {
        nameLength = 0;
        category = "";
        start = Double.NaN;
        duration = Double.NaN;
        isFractional = false;
        hasCategory = false;
        hasArguments = false;
        stream = -1;
        correlation = -1;
        bandwidth = 0;
    }

    private void name(JsonParser parser) throws IOException {
        nameLength = 0;
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            parser.skipChildren();
            return;
        }
        nameLength = Math.min(parser.getTextLength(), MAX_NAME);
        if (nameLength > name.length) {
            name = Arrays.copyOf(name, Math.min(MAX_NAME, 2 * nameLength));
        }
        System.arraycopy(parser.getTextCharacters(), parser.getTextOffset(), name, 0, nameLength);
    }

    private void arguments(JsonParser parser) throws IOException {
        hasArguments = true;
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "stream" -> stream = stream(parser);
                case "correlation" -> correlation = integer(parser);
                case "memory bandwidth (GB/s)" -> {
                    double value = NearestDouble.read(parser);
                    bandwidth = Double.isFinite(value) ? value : 0;
                }
                default -> parser.skipChildren();
            }
        }
    }

    private static long stream(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            double value = parser.getDoubleValue();
            return Double.isFinite(value) ? (long) value : -1;
        }
        if (token == JsonToken.VALUE_STRING) {
            String text = parser.getText().strip();
            boolean isInteger = text.matches("-?[0-9]{1," + MAX_INTEGER + "}");
            return isInteger ? Long.parseLong(text) : -1;
        }
        return integer(parser);
    }

    /** The integer under the parser; -1 for all else. */
    private static long integer(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT && parser.getTextLength() <= MAX_INTEGER) {
            return parser.getLongValue();
        }
        parser.skipChildren();
        return -1;
    }
}
