package dev.amdahl.core.schedulers.local;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.io.ProcessTree;
import java.nio.file.Path;

/** The processes of one trial: those of its script's session, and whatever else carries its environment. */
final class Session {
    /** The leader of a session of which nothing is left: what carries the trial's environment is all that may still run. */
    static final long GONE = Long.MIN_VALUE;

    private final long leader;
    private final String mark;

    Session(long leader, Path folder) {
        this.leader = leader;
        this.mark = new String(("AMDAHL_RUN_DIR=" + folder + "/").getBytes(UTF_8), ISO_8859_1);
    }

    /** Returns whether a process belongs to it. */
    boolean contains(long pid) {
        return ProcessIdentity.Stat.of(pid)
                .filter(ProcessIdentity.Stat::isRunning)
                .filter(stat -> stat.session() == leader || isMarked(pid))
                .isPresent();
    }

    /** Kills all of it, the script first. */
    void kill() {
        ProcessHandle.of(leader).filter(process -> contains(process.pid())).ifPresent(ProcessHandle::destroyForcibly);
        ProcessTree.killAll(process -> contains(process.pid()));
    }

    private boolean isMarked(long pid) {
        return ("\0" + ProcessTree.read(pid, "environ")).contains("\0" + mark);
    }
}
