package dev.amdahl.examples.cli;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The classes that {@code trace} loads, kept below the user's cache by the first JVM that {@link LeanTrace} starts and taken by later
 * ones. It serves one jar and one Java; without a folder for it everything works, and starts slower. Immutable.
 */
record ClassArchive(Path kept, Path draft) {
    private static final String PREFIX = "jar-";
    private static final String SUFFIX = ".jsa";

    /** Returns that of a jar as it is now; empty where that cannot be told. */
    static Optional<ClassArchive> of(Path jar, Map<String, String> environment) {
        try {
            return Optional.of(existing(jar, environment));
        } catch (IOException | InvalidPathException unknown) {
            return Optional.empty();
        }
    }

    private static ClassArchive existing(Path jar, Map<String, String> environment) throws IOException {
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path folder = cache.isEmpty()
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".cache")
                : Path.of(cache);
        Path real = jar.toRealPath();
        int stamp = Objects.hash(
                real.toString(),
                Files.size(real),
                Files.getLastModifiedTime(real).toMillis(),
                System.getProperty("java.home"),
                System.getProperty("java.vm.version"));
        Path kept = folder.resolve("amdahl").resolve(PREFIX + Integer.toHexString(stamp) + SUFFIX);
        return new ClassArchive(
                kept,
                kept.resolveSibling(
                        kept.getFileName() + "." + ProcessHandle.current().pid()));
    }

    /** Returns the options that take it, or make it: whose log, which would be among the answer, is silent. */
    List<String> options() {
        if (Files.isReadable(kept)) {
            return List.of("-XX:SharedArchiveFile=" + kept, "-Xshare:auto");
        }
        try {
            Files.createDirectories(kept.resolveSibling(""));
            return Files.isWritable(kept.resolveSibling(""))
                    ? List.of("-Xlog:disable", "-XX:ArchiveClassesAtExit=" + draft)
                    : List.of();
        } catch (IOException nowhere) {
            return List.of();
        }
    }

    /** Keeps what a JVM that has ended made, in place of what earlier jars left; what cannot be kept is made again. */
    void keep() {
        if (!Files.isRegularFile(draft)) {
            return;
        }
        try (DirectoryStream<Path> old = Files.newDirectoryStream(kept.resolveSibling(""), PREFIX + "*")) {
            for (Path other : old) {
                if (!other.equals(draft)) {
                    Files.deleteIfExists(other);
                }
            }
            Files.move(draft, kept, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | DirectoryIteratorException lost) {
            draft.toFile().deleteOnExit();
        }
    }
}
