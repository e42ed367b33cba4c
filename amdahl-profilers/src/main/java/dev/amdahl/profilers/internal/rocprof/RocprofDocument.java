package dev.amdahl.profilers.internal.rocprof;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.profilers.internal.kineto.document.TraceInput;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/** Reads one file as it streams by: agents and kernels' names come before the records. Not thread-safe, used once. */
final class RocprofDocument {
    private static final String REMEDY = "write the file again, whole, by rocprofv3 --output-format json";
    private static final int GPU = 2;

    private final RocprofRecords records;
    private final Map<Long, Integer> devices = new HashMap<>();
    private final Map<Long, String> kernels = new HashMap<>();

    RocprofDocument(Artifact artifact, ProfileLimits limits) {
        String file = artifact.path().toString();
        this.records = new RocprofRecords(file, limits);
        JsonFactory json = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxDepth())
                        .build())
                .build();
        try (InputStream in = TraceInput.open(artifact.path(), limits.maxBytes(), read -> {});
                JsonParser parser = json.createParser(in)) {
            parser.nextToken();
            members(parser, (name, process) -> {
                if (name.equals("rocprofiler-sdk-tool")) {
                    rows(process, row -> members(row, this::member));
                }
            });
        } catch (JsonProcessingException e) {
            String place =
                    e.getLocation() == null ? "" : " line " + e.getLocation().getLineNr();
            throw new InvalidInputException(file + place, e.getOriginalMessage(), REMEDY, e);
        } catch (IOException e) {
            throw Unreadable.file(artifact.path(), e, REMEDY);
        }
        if (records.isEmpty()) {
            throw new InvalidInputException(file, "holds no record of rocprofv3", REMEDY);
        }
    }

    RocprofRecords records() {
        return records;
    }

    private void member(String name, JsonParser parser) throws IOException {
        switch (name) {
            case "agents" -> rows(parser, this::agent);
            case "kernel_symbols" -> rows(parser, this::kernel);
            case "buffer_records" -> members(parser, this::records);
            default -> {}
        }
    }

    private void records(String kind, JsonParser parser) throws IOException {
        rows(parser, row -> {
            if (kind.equals("kernel_dispatch")) {
                dispatch(row);
            } else {
                records.leaveOut(kind);
            }
        });
    }

    private void agent(JsonParser parser) throws IOException {
        long[] found = {-1, -1};
        members(parser, (name, value) -> {
            if (name.equals("id")) {
                found[0] = handle(value);
            } else if (name.equals("type")) {
                found[1] = whole(value);
            }
        });
        if (found[1] == GPU) {
            devices.putIfAbsent(found[0], devices.size());
        }
    }

    private void kernel(JsonParser parser) throws IOException {
        long[] id = {-1};
        String[] label = {""};
        members(parser, (name, value) -> {
            if (name.equals("kernel_id")) {
                id[0] = whole(value);
            } else if (name.equals("formatted_kernel_name") && value.currentToken() == JsonToken.VALUE_STRING) {
                label[0] = records.label(value.getText());
            }
        });
        kernels.put(id[0], label[0]);
    }

    private void dispatch(JsonParser parser) throws IOException {
        long[] found = {-1, -1, -1, -1, -1, -1};
        members(parser, (name, value) -> {
            switch (name) {
                case "start_timestamp" -> found[0] = whole(value);
                case "end_timestamp" -> found[1] = whole(value);
                case "correlation_id" ->
                    members(value, (inner, id) -> {
                        found[2] = inner.equals("internal") ? whole(id) : found[2];
                    });
                case "dispatch_info" ->
                    members(value, (inner, id) -> {
                        switch (inner) {
                            case "agent_id" -> found[3] = handle(id);
                            case "queue_id" -> found[4] = handle(id);
                            case "kernel_id" -> found[5] = whole(id);
                            default -> {}
                        }
                    });
                default -> {}
            }
        });
        int device = devices.computeIfAbsent(found[3], any -> devices.size());
        String label = kernels.computeIfAbsent(found[5], id -> records.label("kernel " + id));
        records.add(
                device,
                "queue " + Math.max(0, found[4]),
                RocprofRecords.kernel(label),
                label,
                found[0],
                found[1],
                found[2]);
    }

    private long handle(JsonParser parser) throws IOException {
        long[] handle = {-1};
        members(parser, (name, value) -> handle[0] = name.equals("handle") ? whole(value) : handle[0]);
        return handle[0];
    }

    /** Returns a number that is not negative, else -1. */
    private static long whole(JsonParser parser) throws IOException {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
                ? Math.max(-1, parser.getLongValue())
                : -1;
    }

    private interface Row {
        void read(JsonParser parser) throws IOException;
    }

    private interface Member {
        void read(String name, JsonParser parser) throws IOException;
    }

    /** Reads the objects of the array under the parser, if it is one; whatever a row leaves is skipped. */
    private static void rows(JsonParser parser, Row row) throws IOException {
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY && parser.currentToken() != null) {
                row.read(parser);
                parser.skipChildren();
            }
        }
    }

    /** Reads the members of the object under the parser, if it is one; a value that nobody reads is skipped. */
    private static void members(JsonParser parser, Member member) throws IOException {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                member.read(name, parser);
                parser.skipChildren();
            }
        }
    }
}
