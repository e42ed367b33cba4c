package dev.amdahl.examples.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a run writes; immutable. By hand, without the environment of an experiment, it writes to a temporary folder. */
public record JobPlaces(
        Path output, @Nullable Path metrics, @Nullable Path trace) {
    static JobPlaces of(Map<String, String> environment) throws IOException {
        Path output = path(environment, "AMDAHL_OUTPUT");
        return new JobPlaces(
                output == null ? Files.createTempDirectory("fleet-job") : Files.createDirectories(output),
                path(environment, "AMDAHL_METRICS"),
                path(environment, "AMDAHL_TRACE"));
    }

    private static @Nullable Path path(Map<String, String> environment, String key) {
        String value = environment.get(key);
        return value == null || value.isEmpty() ? null : Path.of(value);
    }
}
