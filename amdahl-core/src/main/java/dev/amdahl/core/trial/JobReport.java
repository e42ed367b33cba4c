package dev.amdahl.core.trial;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What a job wrote into {@code AMDAHL_METRICS}: untrusted, and read as nothing where it is malformed. */
record JobReport(
        OptionalDouble workUnits,
        Map<String, Double> metrics,
        OptionalDouble inputBytes,
        Optional<String> inputDigest) {
    private static final JobReport NONE =
            new JobReport(OptionalDouble.empty(), Map.of(), OptionalDouble.empty(), Optional.empty());
    private static final long MAX_BYTES = 1L << 20;
    private static final int MAX_METRICS = 1000;
    private static final int MAX_LENGTH = 200;

    static JobReport read(Path file, List<String> notes) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return NONE;
        }
        try {
            JsonNode tree = StrictJson.read(file, MAX_BYTES);
            if (!tree.isObject()) {
                throw new IOException("not a JSON object");
            }
            return of(tree, notes);
        } catch (IOException e) {
            notes.add(Notes.line("metrics not measured: " + Notes.reason(e)));
            return NONE;
        }
    }

    private static JobReport of(JsonNode tree, List<String> notes) {
        Map<String, Double> metrics = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : tree.path("metrics").properties()) {
            OptionalDouble value = StrictJson.number(entry.getValue());
            if (value.isPresent() && entry.getKey().length() <= MAX_LENGTH && metrics.size() < MAX_METRICS) {
                metrics.put(entry.getKey(), value.getAsDouble());
            } else {
                notes.add(Notes.line(entry.getKey() + " not measured: not a finite number, or too many"));
            }
        }
        JsonNode input = tree.path("input");
        return new JobReport(
                counted(tree, "work_units", notes),
                metrics,
                counted(input, "bytes", notes),
                Optional.ofNullable(input.path("digest").textValue()).filter(text -> text.length() <= MAX_LENGTH));
    }

    private static OptionalDouble counted(JsonNode tree, String name, List<String> notes) {
        if (!tree.has(name)) {
            return OptionalDouble.empty();
        }
        OptionalDouble value = StrictJson.number(tree.path(name));
        if (value.isPresent() && value.getAsDouble() >= 0) {
            return value;
        }
        notes.add(Notes.line(name + " not measured: the job reports " + tree.path(name)
                + ", which is not a finite number of at least 0"));
        return OptionalDouble.empty();
    }
}
