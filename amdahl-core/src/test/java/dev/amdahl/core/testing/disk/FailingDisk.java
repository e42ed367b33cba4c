package dev.amdahl.core.testing.disk;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/** A disk whose n-th change below a folder fails, once or from then on; what is beside the folder never fails. Thread-safe. */
public final class FailingDisk implements Disk {
    private static final Set<Operation> GROWING = EnumSet.of(Operation.OPEN, Operation.WRITE);

    /** How it fails. */
    public enum Fault {
        /** An input/output error, once. */
        ERROR("Input/output error"),
        /** Half of a write is kept, then there is no space left, until {@link #mend} is called. */
        FULL("No space left on device"),
        /** Nothing can be changed from then on, until {@link #mend} is called. */
        READ_ONLY("Read-only file system");

        private final String message;

        Fault(String message) {
            this.message = message;
        }
    }

    private final String folder;
    private final String first;
    private final Fault fault;
    private final long failing;
    private boolean hasBegun;
    private long seen;
    private boolean isMended;

    /**
     * @param folder below which changes count
     * @param failing which one fails, from 1
     */
    public FailingDisk(Path folder, Fault fault, long failing) {
        this(folder, "", fault, failing);
    }

    private FailingDisk(Path folder, String first, Fault fault, long failing) {
        this.folder = folder.toAbsolutePath() + "/";
        this.first = this.folder + first;
        this.fault = fault;
        this.failing = failing;
    }

    /** Reads {@code FAULT:N:FOLDER:FIRST}: changes count from the first one of that file or folder below the folder. */
    static FailingDisk of(String text) {
        String[] parts = text.split(":", 4);
        Path folder = FileSystems.getDefault().getPath(parts[2]);
        return new FailingDisk(folder, parts[3], Fault.valueOf(parts[0]), Long.parseLong(parts[1]));
    }

    /** From now on nothing fails. */
    public synchronized void mend() {
        isMended = true;
    }

    /** Whether the change that was to fail was reached. */
    public synchronized boolean hasFailed() {
        return seen >= failing;
    }

    @Override
    public synchronized void before(Operation operation, Path file) throws IOException {
        hasBegun |= file.toString().startsWith(first);
        if (!hasBegun || !file.toString().startsWith(folder)) {
            return;
        }
        seen++;
        boolean isDue = fault == Fault.ERROR ? seen == failing : seen >= failing;
        if (isMended || !isDue || (fault == Fault.FULL && !GROWING.contains(operation))) {
            return;
        }
        String message = file + ": " + fault.message;
        throw operation == Operation.WRITE && fault == Fault.FULL ? new HalfWritten(message) : new IOException(message);
    }
}
