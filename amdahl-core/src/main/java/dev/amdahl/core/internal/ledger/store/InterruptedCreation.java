package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.internal.ledger.file.EventSegments;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database file whose making was cut off. The event file is made before it, and written only once the database is whole on the
 * disk, so that nothing was ever acknowledged while that is there and empty.
 *
 * @param location the ledger
 */
record InterruptedCreation(LedgerLocation location) {
    private static final Logger LOG = LoggerFactory.getLogger(InterruptedCreation.class);

    /** An empty ledger is a tenth of this; what is larger holds something. */
    private static final long MAX_BYTES = 1 << 20;

    /** Returns whether the file is one, which would not open for that reason. */
    boolean explains(RuntimeException reason) {
        Path file = location.database().orElse(null);
        if (file == null || !Files.isRegularFile(file)) {
            return false;
        }
        try {
            return Files.size(file) <= MAX_BYTES
                    && new Secret(location.secret().orElseThrow()).exists()
                    && new EventSegments(location.eventFile().orElseThrow()).areBegun()
                    && (reason instanceof LedgerDamagedException || isBlank(file));
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    /** A file of somebody else's, or of another password or version, has another beginning. */
    private static boolean isBlank(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (byte one : in.readNBytes(Database.HEADERS)) {
                if (one != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Moves the file out of the way, where that is what it is. */
    boolean setAside(RuntimeException reason) {
        if (!explains(reason)) {
            return false;
        }
        Path file = location.database().orElseThrow();
        Path aside = file.resolveSibling(file.getFileName() + ".unborn");
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
        LOG.warn("{}: its creation was interrupted before anything was written; kept as {}", file, aside);
        return true;
    }
}
