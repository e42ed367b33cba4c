package dev.amdahl.profilers;

import dev.amdahl.spi.contract.Requires;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;

/** Recordings of real profilers: the small ones in the repository, else those that {@code AMDAHL_DATA} points to. */
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
}
