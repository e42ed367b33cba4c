package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.spi.AmdahlException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/**
 * A server that several loops use at once. A lease is the row, judged by the server's clock, and a lock of the holder's session, which
 * the server drops when the session ends: the lease of a dead process is free at once. Stateless.
 */
final class PostgresDialect implements Dialect {
    private static final String LEASE_LOCK = "hashtext('amdahl lease ' || current_schema)";

    /** The trigger of H2, which names a class. */
    private static final String H2_TRIGGER = "(?is)CREATE TRIGGER [^;]*;";

    private static final List<String> APPEND_ONLY = List.of(
            "CREATE OR REPLACE FUNCTION event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
                    + "'BEGIN RAISE EXCEPTION ''events are append-only'' USING ERRCODE = ''23514''; END'",
            "DROP TRIGGER IF EXISTS event_append_only ON event",
            "CREATE TRIGGER event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event "
                    + "FOR EACH STATEMENT EXECUTE FUNCTION event_is_append_only()",
            "INSERT INTO lease (id, holder, fence, expires) VALUES (1, '', 0, '1970-01-01T00:00:00Z') "
                    + "ON CONFLICT (id) DO NOTHING");

    @Override
    public Connection connect(LedgerLocation location, int attempts, boolean isToRead) {
        return PostgresConnection.open(location.server().orElseThrow(), attempts, isToRead);
    }

    @Override
    public void release(LedgerLocation location) {}

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void migrating(Handle handle, LedgerLocation location, Runnable migrations) {
        String schema = location.server().orElseThrow().schema();
        handle.useTransaction(transaction -> {
            handle.execute("SELECT pg_advisory_xact_lock(hashtext('amdahl migration'), hashtext(?))", schema);
            if (handle.createQuery("SELECT current_schema IS NULL")
                    .mapTo(Boolean.class)
                    .one()) {
                handle.execute("CREATE SCHEMA " + schema);
            }
            migrations.run();
            if (!isMade(handle)) {
                APPEND_ONLY.forEach(handle::execute);
            }
        });
    }

    private static boolean isMade(Handle handle) {
        return handle.createQuery("SELECT EXISTS (SELECT 1 FROM lease)")
                .mapTo(Boolean.class)
                .one();
    }

    @Override
    public String translated(String script) {
        return script.replaceAll(H2_TRIGGER, "")
                .replaceAll("BINARY\\(\\d+\\)", "BYTEA")
                .replaceAll("\\bVARCHAR\\b(?!\\()", "VARCHAR COLLATE \"C\"");
    }

    @Override
    public Optional<Path> backUp(Handle handle, LedgerLocation location, int version) {
        return Optional.empty();
    }

    @Override
    public void force(Handle handle) {}

    /** Reads inside of others may fail alone: the others go on at their moment. */
    @Override
    public <T> T atOneMoment(Handle handle, Supplier<T> reads) {
        return handle.isInTransaction()
                ? alone(handle, reads)
                : handle.inTransaction(TransactionIsolationLevel.REPEATABLE_READ, transaction -> reads.get());
    }

    private static <T> T alone(Handle handle, Supplier<T> reads) {
        handle.execute("SAVEPOINT reads");
        try {
            T read = reads.get();
            handle.execute("RELEASE SAVEPOINT reads");
            return read;
        } catch (RuntimeException e) {
            try {
                handle.execute("ROLLBACK TO SAVEPOINT reads");
                handle.execute("RELEASE SAVEPOINT reads");
            } catch (RuntimeException gone) {
                e.addSuppressed(gone);
            }
            throw e;
        }
    }

    /** Returns the server's own log keeps a table and its indexes together; counting once tells enough. */
    @Override
    public List<Long> countsByIndex(Handle handle) {
        long count = handle.createQuery("SELECT COUNT(*) FROM event")
                .mapTo(Long.class)
                .one();
        return List.of(count, count);
    }

    @Override
    public List<Long> keptCounts(Handle handle) {
        return countsByIndex(handle);
    }

    @Override
    public List<Long> rowCounts(Handle handle) {
        String counts = Stream.of(Table.values())
                .map(table -> "(SELECT COUNT(*) FROM " + table.column() + ")")
                .collect(Collectors.joining(", "));
        return handle.createQuery("SELECT UNNEST(ARRAY[" + counts + "])")
                .mapTo(Long.class)
                .list();
    }

    @Override
    public List<String> missingGuards(Handle handle) {
        return handle.createQuery("SELECT 'trigger event_append_only' WHERE NOT EXISTS (SELECT 1 FROM pg_trigger"
                        + " WHERE tgrelid = CAST('event' AS regclass) AND tgname = 'event_append_only' AND tgenabled IN ('O', 'A'))"
                        + " UNION ALL SELECT 'unique index event_prev' WHERE NOT EXISTS (SELECT 1 FROM pg_index"
                        + " WHERE indrelid = CAST('event' AS regclass) AND indisunique AND indisvalid"
                        + " AND indexrelid = to_regclass('event_prev'))")
                .mapTo(String.class)
                .list();
    }

    @Override
    public void guard(Handle handle) {
        handle.useTransaction(transaction -> {
            APPEND_ONLY.forEach(handle::execute);
            handle.execute("CREATE UNIQUE INDEX IF NOT EXISTS event_prev ON event (prev_hash)");
        });
    }

    @Override
    public Instant now(Handle handle, Instant processTime) {
        return handle.createQuery("SELECT clock_timestamp()")
                .mapTo(OffsetDateTime.class)
                .one()
                .toInstant();
    }

    @Override
    public String rowLock() {
        return " FOR UPDATE";
    }

    @Override
    public void hold(Handle handle, long fence) {
        handle.execute("SELECT pg_advisory_unlock_all()");
        handle.execute("SELECT pg_try_advisory_lock(" + LEASE_LOCK + ", CAST(? AS INT))", (int) fence);
    }

    @Override
    public boolean isAbandoned(Handle handle, long fence) {
        return handle.createQuery(
                        "SELECT NOT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2"
                                + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                                + " AND CAST(classid AS BIGINT) = (CAST(" + LEASE_LOCK + " AS BIGINT) & 4294967295)"
                                + " AND CAST(objid AS BIGINT) = ?)")
                .bind(0, (long) (int) fence)
                .mapTo(Boolean.class)
                .one();
    }

    @Override
    public AmdahlException notCommitted(Connection connection, String place, RuntimeException e) {
        return PostgresFailures.notCommitted(connection, place, e);
    }

    @Override
    public AmdahlException notRead(String place, RuntimeException e) {
        return PostgresFailures.notRead(place, e);
    }
}
