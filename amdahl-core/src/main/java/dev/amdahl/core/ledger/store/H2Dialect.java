package dev.amdahl.core.ledger.store;

import java.sql.Connection;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** A file, or memory, that one process has open. Stateless. */
final class H2Dialect implements Dialect {
    @Override
    public Connection connect(LedgerLocation location, int attempts) {
        return Database.open(location, attempts);
    }

    @Override
    public void release(LedgerLocation location) {
        Database.release(location);
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public void force(Handle handle) {
        handle.execute("CHECKPOINT SYNC");
    }

    @Override
    public Instant now(Handle handle, Instant processTime) {
        return processTime;
    }

    @Override
    public String rowLock() {
        return "";
    }

    @Override
    public String indexedHashes() {
        return "SELECT prev_hash FROM event USE INDEX (event_prev) ORDER BY prev_hash";
    }
}
