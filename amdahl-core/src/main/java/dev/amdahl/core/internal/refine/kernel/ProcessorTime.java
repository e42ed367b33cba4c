package dev.amdahl.core.internal.refine.kernel;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.Scanner;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** What the system counts of a process, which the process cannot change. Not known where there is no {@code /proc}. Immutable. */
final class ProcessorTime {
    private static final int LOOKS = 500;
    private static final long LOOK_NANOS = 200_000;

    private final Path process;

    private ProcessorTime(Path process) {
        this.process = process;
    }

    /** Of the process that a starter has become or started: the last of the line. */
    static ProcessorTime of(Process started) {
        long last = started.descendants()
                .map(ProcessHandle::pid)
                .max(Comparator.naturalOrder())
                .orElse(started.pid());
        return new ProcessorTime(Path.of("/proc", Long.toString(last)));
    }

    /** Nanoseconds of its threads on a processor. */
    OptionalLong nanos() {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            long sum = 0;
            for (Path thread : threads) {
                sum += new Scanner(Files.readString(thread.resolve("schedstat"))).nextLong();
            }
            return OptionalLong.of(sum);
        } catch (IOException | NoSuchElementException gone) {
            return OptionalLong.empty();
        }
    }

    /** Returns those when it has put itself to sleep, exact then; empty when it does not soon. */
    OptionalLong nanosAsleep() {
        for (int look = 0; look < LOOKS; look++) {
            if (!isReady()) {
                return nanos();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return OptionalLong.empty();
    }

    private boolean isReady() {
        try {
            String stat = Files.readString(process.resolve("stat"));
            return stat.startsWith(" R ", stat.lastIndexOf(')') + 1);
        } catch (IOException gone) {
            return false;
        }
    }

    /** Returns how many threads it has; 1 where that is not known. */
    int threads() {
        try (Stream<Path> threads = Files.list(process.resolve("task"))) {
            return (int) threads.count();
        } catch (IOException gone) {
            return 1;
        }
    }
}
