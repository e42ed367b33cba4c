package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.spi.AmdahlException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/** What differs between the databases that a ledger may lie in. Implementations are stateless. */
interface Dialect {
    /** Returns the one for a location. */
    static Dialect of(LedgerLocation location) {
        return location.server().isPresent() ? new PostgresDialect() : new H2Dialect();
    }

    /** Opens the one connection and checks the settings that matter; every successful call is followed by one of {@link #release}. */
    Connection connect(LedgerLocation location, int attempts, boolean isToRead);

    /** What is left to do after the connection is closed. */
    void release(LedgerLocation location);

    /** Returns whether several processes may have it open at once. */
    boolean isShared();

    /** Runs migrations with nobody else at it. */
    void migrating(Handle handle, LedgerLocation location, Runnable migrations);

    /** Returns a migration in this database's words. */
    String translated(String script);

    /** Makes what was committed safe against a power cut, where a commit alone does not. */
    void force(Handle handle);

    /** Runs reads that all see the state at one moment. */
    <T> T atOneMoment(Handle handle, Supplier<T> reads);

    /** Number of events as the primary key counts them, then as the unique index of the previous hashes does. */
    List<Long> countsByIndex(Handle handle);

    /** Returns the same in a time that does not grow with the file, if the database keeps such counts. */
    List<Long> keptCounts(Handle handle);

    /** Returns how many rows each state table holds, in a time that does not grow with the file if the database keeps such counts. */
    List<Long> rowCounts(Handle handle);

    /** Returns what keeps the events as they are, and is missing: triggers and unique indexes by name. */
    List<String> missingGuards(Handle handle);

    /** Makes these again where they are missing. */
    void guard(Handle handle);

    /** Returns the time that leases are judged by. */
    Instant now(Handle handle, Instant processTime);

    /** Returns what follows a query of the lease so that nobody changes the row before the end of the transaction. */
    String rowLock();

    /** Ties a lease to the session that has just taken it. */
    void hold(Handle handle, long fence);

    /** Returns whether the session that took that lease is known to be over. */
    boolean isAbandoned(Handle handle, long fence);

    /** Returns what an error in a transaction that writes means. */
    AmdahlException notCommitted(Connection connection, String place, RuntimeException e);

    /** Returns what an error in a query means. */
    AmdahlException notRead(String place, RuntimeException e);

    /** Keeps a copy of the database as it is now beside it, where it is one file. */
    Optional<Path> backUp(Handle handle, LedgerLocation location, int version);
}
