package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.amdahl.profilers.internal.kineto.document.DecimalNanos;
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
    long bytes;
    double occupancy;
    double blocksPerMultiprocessor;
    long elements;
    final TextBuffer collective = new TextBuffer();
    long groupSize;
    final TextBuffer dimensions = new TextBuffer();
    final TextBuffer types = new TextBuffer();
    final TextBuffer values = new TextBuffer();
    final TextBuffer elementType = new TextBuffer();
    long allocated;
    long reserved;
    int deviceId;
    int deviceType;

    /** Returns the device that it ran on; a row that names none was put under a process of that number. */
    int deviceOrProcess() {
        return device >= 0 ? device : Math.max(0, process.number());
    }

    /** Returns the stream that it ran on; a row that names none was put under a thread of that number. */
    int streamOrThread() {
        return stream >= 0 ? stream : Math.max(0, thread.number());
    }

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

    void clear() {
        phase.clear();
        category.clear();
        name.clear();
        process.clear();
        thread.clear();
        timestamp = DecimalNanos.INVALID;
        duration = DecimalNanos.INVALID;
        clearArguments();
    }

    void clearArguments() {
        device = -1;
        stream = -1;
        correlation = -1;
        bytes = -1;
        occupancy = -1;
        blocksPerMultiprocessor = -1;
        elements = -1;
        elementType.clear();
        collective.clear();
        groupSize = -1;
        dimensions.clear();
        types.clear();
        values.clear();
        allocated = -1;
        reserved = -1;
        deviceId = -1;
        deviceType = -1;
    }

    private void arguments(JsonParser parser) throws IOException {
        clearArguments();
        if (parser.currentToken() != JsonToken.START_OBJECT || !wantsArguments()) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "device" -> device = index(parser);
                case "stream" -> stream = index(parser);
                case "correlation" -> correlation = whole(parser);
                case "bytes" -> bytes = whole(parser);
                case "est. achieved occupancy %" -> occupancy = number(parser);
                case "blocks per SM" -> blocksPerMultiprocessor = number(parser);
                case "In msg nelems", "Out msg nelems" -> elements = Math.max(elements, whole(parser));
                case "dtype" -> elementType.take(parser);
                case "Collective name" -> collective.take(parser);
                case "Group size" -> groupSize = whole(parser);
                case "Input Dims", "Input dims" -> dimensions.takeList(parser, ',');
                case "Input type" -> types.takeList(parser, ';');
                case "Concrete Inputs" -> {
                    if (wantsValues()) {
                        values.takeList(parser, ';');
                    } else {
                        parser.skipChildren();
                    }
                }
                case "Total Allocated" -> allocated = whole(parser);
                case "Total Reserved" -> reserved = whole(parser);
                case "Device Id" -> deviceId = index(parser);
                case "Device Type" -> deviceType = index(parser);
                default -> parser.skipChildren();
            }
        }
    }

    boolean wantsArguments() {
        return phase.length == 0 || phase.is('X') || phase.is('B') || phase.is('i');
    }

    /** Returns whether the operator's cost depends on more than shapes. */
    boolean wantsValues() {
        return name.contains("onv") || name.contains("att");
    }

    /** Takes what an operator was called with, as {@link dev.amdahl.spi.job.Lane#arguments} gives it; false if the row does not tell. */
    boolean operands(TextBuffer into) {
        if (dimensions.length == 0) {
            return false;
        }
        into.length = 0;
        return into.add(dimensions) && into.add('|') && into.add(types) && into.add('|') && into.add(values);
    }

    /** Takes what a collective moved, as {@link dev.amdahl.spi.job.Lane#arguments} gives it; false if the row does not tell. */
    boolean transfer(TextBuffer into) {
        long moved = CounterSums.bytes(this);
        if (collective.length == 0 || moved < 0 || groupSize < 1) {
            return false;
        }
        into.length = 0;
        return into.add(collective) && into.add("|" + moved + "|" + groupSize);
    }

    /** Returns a non-negative integer; the largest of its type where it is larger; else -1. */
    private static int index(JsonParser parser) throws IOException {
        return (int) Math.min(whole(parser), Integer.MAX_VALUE);
    }

    /** Returns a finite number, else -1. */
    private static double number(JsonParser parser) throws IOException {
        if (!parser.currentToken().isNumeric()) {
            parser.skipChildren();
            return -1;
        }
        double number = parser.getDoubleValue();
        return Double.isFinite(number) ? number : -1;
    }

    /** Returns a non-negative integer of at most 18 digits, else -1. */
    static long whole(JsonParser parser) throws IOException {
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
