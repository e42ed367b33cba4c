package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one trace in one pass. Not thread-safe, used once. */
final class KinetoReader {
    private static final String REMEDY = "write the trace again, whole";

    private final Artifact artifact;
    private final ProfileLimits limits;
    private final String file;
    private final Rows rows;
    private final Row row = new Row();
    private boolean sawEvents;
    private long base;

    KinetoReader(Artifact artifact, ProfileLimits limits) {
        this.artifact = artifact;
        this.limits = limits;
        this.file = artifact.path().toString();
        this.rows = new Rows(file, limits);
    }

    Profile read() {
        try (TraceInput in = TraceInput.open(artifact.path(), limits.maxBytes());
                JsonParser parser = factory().createParser(in)) {
            try {
                document(parser);
            } catch (EOFException e) {
                throw broken(parser, "the compressed data ends early", e);
            } catch (JsonProcessingException e) {
                throw broken(parser, e.getOriginalMessage(), e);
            } catch (IOException e) {
                throw broken(parser, String.valueOf(e.getMessage()), e);
            }
            var timeline = rows.timeline(base);
            var counters = Map.of(
                    "trace_rows", (double) rows.rows(), "trace_events", (double) rows.kept(), "trace_bytes", (double)
                            in.count());
            return new KinetoProfile(artifact, timeline, counters, rows.findings());
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(file, "does not exist", "name the trace that the job wrote", e);
        } catch (IOException e) {
            throw new InvalidInputException(file, "cannot be read: " + e, "check that it is a trace and readable", e);
        }
    }

    private JsonFactory factory() {
        return new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxDepth())
                        .build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                .build();
    }

    private void document(JsonParser parser) throws IOException {
        JsonToken top = parser.nextToken();
        if (top == JsonToken.START_ARRAY) {
            events(parser);
        } else if (top == JsonToken.START_OBJECT) {
            members(parser);
        } else {
            throw broken(parser, "neither an object nor an array", null);
        }
        if (!sawEvents) {
            throw broken(parser, "no traceEvents", null);
        }
        if (parser.nextToken() != null) {
            throw broken(parser, "text after the end of the trace", null);
        }
    }

    private void members(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            if (field.equals("traceEvents") && value == JsonToken.START_ARRAY) {
                events(parser);
            } else if (field.equals("baseTimeNanoseconds")) {
                base = base(parser);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void events(JsonParser parser) throws IOException {
        sawEvents = true;
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token == null) {
                throw broken(parser, "the list of events ends early", null);
            }
            if (token == JsonToken.START_OBJECT) {
                row.read(parser);
                rows.add(row);
            } else {
                parser.skipChildren();
                rows.addOther();
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

    private InvalidInputException broken(JsonParser parser, String problem, @Nullable Throwable cause) {
        JsonLocation at = parser.currentLocation();
        String place =
                file + " line " + at.getLineNr() + " column " + at.getColumnNr() + " (byte " + at.getByteOffset() + ")";
        return new InvalidInputException(place, problem, REMEDY, cause);
    }
}
