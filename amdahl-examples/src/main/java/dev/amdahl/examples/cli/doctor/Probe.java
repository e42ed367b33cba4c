package dev.amdahl.examples.cli.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Asks this machine: files of the kernel, and programs that answer at once. */
final class Probe {
    private static final long SECONDS = 10;

    private Probe() {}

    /** Returns whether that program is on the search path. */
    static boolean has(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Returns what a program prints; empty if it is not there, fails, or takes too long. */
    static Optional<String> say(List<String> command, Path scratch) throws IOException {
        Path out = Files.createTempFile(scratch, "said", ".txt");
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(out.toFile())
                    .start();
        } catch (IOException missing) {
            return Optional.empty();
        }
        try {
            return process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0
                    ? Optional.of(Files.readString(out, StandardCharsets.UTF_8).strip())
                    : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns a file of the kernel; empty where this kernel has none. */
    static Optional<String> file(String path) {
        try {
            return Optional.of(Files.readString(Path.of(path)).strip());
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    /** Returns the number after a word at the beginning of a line of such a file. */
    static Optional<Long> number(String path, String word) {
        return file(path)
                .flatMap(text -> text.lines()
                        .filter(line -> line.startsWith(word))
                        .map(line -> line.substring(word.length()).replaceAll("[^0-9]", ""))
                        .filter(digits -> digits.matches("\\d{1,18}"))
                        .map(Long::valueOf)
                        .findFirst());
    }
}
