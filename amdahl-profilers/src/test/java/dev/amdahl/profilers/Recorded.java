package dev.amdahl.profilers;

import dev.amdahl.spi.contract.Requires;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * Recordings of real profilers: the small ones in the repository, else those that {@code AMDAHL_DATA} points to; those of public
 * repositories that are in neither lie where {@code AMDAHL_RECORDINGS} points.
 */
public final class Recorded {
    private Recorded() {}

    /** The folder of the small ones. */
    public static Path small() {
        try {
            URL folder = Objects.requireNonNull(Recorded.class.getResource("/recorded"));
            return Path.of(folder.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A file; without the data a test of a larger one is skipped, and says so. */
    public static Path file(String path) {
        Path small = small().resolve(path);
        return small.toFile().exists() ? small : Requires.data("traces/" + path);
    }

    /** A file of a public repository, {@code owner/name@commit/path}; where it is absent the test is skipped, and says so. */
    public static Path published(String path) {
        return Optional.ofNullable(System.getenv("AMDAHL_RECORDINGS"))
                .map(folder -> Path.of(folder, path))
                .filter(Files::exists)
                .orElseGet(() -> Assumptions.abort(Requires.PREFIX + "recording " + path));
    }
}
