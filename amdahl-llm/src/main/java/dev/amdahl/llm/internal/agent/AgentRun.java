package dev.amdahl.llm.internal.agent;

import dev.amdahl.llm.answer.Deadline;
import dev.amdahl.spi.llm.LlmException;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmUsage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of a program: its input given and closed, its output bounded, it and all that it started gone at the end. Stateless, thread-safe. */
final class AgentRun {
    private static final int MAX_OUTPUT = 4 << 20;
    private static final int MAX_COMPLAINTS = 4 << 10;
    private static final long LAST_WORDS_MILLIS = 1000;

    private AgentRun() {}

    /**
     * How it ended.
     *
     * @param exitCode its exit code
     * @param output its standard output
     * @param complaints the start of its standard error, and the end
     */
    record Ended(int exitCode, String output, String complaints) {}

    /** Blocks until the program has ended; over 4 MiB of output kill it. */
    static Ended run(
            List<String> command, Path directory, Map<String, String> environment, String input, Deadline deadline) {
        return run(
                command,
                directory,
                environment,
                input,
                deadline,
                new Bounds(command.get(0), MAX_OUTPUT, Process::destroyForcibly));
    }

    /**
     * Bounds of a run.
     *
     * @param program its name in messages
     * @param output most bytes that it may print
     * @param stop ends one that prints more
     */
    record Bounds(String program, int output, Consumer<Process> stop) {}

    /**
     * Blocks until the program has ended.
     *
     * @throws LlmException NOT_INSTALLED if it cannot be started, TIME_LIMIT at the deadline or when interrupted, PROTOCOL if it prints
     *     more
     */
    static Ended run(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            String input,
            Deadline deadline,
            Bounds bounds) {
        String program = bounds.program();
        Process process = start(command, directory, environment);
        try {
            CappedOutput output = CappedOutput.of(
                    process.getInputStream(),
                    bounds.output(),
                    () -> bounds.stop().accept(process));
            CappedOutput complaints = CappedOutput.of(process.getErrorStream(), MAX_COMPLAINTS, () -> {});
            feed(process, input);
            boolean isOver = process.waitFor(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
            ProcessTree.kill(process, environment);
            output.join(LAST_WORDS_MILLIS);
            complaints.join(LAST_WORDS_MILLIS);
            if (output.isOver()) {
                throw failure(
                        Reason.PROTOCOL,
                        program + ": printed over " + bounds.output() + " bytes; it was stopped",
                        null);
            }
            if (!isOver) {
                throw failure(
                        Reason.TIME_LIMIT,
                        program + ": no answer within " + deadline.limit().toMillis() / 1e3
                                + " s, it was stopped; give it more time",
                        null);
            }
            return new Ended(process.exitValue(), output.text(), complaints.ends());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw failure(Reason.TIME_LIMIT, program + ": interrupted; ask again", stopped);
        } finally {
            if (process.isAlive()) {
                ProcessTree.kill(process, environment);
            }
        }
    }

    private static Process start(List<String> command, Path directory, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(ProcessTree.inOwnGroup(command)).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw failure(
                    Reason.NOT_INSTALLED,
                    command.get(0) + ": cannot be started: " + e.getMessage() + "; install it",
                    e);
        }
    }

    /** On a thread of its own: a program that does not read would block. */
    private static void feed(Process process, String input) {
        Thread feeder = new Thread(
                () -> {
                    try (OutputStream in = process.getOutputStream()) {
                        in.write(input.getBytes(StandardCharsets.UTF_8));
                    } catch (IOException gone) {
                        return;
                    }
                },
                "amdahl-agent-input");
        feeder.setDaemon(true);
        feeder.start();
    }

    private static LlmException failure(Reason reason, String message, @Nullable Throwable cause) {
        return new LlmException(reason, message, LlmUsage.NONE, cause);
    }
}
