package dev.amdahl.core.ledger.store;

import dev.amdahl.spi.AmdahlException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Update;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database of one ledger behind its one connection. Not thread-safe: its owner lets one thread in at a time. */
public final class EventStore implements AutoCloseable {
    /** Longest payload; larger evidence belongs into files. */
    public static final int MAX_PAYLOAD = 1_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(EventStore.class);
    private static final HexFormat HEX = HexFormat.of();
    private static final String COLUMNS = "SELECT seq, at, kind, subject, payload, prev_hash, hash FROM event ";

    private final LedgerLocation location;
    private final Connection connection;
    private final Handle handle;
    private boolean isDown;

    private EventStore(LedgerLocation location, Connection connection) {
        this.location = location;
        this.connection = connection;
        this.handle = Jdbi.create(connection).open();
    }

    /**
     * Opens or creates the database, waiting some seconds for a process that holds it.
     *
     * @throws LedgerBusyException if it is still held
     * @throws LedgerDamagedException if it would not open; the file is kept
     * @throws dev.amdahl.spi.InvalidInputException if it is not a ledger; the file is left as it is
     */
    public static EventStore open(LedgerLocation location) {
        return open(location, Database.ATTEMPTS);
    }

    static EventStore open(LedgerLocation location, int attempts) {
        EventStore store = new EventStore(location, Database.open(location, attempts));
        try {
            store.reading(() -> {
                Migrations.run(store.handle, location.name());
                return true;
            });
            return store;
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Number of events, by primary key. */
    public long events() {
        return reading(() -> handle.createQuery("SELECT COALESCE(MAX(seq), 0) FROM event")
                .mapTo(Long.class)
                .one());
    }

    /** One event. */
    public Optional<Event> event(long seq) {
        return reading(() -> handle.createQuery(COLUMNS + "WHERE seq = ?")
                .bind(0, seq)
                .map((row, context) -> event(row))
                .findOne());
    }

    /** Shows every event from that seq on, in order. */
    public void forEachEvent(long from, Consumer<Event> reader) {
        reading(() -> {
            handle.createQuery(COLUMNS + "WHERE seq >= ? ORDER BY seq")
                    .bind(0, from)
                    .map((row, context) -> event(row))
                    .useStream(events -> events.forEach(reader));
            return true;
        });
    }

    /** Number of rows as the primary key counts them, then as the unique index does; a torn file shows here alone. */
    public List<Long> countsByIndex() {
        return reading(() -> List.of(
                handle.createQuery("SELECT seq FROM event ORDER BY seq").mapTo(Long.class).stream()
                        .count(),
                handle
                        .createQuery("SELECT prev_hash FROM event USE INDEX (event_prev) ORDER BY prev_hash")
                        .mapTo(byte[].class)
                        .stream()
                        .count()));
    }

    /** The rows of a table, in order of birth. */
    public List<Row> rows(Table table) {
        return reading(() -> handle.createQuery(table.select())
                .map((row, context) -> row(table, row))
                .list());
    }

    /**
     * Writes events and what follows from them in one transaction, and returns once it is on the disk.
     *
     * @throws StaleLeaseException if the fence no longer holds; nothing was written
     * @throws LedgerUnusableException if it is not known whether it was kept; the store refuses all further calls
     */
    public void commit(long fence, List<Event> events, List<RowChange> changes) {
        writing(() -> {
            requireFence(fence);
            insert(events);
            changes.forEach(this::change);
        });
    }

    /** Replaces all state rows, in one transaction. */
    public void rebuild(List<Row> rows) {
        writing(() -> {
            for (Table table : Table.values()) {
                handle.execute(table.clear());
            }
            rows.forEach(row -> change(new RowChange(RowChange.Kind.INSERT, row)));
        });
    }

    /**
     * Takes the lease over and returns its fence.
     *
     * @throws LedgerBusyException if another holder's has not expired
     */
    public long acquireLease(String holder, Instant now, Instant expires) {
        Optional<LeaseRow> held = lease();
        held.filter(lease -> !lease.holder().equals(holder) && now.isBefore(lease.expires()))
                .ifPresent(lease -> {
                    throw new LedgerBusyException(
                            location.name(), "is leased to " + lease.holder() + " until " + lease.expires(), null);
                });
        long fence = held.map(LeaseRow::fence).orElse(0L) + 1;
        writing(() -> {
            if (held.isPresent()) {
                handle.execute(
                        "UPDATE lease SET holder = ?, fence = ?, expires = ? WHERE id = 1",
                        holder,
                        fence,
                        expires.toString());
            } else {
                handle.execute("INSERT INTO lease VALUES (1, ?, ?, ?)", holder, fence, expires.toString());
            }
        });
        return fence;
    }

    /** Moves a lease's expiry. Does nothing for a fence that no longer holds. */
    public void extendLease(long fence, Instant expires) {
        writing(() ->
                handle.execute("UPDATE lease SET expires = ? WHERE id = 1 AND fence = ?", expires.toString(), fence));
    }

    /** The fence that holds, 0 before the first lease. */
    public long fence() {
        return lease().map(LeaseRow::fence).orElse(0L);
    }

    @Override
    public void close() {
        isDown = true;
        quietly(handle);
        quietly(connection);
        Database.release(location);
    }

    /** After a failed commit the database has closed itself, and closing it again fails. */
    private void quietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("{}: closing failed: {}", location.name(), e.toString());
        }
    }

