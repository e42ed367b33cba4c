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
    private final Fault fault;
    private final long failing;
    private long seen;
    private boolean isMended;

    /**
     * @param folder below which changes count
     * @param failing which one fails, from 1
     */
    public FailingDisk(Path folder, Fault fault, long failing) {
        this.folder = folder.toAbsolutePath() + "/";
        this.fault = fault;
        this.failing = failing;
    }

    /** Reads {@code FAULT:N:FOLDER}. */
    static FailingDisk of(String text) {
        String[] parts = text.split(":", 3);
        Fault fault = Fault.valueOf(parts[0]);
        return new FailingDisk(FileSystems.getDefault().getPath(parts[2]), fault, Long.parseLong(parts[1]));
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
        if (!file.toString().startsWith(folder)) {
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
