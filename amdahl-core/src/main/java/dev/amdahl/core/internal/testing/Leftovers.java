package dev.amdahl.core.internal.testing;

import dev.amdahl.core.internal.io.ProcessTree;
import java.nio.file.Path;
import java.util.List;

/** The processes that a killed loop left on the machine. Linux only. */
public final class Leftovers {
    private Leftovers() {}

    /** Kills the processes of a folder until there are none, so that the folder can be removed. */
    public static void end(Path folder) {
        ProcessTree.killAll(process -> names(process.pid(), folder));
    }

    /** Returns the other processes whose environment or arguments name the folder. */
    public static List<ProcessHandle> processes(Path folder) {
        return ProcessTree.others(process -> names(process.pid(), folder));
    }

    private static boolean names(long pid, Path folder) {
        String mark = folder.toString();
        return ProcessTree.read(pid, "environ").contains(mark)
                || ProcessTree.read(pid, "cmdline").contains(mark);
    }
}
