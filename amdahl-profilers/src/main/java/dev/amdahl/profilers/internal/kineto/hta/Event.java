package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.amdahl.profilers.internal.kineto.document.DecimalNanos;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One event of a trace as HTA sees it. Times are microseconds in a double, as HTA keeps them. Not thread-safe. */
final class Event {
    /** HTA leaves such events out, and those without a category. */
    static final String WITHOUT_CATEGORY = "Trace";

    private static final int MAX_INTEGER = 18;
    /** Up to here a double holds every integer. */
    private static final long EXACT = 1L << 53;

    /** Start: as written, then rounded, then from the earliest event of all ranks; NaN if it is absent or no number. */
    double start;
    /** NaN if it is absent or no number; after rounding it may be 0 or negative. */
    double duration;
    /** Whether the start is absent or written with a decimal point or an exponent. */
    boolean isFractional;

    String name = "";
    KernelType type = KernelType.COMPUTATION;
    /** Bits of {@link Mark}. */
    int marks;
    /** -1 if none. */
    long stream;
    /** -1 if none. */
    long correlation;
    /** Memory bandwidth, GB/s; 0 if the event gives none. */
    double bandwidth;

    String category = "";
    boolean hasArguments;
    /** What shares its correlation; null if it has none. */
    @Nullable
    Correlation shared;
    /** The last event of the same correlation on the other side, or what HTA takes for it; null if there is none. */
    @Nullable
    Event partner;
    /** How often it occurs among the events that are analyzed. */
    int occurrences;

    /**
     * Reads the object under the parser; of a field that is given twice the last counts. Only an event that may count gets its name:
     * most do not, and a string for each takes time.
     *
     * @param text takes the characters of the name, as many as fit
     */
    void read(JsonParser parser, char[] text) throws IOException {
        start = Double.NaN;
        duration = Double.NaN;
        isFractional = true;
        category = WITHOUT_CATEGORY;
        hasArguments = false;
        stream = -1;
        correlation = -1;
        bandwidth = 0;
        int length = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (field) {
                case "ts" -> {
                    isFractional = value != JsonToken.VALUE_NUMBER_INT;
                    start = micros(parser);
                }
                case "dur" -> duration = micros(parser);
                case "cat" -> {
                    category = value == JsonToken.VALUE_STRING ? parser.getText() : WITHOUT_CATEGORY;
                    parser.skipChildren();
                }
                case "name" -> {
                    length = value == JsonToken.VALUE_STRING ? Math.min(parser.getTextLength(), text.length) : 0;
                    System.arraycopy(parser.getTextCharacters(), parser.getTextOffset(), text, 0, length);
                    parser.skipChildren();
                }
                case "args" -> arguments(parser);
                default -> parser.skipChildren();
            }
        }
        marks = Mark.ofCategory(category);
        boolean mayCount = marks != 0 || isOnStream() || isCorrelated() || (length > 0 && Mark.mayBegin(text[0]));
        name = mayCount ? new String(text, 0, length) : "";
        marks |= Mark.ofName(name);
    }

    private void arguments(JsonParser parser) throws IOException {
        hasArguments = true;
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (field) {
                case "stream" -> stream = stream(parser);
                case "correlation" -> correlation = integer(parser);
                case "memory bandwidth (GB/s)" -> {
                    double number = value.isNumeric() ? parser.getDoubleValue() : 0;
                    bandwidth = Double.isFinite(number) ? number : 0;
                    parser.skipChildren();
                }
                default -> parser.skipChildren();
            }
        }
    }

    /** Returns the double nearest to the number under the parser, taken to the nanosecond; NaN if it is none. */
    private static double micros(JsonParser parser) throws IOException {
        if (!parser.currentToken().isNumeric()) {
            parser.skipChildren();
            return Double.NaN;
        }
        long nanos = DecimalNanos.parse(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        if (nanos == DecimalNanos.INVALID) {
            return parser.getDoubleValue();
        }
        long whole = nanos / 1000;
        return Math.abs(nanos) < EXACT ? nanos / 1000.0 : whole + nanos % 1000 / 1000.0;
    }

    private static long stream(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            double value = parser.getDoubleValue();
            return Double.isFinite(value) ? (long) value : -1;
        }
        if (token == JsonToken.VALUE_STRING) {
            String text = parser.getText().strip();
            return text.matches("-?[0-9]{1," + MAX_INTEGER + "}") ? Long.parseLong(text) : -1;
        }
        return integer(parser);
    }

    /** Returns the integer under the parser; -1 for all else. */
    private static long integer(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT && parser.getTextLength() <= MAX_INTEGER) {
            return parser.getLongValue();
        }
        parser.skipChildren();
        return -1;
    }

    double start() {
        return start;
    }

    double end() {
        return start + duration;
    }

    boolean is(int mark) {
        return (marks & mark) != 0;
    }

    boolean isOnStream() {
        return stream != -1;
    }

    boolean isCorrelated() {
        return correlation != -1;
    }

    /** Returns whether HTA counts the event as the device's when it joins calls to work and drops steps. */
    boolean isDeviceSide() {
        return (stream >= 0 && correlation >= 0) || is(Mark.SYNC);
    }
}
