package dev.amdahl.core.internal.refine.kernel;

import com.google.common.io.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** javac and a JVM of the running installation. What a class may use is read from the class itself, not from its source. */
final class JavaToolchain implements Toolchain {
    private static final Path BIN = Path.of(System.getProperty("java.home"), "bin");
    private static final String RUNNER = "dev/amdahl/core/internal/refine/kernel/JavaRunner.class";
    private static final String BUILT = "classes";

    @Override
    public String sourceName() {
        return "Kernel.java";
    }

    @Override
    public Optional<HackReport> scan(String source) {
        return Optional.empty();
    }

    @Override
    public void prepare(Path folder) throws IOException {
        Path runner = folder.resolve(RUNNER);
        Files.createDirectories(runner.resolveSibling(BUILT));
        Files.createDirectories(folder.resolve(BUILT));
        Files.write(runner, Resources.toByteArray(Resources.getResource(JavaToolchain.class, "JavaRunner.class")));
    }

    @Override
    public List<String> build() {
        return List.of(
                BIN.resolve("javac").toString(),
                "-J-Xmx256m",
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:-UsePerfData",
                "-J-XX:+UseSerialGC",
                "-proc:none",
                "-implicit:none",
                "-g:none",
                "-encoding",
                "UTF-8",
                "-d",
                BUILT,
                sourceName());
    }

    @Override
    public Optional<HackReport> inspect(Path folder) throws IOException {
        Path root = folder.resolve(BUILT);
        List<Path> files = classes(folder);
        Set<String> own = files.stream()
                .map(file -> root.relativize(file).toString().replaceFirst("\\.class$", ""))
                .collect(Collectors.toSet());
        for (Path file : files) {
            Optional<HackReport> found =
                    ClassConstants.of(Files.readAllBytes(file)).complaint(own);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static List<Path> classes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve(BUILT))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Override
    public List<String> serve(Path folder, Path arena, Duration processorTime) {
        return List.of(
                "/usr/bin/prlimit",
                "--cpu=" + Math.max(1, 4 * processorTime.toSeconds()),
                "--core=0",
                "--",
                BIN.resolve("java").toString(),
                "-Xmx256m",
                "-Xss1m",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-XX:-UsePerfData",
                "-XX:+DisableAttachMechanism",
                "-cp",
                folder + ":" + folder.resolve(BUILT),
                JavaRunner.class.getName(),
                arena.toString());
    }

    @Override
    public List<Path> evaluator(Path folder) throws IOException {
        List<Path> files = new ArrayList<>(classes(folder));
        files.add(folder.resolve(RUNNER));
        return files;
    }

    @Override
    public boolean copiesBuffers() {
        return true;
    }

    @Override
    public int warmUps() {
        return 12;
    }
}
