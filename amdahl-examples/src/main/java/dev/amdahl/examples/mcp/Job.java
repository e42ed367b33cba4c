package dev.amdahl.examples.mcp;

import dev.amdahl.examples.serving.ThisProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A command of the command line as a process of its own: what it reads cannot break the server, and it can be ended. Thread-safe. */
final class Job {
    private static final int MAX_BYTES = 1 << 22;
    private static final String NAME = "amdahl: ";

    /** In which {@code ab} ends the trial that runs, which is no child of it, and removes its folder. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final String tool;
    private final Process process;
    private final Path in;
    private final Path out;
    private final Path err;
    private final long startedNanos;
    private final Duration limit;
    private final CompletableFuture<Process> inTime;
    private volatile boolean isCancelled;

    private Job(String tool, Process process, Path in, Path out, Path err, Duration limit) {
        this.tool = tool;
        this.process = process;
        this.in = in;
        this.out = out;
        this.err = err;
        this.limit = limit;
        startedNanos = System.nanoTime();
        inTime = process.onExit()
                .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionallyCompose(late -> end());
    }

    /**
     * Starts one.
     *
     * @param input what it reads from standard input
     * @param directory it runs there
     * @param files a folder for what it reads and says
     */
    static Job start(String tool, List<String> command, String input, Path directory, Path files, Duration limit) {
        try {
            Path in = Files.createTempFile(files, tool, ".in");
            Path out = Files.createTempFile(files, tool, ".out");
            Path err = Files.createTempFile(files, tool, ".err");
            Files.writeString(in, input);
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment()
                    .put(
                            ThisProgram.OWNER,
                            Long.toString(ProcessHandle.current().pid()));
            return new Job(tool, builder.start(), in, out, err, limit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String tool() {
        return tool;
    }

    boolean isRunning() {
        return process.isAlive();
    }

    boolean isCancelled() {
        return isCancelled;
    }

    long seconds() {
        return Duration.ofNanos(System.nanoTime() - startedNanos).toSeconds();
    }

    /** Waits that long at most. */
    boolean isDone(Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns what it said, once it has ended. An answer "no" (exit code 1) is an answer. */
    Reply reply() {
        int code = process.exitValue();
        String said = text(out);
        if ((code == 0 || code == 1) && !said.isBlank()) {
            return Reply.of(said);
        }
        String why = text(err);
        boolean isEnded = code > 128;
        return Reply.error(
                isCancelled
                        ? tool + ": ended as it was asked to, after " + seconds() + " s"
                        : isEnded
                                ? tool + ": ended after " + seconds() + " s, limit " + limit.toSeconds()
                                        + " s; the user who starts the server can raise --time-limit" + goesOn()
                                : why.isBlank() ? tool + ": exit code " + code : lastLine(why));
    }

    private String goesOn() {
        return tool.equals("judge") ? ", and the same patch goes on when it is given again" : "";
    }

    private static String lastLine(String text) {
        List<String> lines = text.lines().filter(line -> line.startsWith(NAME)).toList();
        return lines.isEmpty() ? text : lines.get(lines.size() - 1);
    }

    private static String text(Path file) {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the last line on standard error so far; empty text while it is silent. */
    String lastWords() {
        String said = text(err).stripTrailing();
        String line = said.substring(said.lastIndexOf('\n') + 1);
        return line.startsWith(NAME) ? line.substring(NAME.length()) : line;
    }

    /** Ends it because nobody wants its answer any more; does not wait. */
    void cancel() {
        isCancelled = process.isAlive();
        CompletableFuture<Process> unused = end();
    }

    /** Waits until what is being ended is over, by force at last. */
    boolean isOver() {
        return isDone(GRACE.multipliedBy(2));
    }

    /** Ends it with all that it has started: asks first, and does not wait. */
    CompletableFuture<Process> end() {
        List<ProcessHandle> below = process.descendants().toList();
        process.destroy();
        return process.onExit()
                .orTimeout(GRACE.toMillis(), TimeUnit.MILLISECONDS)
                .handle((ended, late) -> {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                    below.forEach(ProcessHandle::destroyForcibly);
                    return process;
                });
    }

    /** Removes its files. */
    void forget() {
        inTime.cancel(false);
        for (Path file : List.of(in, out, err)) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                file.toFile().deleteOnExit();
            }
        }
    }
}
