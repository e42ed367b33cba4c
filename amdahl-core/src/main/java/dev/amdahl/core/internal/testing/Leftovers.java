package dev.amdahl.core.internal.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The processes that a killed loop left on the machine. Linux only. */
public final class Leftovers {
    private Leftovers() {}

    /** Kills the processes of a folder until there are none, so that the folder can be removed. */
    public static void end(Path folder) {
        boolean isAnyLeft = true;
        while (isAnyLeft) {
            try (Stream<ProcessHandle> processes = processes(folder)) {
                List<ProcessHandle> left = processes.toList();
                left.forEach(ProcessHandle::destroyForcibly);
                isAnyLeft = !left.isEmpty();
            }
        }
    }

    /** Returns the other processes whose environment or arguments name the folder. */
    public static Stream<ProcessHandle> processes(Path folder) {
        long self = ProcessHandle.current().pid();
        String mark = folder.toString();
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != self)
                .filter(process -> names(process.pid(), "environ", mark) || names(process.pid(), "cmdline", mark));
    }

    private static boolean names(long pid, String file, String mark) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1)
                    .contains(mark);
        } catch (IOException e) {
            return false;
        }
    }
}
