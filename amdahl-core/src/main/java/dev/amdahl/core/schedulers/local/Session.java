package dev.amdahl.core.schedulers.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The processes of one trial: those of its script's session, and whatever else carries its environment. */
final class Session {
    /** The leader of a session of which nothing is left: what carries the trial's environment is all that may still run. */
    static final long GONE = Long.MIN_VALUE;

    private static final int ROUNDS = 500;
    private static final long PAUSE_NANOS = 2_000_000;

    private final long leader;
    private final String mark;

    Session(long leader, Path folder) {
        this.leader = leader;
        this.mark = "AMDAHL_RUN_DIR=" + folder + "/";
    }

    /** Whether a process belongs to it. */
    boolean contains(long pid) {
        return ProcessIdentity.Stat.of(pid)
                .filter(ProcessIdentity.Stat::isRunning)
                .filter(stat -> stat.session() == leader || isMarked(pid))
                .isPresent();
    }

    /** Kills all of it; repeated because a process may fork while others are killed. */
    void kill() {
        ProcessHandle.of(leader).filter(process -> contains(process.pid())).ifPresent(ProcessHandle::destroyForcibly);
        for (int round = 0; round < ROUNDS; round++) {
            List<ProcessHandle> left = members();
            if (left.isEmpty()) {
                return;
            }
            left.forEach(ProcessHandle::destroyForcibly);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private List<ProcessHandle> members() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            long self = ProcessHandle.current().pid();
            return all.filter(process -> process.pid() != self && contains(process.pid()))
                    .toList();
        }
    }

    private boolean isMarked(long pid) {
        try {
            return ("\0"
                            + Files.readString(
                                    Path.of("/proc", Long.toString(pid), "environ"), StandardCharsets.ISO_8859_1))
                    .contains("\0" + new String(mark.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return false;
        }
    }
}
