package dev.amdahl.core.internal.workspace;

import dev.amdahl.spi.UnavailableException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a program without a shell, in a given environment and no other, within a time limit. Stateless, thread-safe. */
final class Program {

    private static final Logger LOG = LoggerFactory.getLogger(Program.class);
    private static final String SET_SESSION = "/usr/bin/setsid";

    private Program() {}

    /**
     * How a program ended.
     *
     * @param exitCode its exit code; 124 if it was stopped at the limit
     * @param isTimedOut whether it was stopped at the limit
     * @param output the end of its standard output and error, as they came
     */
    record Ended(int exitCode, boolean isTimedOut, String output) {
        boolean isSuccess() {
            return exitCode == 0 && !isTimedOut;
        }
    }

    /** Blocks; kills the whole tree at the limit and when interrupted. */
    static Ended run(List<String> command, Path directory, Map<String, String> environment, Duration limit) {
        return run(command, directory, environment, limit, process -> {});
    }

    /** Overload of {@code run} that also shows the process as soon as it runs. */
    static Ended run(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Duration limit,
            Consumer<ProcessHandle> started) {
        ProcessBuilder builder = new ProcessBuilder(inOwnGroup(command))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException missing) {
            throw new UnavailableException(
                    command.get(0), "cannot be started in " + directory, "install it or correct the command", missing);
        }
        started.accept(process.toHandle());
        Log log = new Log();
        Thread reader = new Thread(() -> drain(process, log), "output of " + command.get(0));
        reader.setDaemon(true);
        reader.start();
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                kill(process);
            }
            reader.join(2000);
            return new Ended(ended ? process.exitValue() : 124, !ended, log.end());
        } catch (InterruptedException stopped) {
            kill(process);
            Thread.currentThread().interrupt();
            throw new UnavailableException(
                    command.get(0), "was interrupted in " + directory, "run the cycle again", stopped);
        }
    }

    private static void drain(Process process, Log log) {
        try {
            log.drain(process.getInputStream());
        } catch (IOException closed) {
            if (process.isAlive()) {
                throw new UncheckedIOException(closed);
            }
        }
    }

    private static List<String> inOwnGroup(List<String> command) {
        if (!Files.isExecutable(Path.of(SET_SESSION))) {
            return command;
        }
        List<String> grouped = new ArrayList<>(List.of(SET_SESSION, "--"));
        grouped.addAll(command);
        return grouped;
    }

    /** Descendants are taken while their parents can still be asked for them; the group holds those that lost theirs. */
    private static void kill(Process process) {
        List<ProcessHandle> tree = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        if (Files.isExecutable(Path.of(SET_SESSION))) {
            killGroup(process.pid());
        }
        tree.forEach(ProcessHandle::destroyForcibly);
    }

    static void killGroup(long group) {
        try {
            new ProcessBuilder("kill", "-KILL", "--", "-" + group)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(5, TimeUnit.SECONDS);
        } catch (IOException missing) {
            LOG.debug("no program 'kill': only the descendants of {} are stopped", group, missing);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
