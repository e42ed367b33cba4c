package dev.amdahl.examples.fleet;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Writes a trace as the JSON that Kineto writes: microseconds since the epoch, to the nanosecond. */
final class KinetoWriter {
    private static final int STREAM = 7;

    private KinetoWriter() {}

    static void write(Trace trace, Path file) throws IOException {
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream bytes = file.toString().endsWith(".gz") ? new GZIPOutputStream(raw) : raw;
                Writer out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
            out.write("""
                    {
                    "schemaVersion": 1,
                    "baseTimeNanoseconds": 0,
                    "displayTimeUnit": "ms",
                    "deviceProperties": [{"id": 0, "name": "software accelerator", "numSms": 1}],
                    "traceEvents": [
                    """);
            long pid = ProcessHandle.current().pid();
            processRow(out, pid, "job");
            out.write(",\n");
            processRow(out, 0, "software accelerator");
            long thread = pid;
            for (Lane lane : trace.lanes()) {
                out.write(",\n");
                threadRow(out, pid, thread, lane.thread());
                StringBuilder row = new StringBuilder(256);
                for (int i = 0; i < lane.size(); i++) {
                    row.setLength(0);
                    append(row, trace, lane, i, pid, thread);
                    out.append(row);
                }
                thread++;
            }
            out.write("\n]\n}\n");
        }
    }

    private static void append(StringBuilder out, Trace trace, Lane lane, int row, long pid, long thread) {
        Category category = lane.category(row);
        boolean device = category.isOnDevice();
        out.append(",\n{\"ph\": \"X\", \"cat\": \"").append(category.kineto());
        out.append("\", \"name\": \"").append(lane.name(row));
        out.append("\", \"pid\": ").append(device ? 0 : pid);
        out.append(", \"tid\": ").append(device ? STREAM : thread);
        micros(out.append(", \"ts\": "), trace.epochNanos(lane.begin(row)));
        micros(out.append(", \"dur\": "), lane.end(row) - lane.begin(row));
        out.append(", \"args\": {");
        if (device) {
            out.append("\"device\": 0, \"context\": 1, \"stream\": ")
                    .append(STREAM)
                    .append(", ");
        }
        if (lane.correlation(row) > 0) {
            out.append("\"correlation\": ").append(lane.correlation(row)).append(", ");
        }
        if (lane.bytes(row) > 0) {
            out.append("\"bytes\": ").append(lane.bytes(row)).append(", ");
        }
        out.append("\"Ev Idx\": ").append(row).append("}}");
    }

    private static void processRow(Writer out, long pid, String name) throws IOException {
        out.write("{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": " + pid
                + ", \"tid\": 0, \"args\": {\"name\": \"" + name + "\"}}");
    }

    private static void threadRow(Writer out, long pid, long thread, String name) throws IOException {
        out.write("{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": " + pid + ", \"tid\": " + thread
                + ", \"args\": {\"name\": \"" + name + "\"}}");
    }

    private static void micros(StringBuilder out, long nanos) {
        out.append(nanos / 1000).append('.');
        int rest = (int) (nanos % 1000);
        out.append((char) ('0' + rest / 100))
                .append((char) ('0' + rest / 10 % 10))
                .append((char) ('0' + rest % 10));
    }
}
