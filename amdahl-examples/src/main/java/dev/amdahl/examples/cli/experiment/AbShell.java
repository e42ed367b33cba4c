package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Commands that {@code ab} runs beside those that it measures. */
final class AbShell {
    private AbShell() {}

    /** Runs a preparation once. @throws InvalidInputException if it fails, with its last words */
    static void require(String option, String command, boolean isFresh) throws IOException, InterruptedException {
        Path folder = isFresh
                ? Files.createTempDirectory("amdahl-prepare")
                : Path.of("").toAbsolutePath();
        try {
            Ended ended = run(folder, "sh", "-c", command);
            if (ended.code() != 0) {
                throw new InvalidInputException(
                        option,
                        "it ends with exit code " + ended.code() + (ended.last().isEmpty() ? "" : ": " + ended.last()),
                        "correct the command, or leave it out");
            }
        } finally {
            if (isFresh) {
                Removal.of(folder);
            }
        }
    }

    /** Runs a command, and remarks that it failed. */
    static void run(String option, String command, Consumer<String> remark) {
        try {
            Ended ended = run(Path.of("").toAbsolutePath(), "sh", "-c", command);
            if (ended.code() != 0) {
                remark.accept(option + ": it ends with " + ended.problem());
            }
        } catch (IOException e) {
            remark.accept(option + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * How a command ended.
     *
     * @param last its last line
     */
    record Ended(int code, String last) {
        /** Returns what went wrong; empty where nothing did. */
        String problem() {
            return code == 0 ? "" : "exit code " + code + (last.isEmpty() ? "" : ": " + last);
        }
    }

    static Ended run(Path folder, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return new Ended(process.waitFor(), said.substring(said.lastIndexOf('\n') + 1));
    }
}
