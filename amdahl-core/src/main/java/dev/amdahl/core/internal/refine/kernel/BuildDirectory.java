package dev.amdahl.core.internal.refine.kernel;

import static java.util.Objects.requireNonNull;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import com.google.common.io.Resources;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The folder in which kernels are built; it holds the runner and the baselines, built once. Thread-safe. */
public final class BuildDirectory implements AutoCloseable {
    private static final int LOG_CHARACTERS = 3000;

    private final Path folder;
    private final CandidateSandbox enclosure;
    private final Map<String, Path> baselines = new HashMap<>();
    private final Map<Language, Toolchain> toolchains = new HashMap<>();

    private BuildDirectory(Path folder, CandidateSandbox enclosure) {
        this.folder = folder;
        this.enclosure = enclosure;
    }

    /** Creates a workshop in a new temporary folder, which is gone once it is closed. */
    public static BuildDirectory open(CandidateSandbox enclosure) {
        requireNonNull(enclosure);
        try {
            return new BuildDirectory(
                    Files.createTempDirectory("amdahl-kernels").toRealPath(), enclosure);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    CandidateSandbox enclosure() {
        return enclosure;
    }

    synchronized Toolchain toolchain(Language language) {
        return toolchains.computeIfAbsent(
                language, asked -> asked == Language.C ? new CToolchain(runner(), enclosure) : new JavaToolchain());
    }

    private Path runner() {
        try {
            Path place = Files.createDirectory(folder.resolve("runner"));
            Files.writeString(
                    place.resolve("runner.c"),
                    Resources.toString(
                            Resources.getResource(BuildDirectory.class, "runner.c"), StandardCharsets.UTF_8));
            Command.Ended ended = Command.run(enclosure, CToolchain.runnerBuild(), place, Optional.of(place));
            if (ended.code() != 0) {
                throw new AmdahlException(
                        ErrorCategory.USER,
                        "the runner of kernels in C cannot be compiled: " + shown(ended.text())
                                + "; install gcc and libc6-dev");
            }
            return place.resolve("runner");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    synchronized Path baseline(KernelTask task, Language language) {
        return baselines.computeIfAbsent(language + "/" + task.name(), key -> {
            try {
                Path place = fresh();
                Optional<String> failure = build(toolchain(language), place, task.baseline(language));
                if (failure.isPresent()) {
                    throw new IllegalStateException("the baseline of " + key + " cannot be built: " + failure.get());
                }
                return place;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }

    Path fresh() throws IOException {
        return Files.createTempDirectory(folder, "kernel");
    }

    /** Returns what the compiler said, if it failed. */
    Optional<String> build(Toolchain toolchain, Path place, String source) throws IOException {
        toolchain.prepare(place);
        Files.writeString(place.resolve(toolchain.sourceName()), source);
        Command.Ended ended = Command.run(enclosure, toolchain.build(), place, Optional.of(place));
        return ended.code() == 0 ? Optional.empty() : Optional.of(shown(ended.text()));
    }

    static HashCode digest(List<Path> files) throws IOException {
        Hasher hasher = Hashing.sha256().newHasher();
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            hasher.putInt(bytes.length).putBytes(bytes);
        }
        return hasher.hash();
    }

    static void discard(Path place) throws IOException {
        if (Files.exists(place)) {
            MoreFiles.deleteRecursively(place, RecursiveDeleteOption.ALLOW_INSECURE);
        }
    }

    private static String shown(String log) {
        return log.length() <= LOG_CHARACTERS ? log.strip() : log.substring(0, LOG_CHARACTERS) + " ...";
    }

    @Override
    public void close() {
        try {
            discard(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
