package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.io.FileFault;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Copies of a ledger: written beside their place, forced to the disk and renamed; the one before is kept. */
final class Backup {
    private Backup() {}

    static void write(LedgerStore store, Path copy) {
        Path draft = copy.resolveSibling("." + copy.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(draft);
            store.copyTo(draft);
            try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            FailPoints.hit(FailPoint.COPY_WRITTEN);
            if (Files.exists(copy)) {
                move(copy, copy.resolveSibling(copy.getFileName() + ".previous"));
            }
            move(draft, copy);
        } catch (IOException e) {
            throw new InvalidInputException(
                    copy.toString(),
                    "cannot be written: " + FileFault.words(e),
                    "give write access, free space or another name",
                    e);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
