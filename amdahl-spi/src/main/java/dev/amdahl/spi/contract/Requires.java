package dev.amdahl.spi.contract;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * Requirements of a test on its environment. A missing one aborts the test, and the reason is in its report.
 *
 * <p>Each reason starts with {@link #PREFIX}; a build that wants to know that nothing was left out fails on any other.
 */
public final class Requires {
    /** How each reason to skip a test begins. */
    public static final String PREFIX = "not in this environment: ";

    private Requires() {}

    /** Returns the program's path, from the directories of {@code PATH}. */
    public static Path program(String name) {
        requireNonNull(name, "name");
        String directories = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(directories.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .orElseGet(() -> missing("program " + name));
    }

    /** Returns a file or folder of the sample data, which the environment variable {@code AMDAHL_DATA} points to. */
    public static Path data(String relativePath) {
        requireNonNull(relativePath, "relativePath");
        return Optional.ofNullable(System.getenv("AMDAHL_DATA"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, relativePath))
                .filter(Files::exists)
                .orElseGet(() -> missing("data " + relativePath));
    }

    /** Goes on only where the machine has at least that many processors. */
    public static void processors(int atLeast) {
        if (Runtime.getRuntime().availableProcessors() < atLeast) {
            missing("processors " + atLeast);
        }
    }

    /** Goes on only where an NVIDIA driver is loaded. */
    public static void gpu() {
        if (!Files.exists(Path.of("/dev/nvidiactl"))) {
            missing("GPU");
        }
    }

    /** Goes on only where a process may mount a file system in a name space of its own; the caller has tried. */
    public static void mounts(boolean isPermitted) {
        if (!isPermitted) {
            missing("mounts");
        }
    }

    /** Returns whether this run asked for full sizes, with {@code -Damdahl.ci=true}; a choice of size, never a reason to skip. */
    public static boolean fullSize() {
        return Boolean.getBoolean("amdahl.ci");
    }

    private static Path missing(String what) {
        return Assumptions.abort(PREFIX + what);
    }
}
