package dev.amdahl.examples.traces;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.profilers.kineto.KinetoProfiler;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** Reads recorded traces and reference figures; without the data a test is skipped, and says so. */
final class RecordedTraces {
    static final ObjectMapper MAPPER = new ObjectMapper();

    private RecordedTraces() {}

    /** The timeline of a file in a folder of the traces. */
    static Timeline timeline(String folder, String file) {
        return timeline(Requires.data("traces").resolve(folder).resolve(file));
    }

    /** The timeline of a file of a public repository, {@code owner/name@commit/path}, below {@code AMDAHL_RECORDINGS}. */
    static Timeline published(String path) {
        return timeline(Optional.ofNullable(System.getenv("AMDAHL_RECORDINGS"))
                .map(folder -> Path.of(folder, path))
                .filter(Files::exists)
                .orElseGet(() -> Assumptions.abort(Requires.PREFIX + "recording " + path)));
    }

    private static Timeline timeline(Path path) {
        return new KinetoProfiler()
                .read(new Artifact(path, "trace"), ProfileLimits.DEFAULT)
                .timeline()
                .orElseThrow();
    }

    static Timeline kineto(String file) {
        return timeline("kineto", file);
    }

    /** Reference figures, by the path below the folder of expected ones. */
    static JsonNode expected(String file) {
        try {
            return MAPPER.readTree(
                    Requires.data("traces").resolve("expected").resolve(file).toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
