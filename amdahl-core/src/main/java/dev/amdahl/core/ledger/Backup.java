package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.io.FileFault;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies of a ledger: written beside their place, forced to the disk and renamed; the one before is kept. */
final class Backup {
    private Backup() {}

    static void write(LedgerStore store, Path copy) {
        Path draft = copy.resolveSibling("." + copy.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(draft);
            store.copyTo(draft);
            AtomicFiles.force(draft);
            FailPoints.hit(FailPoint.COPY_WRITTEN);
            if (Files.exists(copy)) {
                AtomicFiles.publish(copy, copy.resolveSibling(copy.getFileName() + ".previous"));
            }
            AtomicFiles.publish(draft, copy);
        } catch (IOException e) {
            throw new InvalidInputException(
                    copy.toString(),
                    "cannot be written: " + FileFault.words(e),
                    "give write access, free space or another name",
                    e);
        }
    }
}
