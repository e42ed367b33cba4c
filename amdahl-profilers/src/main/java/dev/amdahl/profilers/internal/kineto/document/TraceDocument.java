package dev.amdahl.profilers.internal.kineto.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads one trace file in one pass and hands its events to a sink. Not thread-safe, used once. */
public final class TraceDocument {
    private static final int MAX_STRING = 1 << 20;

    private static final String REMEDY = "write the trace again, whole";
    private static final String EVENTS = "traceEvents";
    private static final int MAX_NAMED = 3;
    private static final int MAX_NAME_LENGTH = 40;

    private final Path path;
    private final ProfileLimits limits;
    private final TraceSink sink;
    /** The first names of the file, for the error where it is another kind of JSON. */
    private final List<String> members = new ArrayList<>();

    private boolean sawEvents;
    private boolean array;
    private long base;
    private long bytes;

    private TraceDocument(Path path, ProfileLimits limits, TraceSink sink) {
        this.path = path;
        this.limits = limits;
        this.sink = sink;
    }

    /**
     * Reads a file to its end.
     *
     * @param path plain or gzip JSON: an object with {@code traceEvents}, or a bare array of events
     * @throws InvalidInputException where the file is absent, not such a trace, broken, or larger than the limits
     * @throws UnusualTrace where the sink takes rows and has to read the whole again without, perhaps to be told what is broken
     */
    public static TraceDocument read(Path path, ProfileLimits limits, TraceSink sink) {
        return read(path, limits, sink, bytes -> {});
    }

    /** Overload of {@code read} that also tells how many bytes of the file were read so far. */
    public static TraceDocument read(Path path, ProfileLimits limits, TraceSink sink, LongConsumer read) {
        TraceDocument document = new TraceDocument(path, limits, sink);
        document.read(read);
        return document;
    }

    /** Returns whether the file is a bare array of events. */
    public boolean isArray() {
        return array;
    }

    /** Returns what is to be added to every time, ns; 0 if the file says nothing. */
    public long baseNanos() {
        return base;
    }

    /** Bytes read, after decompression. */
    public long bytes() {
        return bytes;
    }

    private void read(LongConsumer read) {
        try (TraceInput in = TraceInput.open(path, limits.maxBytes(), read);
                JsonParser parser = open(path.toString(), in, sink, limits.maxDepth())) {
            try {
                document(parser);
            } catch (EOFException e) {
                throw broken(parser, "the compressed data ends early", e);
            } catch (JsonProcessingException e) {
                throw broken(parser, e.getOriginalMessage(), e);
            } catch (IOException e) {
                throw broken(parser, String.valueOf(e.getMessage()), e);
            }
            bytes = in.count();
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(path.toString(), "does not exist", "name the trace that the job wrote", e);
        } catch (IOException e) {
            throw Unreadable.file(path, e, "name a trace that the profiler wrote, whole and readable");
        }
    }

    private void document(JsonParser parser) throws IOException {
        JsonToken top = parser.nextToken();
        if (top == JsonToken.START_ARRAY) {
            array = true;
            events(parser);
        } else if (top == JsonToken.START_OBJECT) {
            members(parser);
        } else {
            throw broken(parser, "neither an object nor an array", null);
        }
        if (!sawEvents) {
            throw members.isEmpty() || members.contains(EVENTS)
                    ? broken(parser, "no traceEvents", null)
                    : new InvalidInputException(
                            path.toString(),
                            "is JSON without traceEvents, with " + String.join(", ", members),
                            "give a trace in Chrome's format: PyTorch's export_chrome_trace; what nsys exports as SQLite is read too");
        }
        if (parser.nextToken() != null) {
            throw broken(parser, "text after the end of the trace", null);
        }
    }

    private void members(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            if (members.size() < MAX_NAMED) {
                members.add(field.length() > MAX_NAME_LENGTH ? field.substring(0, MAX_NAME_LENGTH) : field);
            }
            JsonToken value = parser.nextToken();
            if (field.equals(EVENTS) && value == JsonToken.START_ARRAY) {
                events(parser);
            } else if (field.equals("baseTimeNanoseconds")) {
                base = base(parser);
            } else {
                sink.member(field, parser);
            }
        }
    }

    private void events(JsonParser parser) throws IOException {
        if (sawEvents) {
            throw broken(parser, "traceEvents are given twice", null);
        }
        sawEvents = true;
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token == null) {
                throw broken(parser, "the list of events ends early", null);
            }
            if (token == JsonToken.START_OBJECT) {
                sink.event(parser);
            } else {
                parser.skipChildren();
                sink.other();
            }
        }
    }

    private long base(JsonParser parser) throws IOException {
        boolean usable = parser.currentToken() == JsonToken.VALUE_NUMBER_INT && parser.getTextLength() <= 19;
        if (!usable || parser.getBigIntegerValue().bitLength() > 63 || parser.getLongValue() < 0) {
            throw broken(parser, "baseTimeNanoseconds is not a time", null);
        }
        return parser.getLongValue();
    }

    private RuntimeException broken(JsonParser parser, String problem, @Nullable Throwable cause) {
        if (sink.takesRows()) {
            return new UnusualTrace(problem, cause);
        }
        JsonLocation at = parser.currentLocation();
        String place =
                path + " line " + at.getLineNr() + " column " + at.getColumnNr() + " (byte " + at.getByteOffset() + ")";
        return new InvalidInputException(place, problem, REMEDY, cause);
    }

    /**
     * Returns the parser, before its first token.
     *
     * @throws InvalidInputException where the file is empty, compressed twice or no text
     */
    private static JsonParser open(String file, TraceInput in, TraceSink sink, int maxDepth) throws IOException {
        check(file, in.head());
        return new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxStringLength(MAX_STRING)
                        .build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                .build()
                .createParser(sink.takesRows() ? new RowCutter(in, sink) : in);
    }

    private static void check(String file, byte[] head) {
        if (head.length == 0) {
            throw new InvalidInputException(file, "is empty", "write the trace again, whole");
        }
        if (head.length > 1 && head[0] == 0x1f && head[1] == (byte) 0x8b) {
            throw new InvalidInputException(file, "is compressed twice", "decompress it once");
        }
        boolean isMark = head[0] == (byte) 0xEF || head[0] == (byte) 0xFE || head[0] == (byte) 0xFF || head[0] == 0;
        boolean isText = (head[0] >= ' ' && head[0] < 0x7f) || head[0] == '\n' || head[0] == '\r' || head[0] == '\t';
        if (!isMark && !isText) {
            throw new InvalidInputException(
                    file,
                    "is not JSON: it begins with the bytes "
                            + HexFormat.ofDelimiter(" ").formatHex(head),
                    "give a Chrome trace event file, .json or .json.gz");
        }
    }
}