    private void insert(List<Event> events) {
        try (PreparedBatch batch = handle.prepareBatch("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)")) {
            for (Event event : events) {
                batch.add(
                        event.seq(),
                        event.at(),
                        event.kind(),
                        event.subject(),
                        event.payload(),
                        HEX.parseHex(event.previous()),
                        HEX.parseHex(event.hash()));
            }
            batch.execute();
        }
    }

    private void change(RowChange change) {
        Row row = change.row();
        List<Object> values = new ArrayList<>();
        String sql;
        switch (change.kind()) {
            case INSERT -> {
                sql = row.table().insert();
                values.add(row.id());
                values.add(row.ordinal());
                values.addAll(row.keys());
                values.add(row.body());
            }
            case UPDATE -> {
                sql = row.table().update();
                values.addAll(row.keys());
                values.add(row.body());
                values.add(row.id());
            }
            default -> {
                sql = row.table().delete();
                values.add(row.id());
            }
        }
        try (Update update = handle.createUpdate(sql)) {
            for (int i = 0; i < values.size(); i++) {
                update.bind(i, values.get(i));
            }
            int rows = update.execute();
            if (rows != 1) {
                throw new IllegalStateException(
                        change.kind() + " of " + row.table() + " " + row.id() + " met " + rows + " rows");
            }
        }
    }

    private void requireFence(long fence) {
        long current = handle.createQuery("SELECT fence FROM lease WHERE id = 1")
                .mapTo(Long.class)
                .findOne()
                .orElse(0L);
        if (current != fence) {
            throw new StaleLeaseException(location.name(), fence, current);
        }
    }

    private Optional<LeaseRow> lease() {
        return reading(() -> handle.createQuery("SELECT holder, fence, expires FROM lease WHERE id = 1")
                .map((row, context) -> new LeaseRow(row.getString(1), row.getLong(2), Instant.parse(row.getString(3))))
                .findOne());
    }

    private void writing(Runnable work) {
        requireUp();
        try {
            handle.useTransaction(transaction -> work.run());
            handle.execute("CHECKPOINT SYNC");
        } catch (AmdahlException e) {
            throw e;
        } catch (RuntimeException e) {
            isDown = true;
            throw Failures.notCommitted(location.name(), e);
        }
    }

    private <T> T reading(Supplier<T> work) {
        requireUp();
        try {
            return work.get();
        } catch (AmdahlException e) {
            throw e;
        } catch (RuntimeException e) {
            throw Failures.notRead(location.name(), e);
        }
    }

    private void requireUp() {
        if (isDown) {
            throw new LedgerUnusableException(
                    location.name(), "is closed, or a commit has failed", "open the ledger again", null);
        }
    }

    private static Event event(ResultSet row) throws SQLException {
        return new Event(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                HEX.formatHex(row.getBytes(6)),
                HEX.formatHex(row.getBytes(7)));
    }

    private static Row row(Table table, ResultSet row) throws SQLException {
        List<String> keys = new ArrayList<>();
        int keyCount = table.keys().size();
        for (int i = 0; i < keyCount; i++) {
            keys.add(row.getString(3 + i));
        }
        return new Row(table, row.getString(1), row.getLong(2), keys, row.getString(3 + keyCount));
    }

    private record LeaseRow(String holder, long fence, Instant expires) {}
}
