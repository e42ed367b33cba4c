package dev.amdahl.core.internal.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Kills processes with all that they started. On Linux a process is also known by what it inherited. Stateless, thread-safe. */
public final class ProcessTree {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessTree.class);
    private static final Path SET_SESSION = Path.of("/usr/bin/setsid");
    private static final int MAX_ROUNDS = 500;
    private static final long PAUSE_NANOS = 2_000_000;

    private ProcessTree() {}

    /** Returns the command as leader of a group of its own, where the system can make one. */
    public static List<String> inOwnGroup(List<String> command) {
        if (!Files.isExecutable(SET_SESSION)) {
            return command;
        }
        List<String> grouped = new ArrayList<>(List.of(SET_SESSION.toString(), "--"));
        grouped.addAll(command);
        return grouped;
    }

    /** Kills the leader of a group. Descendants are listed while their parents still have them; the group holds those that lost theirs. */
    public static void kill(ProcessHandle leader) {
        List<ProcessHandle> tree =
                Stream.concat(leader.descendants(), Stream.of(leader)).toList();
        if (Files.isExecutable(SET_SESSION)) {
            killGroup(leader.pid());
        }
        tree.forEach(ProcessHandle::destroyForcibly);
    }

    private static void killGroup(long group) {
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

    /** Kills all other processes that match until none is left, because a process may fork while others are killed. */
    public static void killAll(Predicate<ProcessHandle> match) {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            List<ProcessHandle> left = others(match);
            if (left.isEmpty()) {
                return;
            }
            left.forEach(ProcessHandle::destroyForcibly);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Returns the processes that match, without this one. */
    public static List<ProcessHandle> others(Predicate<ProcessHandle> match) {
        long self = ProcessHandle.current().pid();
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(process -> process.pid() != self && match.test(process))
                    .toList();
        }
    }

    /** Returns a file of a process below {@code /proc}, one character a byte; empty where it is gone or not ours. */
    public static String read(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
        } catch (IOException goneOrNotOurs) {
            return "";
        }
    }
}
