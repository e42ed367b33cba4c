package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Where the events of one ledger are kept, and the state rows that follow from them. Implementations
 * are not thread-safe, the owner lets one thread in at a time; but rows may be read at any time where it is not in memory.
 */
public interface LedgerStore extends AutoCloseable {
    /** Longest payload; larger evidence belongs into files. */
    int MAX_PAYLOAD = 1_000_000;

    /**
     * Opens or creates the store at a location, waiting some seconds for a process that holds it.
     *
     * @throws LedgerBusyException if it is still held
     * @throws LedgerDamagedException if it would not open; it is kept
     * @throws dev.amdahl.spi.InvalidInputException if it is not a ledger; it is left as it is
     */
    static LedgerStore open(LedgerLocation location) {
        return location.base().isEmpty() && !location.isOnServer()
                ? MemoryStore.exclusive(location.name())
                : JdbcStore.open(location, Database.ATTEMPTS);
    }

    /**
     * Looks whether a file of another kind lies where a ledger is to be opened; opens and makes nothing.
     *
     * @throws LedgerDamagedException if it was a ledger and holds nothing any more
     * @throws dev.amdahl.spi.InvalidInputException if it is not a ledger
     */
    static void requireKnown(LedgerLocation location) {
        try {
            location.database().ifPresent(file -> Database.requireKnown(location, file));
        } catch (LedgerDamagedException | InvalidInputException e) {
            if (!new InterruptedCreation(location).explains(e)) {
                throw e;
            }
        }
    }

    /**
     * Opens the store at a location to be checked: as it is, neither fixed nor made smaller nor brought to another schema.
     *
     * @throws LedgerBusyException if a process holds it
     * @throws LedgerDamagedException if it would not open
     */
    static LedgerStore openToCheck(LedgerLocation location) {
        return location.isOnServer() ? openToRead(location) : JdbcStore.openAsItIs(location, Database.ATTEMPTS);
    }

    /**
     * Opens the store at a location on a server for reading; makes and changes nothing.
     *
     * @throws dev.amdahl.spi.InvalidInputException if there is no ledger, or one of another version
     */
    static LedgerStore openToRead(LedgerLocation location) {
        return JdbcStore.openToRead(location, Database.ATTEMPTS);
    }

    /** Returns the version of the schema that this library reads and writes; older ones are brought up to it, newer ones refused. */
    static int schemaVersion() {
        return Migrations.newest();
    }

    /** Returns the version of the schema that it was found with. */
    default int schema() {
        return schemaVersion();
    }

    /**
     * Brings it to this version's schema: a copy of the old one is kept, the events stay as they are, the state rows are rebuilt.
     * Killed half-way it is still of the old version, and the next upgrade begins again.
     *
     * @param rows makes the state rows of the events
     */
    default void upgrade(Supplier<List<Row>> rows) {}

    /** Returns where it lies. */
    LedgerLocation location();

    /** Returns whether several processes may have it open at once; then a lease outlives its process until it expires. */
    boolean isShared();

    /** Runs reads that all see the state at one moment, whatever others commit meanwhile. */
    <T> T atOneMoment(Supplier<T> reads);

    /** Returns whether reading it again is no quicker than keeping all of it. */
    default boolean isInMemory() {
        return false;
    }

    /** Number of events, by primary key. */
    long events();

    /** Returns one event. */
    Optional<Event> event(long seq);

    /** Shows every event from that seq on, in order. */
    void forEachEvent(long from, Consumer<Event> reader);

    /** Number of events as the primary key counts them, then as the unique index does; a torn file shows here alone. */
    List<Long> countsByIndex();

    /** Returns the same without reading the indexes; H2 keeps the number of rows with each of them. */
    List<Long> keptCounts();

    /** Returns the place of the event that the unique index finds after a hash; the row itself is not read. */
    Optional<Long> seqAfter(String hash);

    /** Returns one row of a table. */
    Optional<Row> row(Table table, String id);

    /** Returns the rows of a table, in order of birth. */
    List<Row> rows(Table table);

    /**
     * Returns the rows of a table whose key has that value, in order of birth.
     *
     * @param key one of the table's key columns
     * @throws IllegalArgumentException if the table has no such key
     */
    List<Row> rows(Table table, String key, String value);

    /**
     * Returns the newest rows of a table whose key has that value, in order of birth.
     *
     * @param key one of the table's key columns, which is indexed together with the place of birth
     * @param most how many at most
     * @throws IllegalArgumentException if the table has no such key
     */
    List<Row> newestRows(Table table, String key, String value, int most);

    /** Shows the rows of a table in order of birth, one at a time. */
    void forEachRow(Table table, Consumer<Row> reader);

    /**
     * Writes events and what follows from them in one transaction, and returns once it is safe.
     *
     * @throws StaleLeaseException if the fence no longer holds; nothing was written
     * @throws LedgerDamagedException if they would write a second time what the log holds once; nothing was written
     * @throws LedgerUnusableException if it is not known whether it was kept; the store refuses all further calls
     */
    void commit(long fence, List<Event> events, List<RowChange> changes);

    /** Returns the state tables that do not hold as many rows as were written, in words; H2 keeps the number of rows of each. */
    default List<String> miscounted() {
        return List.of();
    }

    /** Returns what keeps events as they are and is missing, by name: then they could have been altered without a word. */
    default List<String> missingGuards() {
        return List.of();
    }

    /** Makes what keeps events as they are again, where it is missing. */
    default void guard() {}

    /** Replaces all state rows, in one transaction; nobody commits meanwhile. */
    void rebuild(Supplier<List<Row>> rows);

    /**
     * Takes the lease over and returns its fence.
     *
     * @param now the time, where the store has no clock of its own
     * @throws LedgerBusyException if another holder's has not expired
     */
    long acquireLease(String holder, Instant now, Duration timeToLive);

    /** Moves a lease's expiry to that long from now. Does nothing for a fence that no longer holds. */
    void extendLease(long fence, Instant now, Duration timeToLive);

    /**
     * Returns the time by which leases are judged.
     *
     * @param processTime the answer of a store that has no clock of its own
     */
    default Instant now(Instant processTime) {
        return processTime;
    }

    /** Returns the fence that holds, 0 before the first lease. */
    long fence();

    /**
     * Writes a copy of the whole store into a file, as of one moment, while it is in use.
     *
     * @throws dev.amdahl.spi.InvalidInputException if this kind of store makes none
     */
    default void copyTo(Path file) {
        throw new InvalidInputException(
                "ledger " + location().name(),
                "this kind of store makes no copy of itself",
                "use the database's own tools, such as pg_dump");
    }

    @Override
    void close();
}
