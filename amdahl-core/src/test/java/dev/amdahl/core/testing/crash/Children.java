package dev.amdahl.core.testing.crash;

import dev.amdahl.core.internal.testing.Leftovers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts children that run a world, and kills them: most live for too short a time to compile much. Thread-safe. */
final class Children {
    private static final long MAX_SECONDS = 600;

    private final List<String> options;

    /** @param options what tells a JVM where its classes are */
    Children(List<String> options) {
        this.options = List.copyOf(options);
    }

    Children(String classPath) {
        this(List.of("-cp", classPath));
    }

    /** Starts one; {@code plan} is what {@link dev.amdahl.core.internal.crash.FailPlan} reads, or empty. */
    Process start(CrashWorld world, String plan) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:CompileThresholdScaling=5",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx256m"));
        command.addAll(options);
        command.addAll(List.of(
                CrashChild.class.getName(),
                world.folder().toString(),
                world.jobs().name()));
        if (!plan.isEmpty()) {
            command.add(plan);
        }
        try {
            Path log = world.folder().resolve("child.log");
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs one to its end and returns its exit code. */
    int run(CrashWorld world, String plan) {
        Process child = start(world, plan);
        try {
            if (!child.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
                child.destroyForcibly().waitFor();
                throw new AssertionError("the child with '" + plan + "' hangs: " + log(world));
            }
            return child.exitValue();
        } catch (InterruptedException e) {
            child.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** What children of a world have said. */
    static String log(CrashWorld world) {
        Path log = world.folder().resolve("child.log");
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Kills all that the world's trials and builds have started: what {@code kill -9} of everything leaves nothing of. A script goes
     * before the job that it started, or it would note how that job ended.
     */
    static void killAllOf(CrashWorld world) {
        Leftovers.processes(world.folder()).stream()
                .sorted(Comparator.comparingInt(Children::depth))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static int depth(ProcessHandle process) {
        return process.parent().map(parent -> 1 + depth(parent)).orElse(0);
    }

    /** A copy of a folder. */
    static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a folder with all that is in it. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
