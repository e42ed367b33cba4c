package dev.amdahl.core.ledger.store;

import java.sql.Connection;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** What differs between the databases that a ledger may lie in. Implementations are stateless. */
interface Dialect {
    /** Opens the one connection and checks its settings; every successful call is followed by one of {@link #release}. */
    Connection connect(LedgerLocation location, int attempts);

    /** What is left to do after the connection is closed. */
    void release(LedgerLocation location);

    /** Whether several processes may have it open at once. */
    boolean isShared();

    /** Makes what was committed safe against a power cut, where a commit alone does not. */
    void force(Handle handle);

    /** The time that leases are judged by. */
    Instant now(Handle handle, Instant processTime);

    /** What follows a query of the lease so that nobody changes the row before the end of the transaction. */
    String rowLock();

    /** All values of the unique index of the previous hashes, read from it alone. */
    String indexedHashes();
}
