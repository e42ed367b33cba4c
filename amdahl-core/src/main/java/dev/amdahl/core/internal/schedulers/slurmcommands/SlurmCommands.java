package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.UnavailableException;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls Slurm's commands. They block while the daemon behind them is down, so each call has a limit, at which it and what it started
 * is killed; for some seconds after that no other call is made to the same daemon. Thread-safe.
 */
public final class SlurmCommands {
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final String ACCOUNTING = "sacct";

    private final CommandSettings settings;
    private final Map<String, Instant> silences = new ConcurrentHashMap<>();

    /** Calls as these settings say. */
    public SlurmCommands(CommandSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns what a command that changes nothing says; times are asked for as seconds since 1970.
     *
     * @throws UnavailableException if it cannot be started or does not answer in time
     */
    public CommandAnswer ask(String program, List<String> arguments) {
        List<String> command = command(program, arguments);
        return run(program, command, Map.of("SLURM_TIME_FORMAT", "%s", "TZ", "UTC", "SLURM_BITSTR_LEN", "0"));
    }

    /** As {@link #ask}, and an exit code but 0 is an error as well. */
    public CommandAnswer askSure(String program, List<String> arguments) {
        CommandAnswer answer = ask(program, arguments);
        if (answer.isSuccess()) {
            return answer;
        }
        try (answer) {
            throw unavailable(program, answer.problem(), null);
        } catch (IOException e) {
            throw unavailable(program, e.toString(), e);
        }
    }

    /** Returns the words of a call, for a script that makes it. */
    public List<String> command(String program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(settings.path(program));
        settings.cluster()
                .filter(cluster -> !program.equals("sacctmgr"))
                .ifPresent(cluster -> command.add("--clusters=" + cluster));
        command.addAll(arguments);
        return command;
    }

    /** Runs a command on behalf of a program, with these variables beside those that Slurm's commands need. */
    public CommandAnswer run(String program, List<String> command, Map<String, String> variables) {
        String daemon = program.startsWith(ACCOUNTING) ? "slurmdbd" : "slurmctld";
        Instant now = settings.clock().instant();
        Instant until = silences.getOrDefault(daemon, Instant.MIN);
        if (now.isBefore(until) && until.isBefore(now.plus(PAUSE).plusSeconds(1))) {
            throw unavailable(program, daemon + " did not answer just now", null);
        }
        try {
            Optional<CommandAnswer> answer = bounded(command, variables);
            if (answer.isEmpty()) {
                silences.put(daemon, settings.clock().instant().plus(PAUSE));
                throw unavailable(
                        program, "no answer within " + settings.limit().toMillis() / 1e3 + " s", null);
            }
            silences.remove(daemon);
            return answer.get();
        } catch (IOException e) {
            throw unavailable(program, String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(program, "interrupted", e);
        }
    }

    /** Returns the error of a command that told nothing. */
    public static UnavailableException unavailable(String program, String problem, @Nullable Throwable cause) {
        return new UnavailableException(
                "slurm, " + program,
                problem,
                program.startsWith(ACCOUNTING)
                        ? "check that slurmdbd and its database are up, or give them longer by accounting-timeout"
                                + " (of a fleet); nothing is lost, try again"
                        : "check that Slurm is up and reachable; nothing is lost, try again",
                cause);
    }

    /** Empty if it had to be killed. The files that it prints into have no name by the time that it runs. */
    private Optional<CommandAnswer> bounded(List<String> command, Map<String, String> variables)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("amdahl-slurm", ".out");
        Path error = Files.createTempFile("amdahl-slurm", ".err");
        Process process;
        FileInputStream printed;
        FileInputStream complained;
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(output.toFile())
                    .redirectError(error.toFile());
            settings.environment(builder.environment());
            builder.environment().putAll(variables);
            process = builder.start();
            printed = new FileInputStream(output.toFile());
            complained = new FileInputStream(error.toFile());
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(error);
        }
        boolean isOver = false;
        try {
            isOver = process.waitFor(settings.limit().toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            if (!isOver) {
                kill(process);
                printed.close();
                complained.close();
            }
        }
        if (!isOver) {
            return Optional.empty();
        }
        try (complained) {
            return Optional.of(new CommandAnswer(process.exitValue(), printed, complained));
        }
    }

    private static void kill(Process process) {
        List<ProcessHandle> tree = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        tree.forEach(ProcessHandle::destroyForcibly);
    }
}
