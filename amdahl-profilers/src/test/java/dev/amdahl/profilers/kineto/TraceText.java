package dev.amdahl.profilers.kineto;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Writes small traces as a profiler would. Not thread-safe. */
final class TraceText {
    private final List<String> rows = new ArrayList<>();

    TraceText row(String category, String name, String thread, String ts, String dur, String args) {
        return raw(String.format(
                "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":1,\"tid\":%s,\"ts\":%s,\"dur\":%s,\"args\":{%s}}",
                category, name, thread, ts, dur, args));
    }

    TraceText kernel(String name, int stream, String ts, String dur, long correlation) {
        return row(
                "kernel",
                name,
                "" + stream,
                ts,
                dur,
                "\"device\":0,\"stream\":" + stream + ",\"correlation\":" + correlation);
    }

    TraceText raw(String row) {
        rows.add(row);
        return this;
    }

    String array() {
        return "[" + String.join(",\n", rows) + "]";
    }

    String object() {
        return object("\"displayTimeUnit\":\"ms\"");
    }

    String object(String lastMembers) {
        return "{\"schemaVersion\":1,\"traceEvents\":" + array() + "," + lastMembers + "}";
    }

    static Path plain(Path file, String text) throws IOException {
        return Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    static Path gzip(Path file, byte[] content) throws IOException {
        return Files.write(file, gzip(content));
    }

    static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }
}
