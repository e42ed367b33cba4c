package dev.amdahl.core.ledger.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a disk has room for another cycle. Thread-safe. */
public final class FreeSpace {
    private FreeSpace() {}

    /**
     * Asks for so much room on the disk of a path, which need not exist yet.
     *
     * @throws LedgerUnusableException if the disk that holds the path has fewer usable bytes
     */
    public static void require(Path path, long bytes) {
        Path existing = path.toAbsolutePath();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        try {
            long usable = Files.getFileStore(existing).getUsableSpace();
            if (usable < bytes) {
                throw new LedgerUnusableException(
                        existing.toString(),
                        "the disk has " + usable + " free bytes, a cycle needs " + bytes,
                        "make free space",
                        null);
            }
        } catch (IOException e) {
            throw new LedgerUnusableException(existing, e);
        }
    }
}
