package dev.amdahl.llm.internal.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process with all that it started. On Linux a child that has left both its parent and its group is known by a variable that it
 * inherited; elsewhere only descendants are found. Stateless, thread-safe.
 */
public final class ProcessTree {
    /** The variable whose value, a folder of one run, marks its processes. */
    public static final String MARK = "AMDAHL_AGENT_RUN";

    private static final Path SET_SESSION = Path.of("/usr/bin/setsid");
    private static final Path PROCESSES = Path.of("/proc");
    private static final int ROUNDS = 3;

    private ProcessTree() {}

    /** Returns the command as leader of a group, where that can be had. */
    public static List<String> inOwnGroup(List<String> command) {
        if (!Files.isExecutable(SET_SESSION)) {
            return command;
        }
        List<String> grouped = new ArrayList<>(List.of(SET_SESSION.toString(), "--"));
        grouped.addAll(command);
        return grouped;
    }

    /** Leaves none alive; a process that has ended leaves children as well. */
    public static void kill(Process process, Map<String, String> environment) {
        List<ProcessHandle> tree = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        if (Files.isExecutable(SET_SESSION)) {
            killGroup(process.pid());
        }
        tree.forEach(ProcessHandle::destroyForcibly);
        String mark = environment.get(MARK);
        for (int round = 0; mark != null && round < ROUNDS && killMarked(MARK + "=" + mark); round++) {
            Thread.onSpinWait();
        }
    }

    private static void killGroup(long group) {
        try {
            new ProcessBuilder("kill", "-KILL", "--", "-" + group)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(5, TimeUnit.SECONDS);
        } catch (IOException missing) {
            return;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether there was any. */
    private static boolean killMarked(String mark) {
        boolean isFound = false;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (Path process : processes) {
                if (isMarked(process, mark)) {
                    isFound = true;
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        } catch (IOException noSuchFolder) {
            return false;
        }
        return isFound;
    }

    private static boolean isMarked(Path process, String mark) {
        try {
            String variables = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return ("\0" + variables).contains("\0" + mark + "\0");
        } catch (IOException goneOrAnothers) {
            return false;
        }
    }
}
