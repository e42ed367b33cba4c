package dev.amdahl.examples.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Calls git as its user, who may push, but without hooks, questions or signatures.
 *
 * @param folder a repository, or a work tree of one
 * @param limit when a call counts as hung
 */
record Git(Path folder, Duration limit) {
    private static final List<String> SAFE = List.of(
            "git",
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "core.fsmonitor=",
            "-c",
            "commit.gpgSign=false",
            "-c",
            "core.autocrlf=false",
            "-c",
            "gc.auto=0");
    private static final int MAX_SAID = 400;

    /** How a call ended. */
    record Ended(int code, String out, String said) {
        boolean isSuccess() {
            return code == 0;
        }
    }

    Ended run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile("amdahl-git", ".out");
        Path err = Files.createTempFile("amdahl-git", ".err");
        try {
            List<String> command = new ArrayList<>(SAFE);
            command.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(Map.of("GIT_TERMINAL_PROMPT", "0", "LC_ALL", "C", "GIT_EDITOR", "false"));
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            if (!ended(process)) {
                throw new AmdahlException(
                        ErrorCategory.TRANSIENT,
                        "git " + arguments[0] + " did not end within " + limit.toSeconds()
                                + " s; nothing was published; run it again when the remote answers");
            }
            return new Ended(
                    process.exitValue(), Files.readString(out, UTF_8).strip(), said(Files.readString(err, UTF_8)));
        } finally {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }

    private boolean ended(Process process) throws InterruptedException {
        boolean isOver = false;
        try {
            isOver = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            return isOver;
        } finally {
            if (!isOver) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    /** On one line, without who logs in where. */
    private static String said(String text) {
        String line = text.replaceAll("://[^/@\\s]*@", "://")
                .replaceAll("[\\s\\p{C}]+", " ")
                .strip();
        return line.substring(0, Math.min(MAX_SAID, line.length()));
    }

    /** Returns what a call prints that must succeed. @throws InvalidInputException with what git says, if it does not */
    String ask(String remedy, String... arguments) throws IOException, InterruptedException {
        Ended ended = run(Map.of(), arguments);
        if (!ended.isSuccess()) {
            throw new InvalidInputException(folder.toString(), "git " + arguments[0] + ": " + ended.said(), remedy);
        }
        return ended.out();
    }
}
