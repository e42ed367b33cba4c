package dev.amdahl.core.testing.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a dead process left in a folder and on the machine, for I13. Linux only; stateless. */
public final class Leftovers {
    private Leftovers() {}

    /** One line for each process whose environment, folder or arguments name the folder, temporary file and half-built tree. */
    public static List<String> in(Path folder) {
        List<String> found = new ArrayList<>();
        try (Stream<ProcessHandle> processes = processes(folder)) {
            processes.forEach(process -> found.add("process " + process.pid() + ": "
                    + process.info().commandLine().orElse("?")));
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(Leftovers::isTemporary).forEach(file -> found.add("file " + folder.relativize(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static boolean isTemporary(Path file) {
        String name = String.valueOf(file.getFileName());
        boolean isDraftOfTrial = name.startsWith(".") && file.endsWith(Path.of("trials", name));
        boolean isUnbuilt = Files.isDirectory(file)
                && file.endsWith(Path.of("trees", name))
                && !Files.exists(file.resolveSibling(name + ".built"));
        return name.endsWith(".tmp") || name.endsWith(".diff") || isDraftOfTrial || isUnbuilt;
    }

    /** Kills those processes, until there is none: what still runs would write into a folder that is being removed. */
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

    /** The processes, this one left out. */
    static Stream<ProcessHandle> processes(Path folder) {
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
