package dev.amdahl.core.internal.refine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Kernels in files named after their task; a first line {@code // WORD} says what must be found. */
record Kernels(String name, String source) {

    static List<Kernels> in(String folder, int least) {
        URL found = Objects.requireNonNull(Kernels.class.getResource(folder), folder);
        try (Stream<Path> files = Files.list(Path.of(found.toURI()))) {
            List<Kernels> kernels = files.sorted().map(Kernels::read).toList();
            assertThat(kernels).hasSizeGreaterThanOrEqualTo(least);
            return kernels;
        } catch (IOException | URISyntaxException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Kernels read(Path file) {
        try {
            return new Kernels(file.getFileName().toString(), Files.readString(file));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Language language() {
        return name.endsWith(".java") ? Language.JAVA : Language.C;
    }

    /** Its task, at a size that is quickly timed where nothing is said of its speed. */
    KernelTask task() {
        KernelTask task = CpuKernels.named(name.replaceFirst("^java-", "").replaceFirst("[-.].*", ""));
        if (expected().filter(Stage.FASTER.name()::equals).isPresent()) {
            return task;
        }
        return task.timedAt(Math.max(96, task.timedSize() / 8));
    }

    Optional<String> expected() {
        String first = source.lines().findFirst().orElseThrow();
        return Optional.of(first).filter(line -> line.startsWith("// ")).map(line -> line.substring(3));
    }

    Candidate candidate() {
        return new Candidate(name, "", source, "");
    }

    @Override
    public String toString() {
        return name;
    }
}
