package dev.amdahl.examples.fleet;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;

/** The rows of a written trace and the device's gaps in it, for assertions. */
final class RecordedTrace {
    private final List<Row> rows = new ArrayList<>();

    private RecordedTrace() {}

    static RecordedTrace read(Path file) throws IOException {
        RecordedTrace trace = new RecordedTrace();
        Map<Long, String> threads = new HashMap<>();
        for (JsonNode event : events(file)) {
            long thread = event.path("tid").asLong();
            if (event.path("name").asText().equals("thread_name")) {
                threads.put(thread, event.path("args").path("name").asText());
            } else if (event.path("ph").asText().equals("X")) {
                long begin = nanos(event.path("ts"));
                trace.rows.add(new Row(
                        threads.getOrDefault(thread, "device"),
                        event.path("cat").asText(),
                        event.path("name").asText(),
                        event.path("args").path("correlation").asInt(),
                        begin,
                        begin + nanos(event.path("dur"))));
            }
        }
        return trace;
    }

    private static List<JsonNode> events(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            JsonNode events = new ObjectMapper()
                    .readerFor(JsonNode.class)
                    .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .<JsonNode>readValue(in)
                    .path("traceEvents");
            return StreamSupport.stream(events.spliterator(), false).toList();
        }
    }

    private static long nanos(JsonNode micros) {
        return micros.decimalValue().multiply(BigDecimal.valueOf(1000)).longValueExact();
    }

    List<Row> rows(Predicate<Row> wanted) {
        return rows.stream().filter(wanted).toList();
    }

    /** The share of the trace in which the device is idle while a row of the main thread that is {@code wanted} runs. */
    double idleShare(Predicate<Row> wanted) {
        List<Row> device = rows(Row::isOnDevice);
        long idle = 0;
        for (Row host : rows(wanted.and(row -> row.thread().equals("main")))) {
            idle += host.end() - host.begin();
            for (Row busy : device) {
                idle -= Math.max(0, Math.min(host.end(), busy.end()) - Math.max(host.begin(), busy.begin()));
            }
        }
        return (double) idle / span();
    }

    private long span() {
        return rows.stream().mapToLong(Row::end).max().orElseThrow()
                - rows.stream().mapToLong(Row::begin).min().orElseThrow();
    }

    record Row(String thread, String category, String name, int correlation, long begin, long end) {
        boolean isOnDevice() {
            return Set.of("kernel", "gpu_memcpy").contains(category);
        }
    }
}
