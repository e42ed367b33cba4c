package dev.amdahl.core.ledger.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database file whose making was cut off. The event file is begun only once the database is whole on the disk, so that without
 * one nothing was ever acknowledged. Immutable.
 *
 * @param location the ledger
 */
record Unborn(LedgerLocation location) {
    private static final Logger LOG = LoggerFactory.getLogger(Unborn.class);

    /** An empty ledger is a tenth of this; what is larger holds something. */
    private static final long MOST_BYTES = 1 << 20;

    /** Moves the file out of the way, where that is what it is. */
    boolean setAside() {
        Path file = location.database().orElse(null);
        if (file == null) {
            return false;
        }
        try {
            boolean isUnborn = Files.isRegularFile(file)
                    && Files.size(file) <= MOST_BYTES
                    && new Secret(location.secret().orElseThrow()).exists()
                    && new EventSegments(location.eventFile().orElseThrow())
                            .numbers()
                            .isEmpty();
            if (isUnborn) {
                Path aside = file.resolveSibling(file.getFileName() + ".unborn");
                Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
                LOG.warn("{}: its making was cut off before anything was written; kept as {}", file, aside);
            }
            return isUnborn;
        } catch (IOException e) {
            throw Failures.unreadable(file, e);
        }
    }
}
