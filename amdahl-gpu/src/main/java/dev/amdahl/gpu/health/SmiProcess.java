package dev.amdahl.gpu.health;

import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process whose lines are read as they come, by a thread of its own; a line is cut at {@value #MAX_LINE} characters, and one that
 * says more than {@value #MAX_LINES} lines is ended. It never outlives this program. Thread-safe.
 */
final class SmiProcess implements AutoCloseable {
    private static final int MAX_LINE = 8192;
    private static final int MAX_LINES = 5_000_000;
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Process process;
    private final Thread reader;
    private final Thread end = new Thread(this::kill, "amdahl-smi-end");
    private volatile boolean isFlooding;

    /** @throws IOException if it cannot be started */
    SmiProcess(List<String> command, Consumer<String> lines) throws IOException {
        process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        reader = new Thread(() -> read(lines), "amdahl-smi");
        reader.setDaemon(true);
        try {
            Runtime.getRuntime().addShutdownHook(end);
        } catch (IllegalStateException e) {
            kill();
            throw new IOException("this program is ending", e);
        }
        reader.start();
    }

    private void read(Consumer<String> lines) {
        StringBuilder line = new StringBuilder();
        int count = 0;
        try (Reader in = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
            char[] buffer = new char[4096];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    if (buffer[i] == '\n') {
                        lines.accept(line.toString());
                        line.setLength(0);
                        count++;
                    } else if (line.length() < MAX_LINE) {
                        line.append(buffer[i]);
                    }
                }
                if (count > MAX_LINES) {
                    isFlooding = true;
                    kill();
                    return;
                }
            }
            if (!line.isEmpty()) {
                lines.accept(line.toString());
            }
        } catch (IOException e) {
            kill();
        }
    }

    /** Returns how it ended before it was asked to; empty while it runs, or if it ended well. */
    Optional<String> fault() {
        if (isFlooding) {
            return Optional.of("it said more than " + MAX_LINES + " lines");
        }
        return process.isAlive() || process.exitValue() == 0
                ? Optional.empty()
                : Optional.of("it ended with exit code " + process.exitValue());
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Waits until it has ended and all it said is read; false if it has not by then. */
    boolean awaitEnd(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
            reader.join(GRACE.toMillis());
            return !reader.isAlive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void kill() {
        List<ProcessHandle> tree = new ArrayList<>(process.descendants().toList());
        tree.add(process.toHandle());
        tree.forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends it and what it started. */
    @Override
    public void close() {
        kill();
        awaitEnd(GRACE);
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException e) {
            // The program is ending, and the hook has run or will.
            return;
        }
    }
}
