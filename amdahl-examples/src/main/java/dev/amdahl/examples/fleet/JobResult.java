package dev.amdahl.examples.fleet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a run produced; immutable.
 *
 * @param digest depends on all work of the run
 */
// The first + of a process bootstraps an invokedynamic call site, which a short job would feel.
@SuppressWarnings("UnnecessaryStringBuilder")
public record JobResult(
        String family, long workUnits, double loss, String digest, long inputBytes, String inputDigest) {
    static final String FILE = "result.json";

    /** Returns the output: a function of the input and the work alone. */
    public String output() {
        return new StringBuilder("{\"family\": \"")
                .append(family)
                .append("\", \"loss\": ")
                .append(loss)
                .append(", \"digest\": \"")
                .append(digest)
                .append("\"}\n")
                .toString();
    }

    /** Returns what a run prints: the work units in words, and the output. */
    String printed() {
        return new StringBuilder("processed ")
                .append(workUnits)
                .append(" records\n")
                .append(output())
                .toString();
    }

    /** Returns the metrics: work units, the loss, and what was read. */
    public String metrics() {
        return new StringBuilder("{\"work_units\": ")
                .append(workUnits)
                .append(", \"metrics\": {\"loss\": ")
                .append(loss)
                .append("}, \"input\": {\"bytes\": ")
                .append(inputBytes)
                .append(", \"digest\": \"")
                .append(inputDigest)
                .append("\"}}\n")
                .toString();
    }

    void write(JobPlaces places) throws IOException {
        write(places.output().resolve(FILE), output());
        if (places.metrics() != null) {
            write(places.metrics(), metrics());
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
