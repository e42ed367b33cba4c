package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A ledger in a database, behind one connection. Not thread-safe. */
final class JdbcStore implements LedgerStore {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcStore.class);
    private static final long LARGE_BYTES = 32 << 20;

    private final LedgerLocation location;
    private final Dialect dialect;
    private final Connection connection;
    private final Handle handle;
    private final EventTable events;
    private final StateTables state;
    private final LeaseTable lease;
    private long fenceHere;
    private int schema = LedgerStore.schemaVersion();
    private boolean isDown;

    private JdbcStore(LedgerLocation location, Dialect dialect, Connection connection) {
        this.location = location;
        this.dialect = dialect;
        this.connection = connection;
        this.handle = Jdbi.create(connection).open();
        Statements statements = new Statements(connection);
        this.events = new EventTable(handle, statements);
        this.state = new StateTables(location.name(), handle, statements);
        this.lease = new LeaseTable(handle, dialect, location.name());
    }

    static JdbcStore open(LedgerLocation location, int attempts) {
        return open(location, attempts, LARGE_BYTES);
    }

    /** Creates a file of more bytes than that is replaced by a small copy if most of it is waste. */
    static JdbcStore open(LedgerLocation location, int attempts, long large) {
        JdbcStore store = openOrSetAside(location, attempts);
        new Leftovers(location).sweep();
        Compaction compaction = new Compaction(location, large);
        if (!store.reading(() -> compaction.isDue(store.connection))) {
            return store;
        }
        store.close();
        Optional<Path> copy = compaction.copy();
        JdbcStore again = openAsItIs(location, attempts);
        boolean isReplaced = false;
        try {
            isReplaced = copy.isPresent() && compaction.replace(copy.get(), again.connection);
        } catch (RuntimeException e) {
            again.close();
            throw e;
        }
        if (isReplaced) {
            again.close();
            return openAsItIs(location, attempts);
        }
        return again;
    }

    private static JdbcStore openOrSetAside(LedgerLocation location, int attempts) {
        try {
            return openAsItIs(location, attempts);
        } catch (LedgerDamagedException | InvalidInputException e) {
            if (!new InterruptedCreation(location).explains(e) && !Database.isTorn(e)) {
                throw e;
            }
            return new Repair(location).alone(() -> openMended(location, attempts));
        }
    }

    /** Another process may have fixed it and may use it by now: then it opens, or is held. */
    private static JdbcStore openMended(LedgerLocation location, int attempts) {
        try {
            return openAsItIs(location, attempts);
        } catch (LedgerDamagedException | InvalidInputException e) {
            boolean isMended =
                    new InterruptedCreation(location).setAside(e) || (Database.isTorn(e) && new Repair(location).run());
            if (isMended) {
                return openAsItIs(location, attempts);
            }
            throw e;
        }
    }

    /** Creates a new ledger gets its tables; nothing else is changed. */
    static JdbcStore openAsItIs(LedgerLocation location, int attempts) {
        JdbcStore store = connect(location, attempts, false);
        return store.after(() -> {
            store.schema = Migrations.run(store.handle, store.dialect, location);
            store.dialect.force(store.handle);
        });
    }

    static JdbcStore openToRead(LedgerLocation location, int attempts) {
        JdbcStore store = connect(location, attempts, true);
        return store.after(() -> Migrations.requireDone(store.handle, location));
    }

    private static JdbcStore connect(LedgerLocation location, int attempts, boolean isToRead) {
        Dialect dialect = Dialect.of(location);
        return new JdbcStore(location, dialect, dialect.connect(location, attempts, isToRead));
    }

    private JdbcStore after(Runnable migrations) {
        try {
            reading(() -> {
                migrations.run();
                return true;
            });
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public LedgerLocation location() {
        return location;
    }

    @Override
    public int schema() {
        return schema;
    }

    @Override
    public void upgrade(Supplier<List<Row>> rows) {
        int from = schema;
        reading(() -> {
            Optional<Path> copy = dialect.backUp(handle, location, from);
            dialect.migrating(handle, location, () -> upgrade(from, rows));
            dialect.force(handle);
            schema = LedgerStore.schemaVersion();
            LOG.info(
                    "{}: brought from schema version {} to {}{}",
                    location.name(),
                    from,
                    schema,
                    copy.map(file -> ", the old one is kept as " + file).orElse(""));
            return true;
        });
    }

    private void upgrade(int from, Supplier<List<Row>> rows) {
        if (Migrations.done(handle, location.name()) == from) {
            List<Row> made = rows.get();
            Migrations.runFrom(handle, from, dialect);
            handle.useTransaction(transaction -> {
                state.replaceAll(made);
                FailPoints.hit(FailPoint.MIGRATION_APPLIED);
                Migrations.record(handle, from);
            });
        }
    }

    @Override
    public Instant now(Instant processTime) {
        return reading(() -> dialect.now(handle, processTime));
    }

    @Override
    public boolean isShared() {
        return dialect.isShared();
    }

    @Override
    public <T> T atOneMoment(Supplier<T> reads) {
        return reading(() -> dialect.atOneMoment(handle, reads));
    }

    @Override
    public long events() {
        return reading(events::last);
    }

    @Override
    public Optional<Event> event(long seq) {
        return reading(() -> events.event(seq));
    }

    @Override
    public void forEachEvent(long from, Consumer<Event> reader) {
        atOneMoment(() -> {
            events.forEach(from, reader);
            return true;
        });
    }

    @Override
    public List<Long> countsByIndex() {
        return reading(() -> dialect.countsByIndex(handle));
    }

    @Override
    public List<Long> keptCounts() {
        return reading(() -> dialect.keptCounts(handle));
    }

    @Override
    public List<String> miscounted() {
        return atOneMoment(() -> state.miscounted(dialect.rowCounts(handle)));
    }

    @Override
    public Optional<Long> seqAfter(String hash) {
        return reading(() -> events.seqAfter(hash));
    }

    @Override
    public Optional<Row> row(Table table, String id) {
        return reading(() -> state.row(table, id));
    }

    @Override
    public List<Row> rows(Table table) {
        return reading(() -> state.rows(table));
    }

    @Override
    public List<Row> rows(Table table, String key, String value) {
        table.place(key);
        return reading(() -> state.rows(table, key, value));
    }

    @Override
    public List<Row> newestRows(Table table, String key, String value, int most) {
        table.place(key);
        return reading(() -> state.newest(table, key, value, most));
    }

    @Override
    public void forEachRow(Table table, Consumer<Row> reader) {
        atOneMoment(() -> {
            state.forEach(table, reader);
            return true;
        });
    }

    @Override
    public void commit(long fence, List<Event> added, List<RowChange> changes) {
        writing(() -> {
            requireFence(fence);
            events.insert(added);
            state.change(changes);
            return true;
        });
    }

    /** Where nobody else can write, the lease is the one that was last taken here. */
    private void requireFence(long fence) {
        if (isShared() || fenceHere == 0) {
            lease.require(fence);
        } else if (fence != fenceHere) {
            throw new StaleLeaseException(location.name(), fence, fenceHere);
        }
    }

    @Override
    public List<String> missingGuards() {
        return reading(() -> dialect.missingGuards(handle));
    }

    @Override
    public void guard() {
        reading(() -> {
            dialect.guard(handle);
            dialect.force(handle);
            return true;
        });
    }

    @Override
    public void rebuild(Supplier<List<Row>> rows) {
        writing(() -> {
            lease.lock();
            state.replaceAll(rows.get());
            return true;
        });
    }

    @Override
    public long acquireLease(String holder, Instant now, Duration timeToLive) {
        fenceHere = writing(() -> lease.acquire(holder, now, timeToLive));
        return fenceHere;
    }

    @Override
    public void extendLease(long fence, Instant now, Duration timeToLive) {
        writing(() -> {
            lease.extend(fence, now, timeToLive);
            return true;
        });
    }

    @Override
    public long fence() {
        return reading(lease::fence);
    }

    @Override
    public void copyTo(Path file) {
        if (isShared()) {
            LedgerStore.super.copyTo(file);
        }
        reading(() -> handle.execute("BACKUP TO ?", file.toAbsolutePath().toString()));
    }

    @Override
    public void close() {
        boolean hasFailed = isDown;
        isDown = true;
        quietly(handle, hasFailed);
        quietly(connection, hasFailed);
        dialect.release(location);
    }

    /** After a failed commit, which was reported, the database has closed itself, and closing it again fails. */
    private void quietly(AutoCloseable part, boolean hasFailed) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.atLevel(hasFailed ? Level.DEBUG : Level.WARN)
                    .log("{}: closing failed: {}", location.name(), e.toString());
        }
    }

    private synchronized <T> T writing(Supplier<T> work) {
        requireUp();
        try {
            T result = handle.inTransaction(transaction -> work.get());
            dialect.force(handle);
            return result;
        } catch (AmdahlException e) {
            throw e;
        } catch (RuntimeException e) {
            AmdahlException told = dialect.notCommitted(connection, location.name(), e);
            isDown = !(told instanceof LedgerBusyException);
            throw told;
        }
    }

    /** Returns what a reader of rows could not write elsewhere is its own error. */
    private synchronized <T> T reading(Supplier<T> work) {
        requireUp();
        try {
            return work.get();
        } catch (AmdahlException | UncheckedIOException e) {
            throw e;
        } catch (RuntimeException e) {
            throw dialect.notRead(location.name(), e);
        }
    }

    private void requireUp() {
        if (isDown) {
            throw new LedgerUnusableException(
                    location.name(), "is closed, or a commit has failed", "open the ledger again", null);
        }
    }
}
