package dev.amdahl.profilers.internal.kineto.hta;

import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Builds small traces. Its first entry has no duration, so that no event is the first entry. Not thread-safe. */
final class HtaTrace {
    private final List<String> rows = new ArrayList<>();
    private String members = "\"schemaVersion\":1";

    static HtaTrace begun() {
        return new HtaTrace().raw("{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"ts\":0,\"args\":{}}");
    }

    HtaTrace raw(String row) {
        rows.add(row);
        return this;
    }

    HtaTrace row(String category, String name, String ts, String dur, String args) {
        return raw("{\"ph\":\"X\",\"cat\":\"" + category + "\",\"name\":\"" + name + "\",\"pid\":1,\"tid\":1,\"ts\":"
                + ts + ",\"dur\":" + dur + ",\"args\":{" + args + "}}");
    }

    HtaTrace kernel(String name, int stream, String ts, String dur, long correlation) {
        return row("kernel", name, ts, dur, "\"stream\":" + stream + ",\"correlation\":" + correlation);
    }

    HtaTrace call(String name, String ts, String dur, long correlation) {
        return row("cuda_runtime", name, ts, dur, "\"correlation\":" + correlation);
    }

    HtaTrace step(int number, String ts, String dur) {
        return row("user_annotation", "ProfilerStep#" + number, ts, dur, "\"External id\":" + number);
    }

    HtaTrace members(String more) {
        members = more;
        return this;
    }

    String text() {
        return "{\"traceEvents\":[" + String.join(",\n", rows) + "]," + members + "}";
    }

    String array() {
        return "[" + String.join(",\n", rows) + "]";
    }

    HtaReport read(Path directory) {
        return read(directory, false);
    }

    HtaReport read(Path directory, boolean includeLastStep) {
        return HtaCompat.read(List.of(write(directory, text())), ProfileLimits.DEFAULT, includeLastStep);
    }

    static Path write(Path directory, String text) {
        try {
            Path file = Files.createTempFile(directory, "trace", ".json");
            return Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
