package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.store.AppendOnly;
import dev.amdahl.spi.AmdahlException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.jdbi.v3.core.Handle;

/** A file that one process has open. Stateless. */
final class H2Dialect implements Dialect {
    @Override
    public Connection connect(LedgerLocation location, int attempts, boolean isToRead) {
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
    public void migrating(Handle handle, LedgerLocation location, Runnable migrations) {
        migrations.run();
    }

    @Override
    public String translated(String script) {
        return script;
    }

    /** By the database itself: a second reader of its file would give up its lock. */
    @Override
    public Optional<Path> backUp(Handle handle, LedgerLocation location, int version) {
        return location.database().map(file -> {
            Path copy = file.resolveSibling(file.getFileName() + ".v" + version + ".zip");
            Path draft = file.resolveSibling(copy.getFileName() + ".tmp");
            try {
                handle.execute("BACKUP TO ?", draft.toString());
                AtomicFiles.publish(draft, copy);
                return copy;
            } catch (IOException e) {
                throw new LedgerUnusableException(copy, e);
            }
        });
    }

    @Override
    public void force(Handle handle) {
        try (Statement statement = handle.getConnection().createStatement()) {
            statement.execute("CHECKPOINT SYNC");
        } catch (SQLException e) {
            throw new StatementFailedException(e);
        }
    }

    @Override
    public <T> T atOneMoment(Handle handle, Supplier<T> reads) {
        return reads.get();
    }

    @Override
    public List<Long> countsByIndex(Handle handle) {
        return List.of(
                handle.createQuery("SELECT seq FROM event ORDER BY seq").mapTo(Long.class).stream()
                        .count(),
                handle
                        .createQuery("SELECT prev_hash FROM event USE INDEX (event_prev) ORDER BY prev_hash")
                        .mapTo(byte[].class)
                        .stream()
                        .count());
    }

    /**
     * As the root pages of the trees say, which is exact while nothing is uncommitted; {@code getRowCount} would read every page. A page
     * that was lost shows here when the count above it was lost too; the tree itself is read only by {@link #countsByIndex}.
     */
    @Override
    public List<Long> keptCounts(Handle handle) {
        SessionLocal session = session(handle);
        return List.of(
                kept(session, "EVENT"),
                session.getDatabase().getMainSchema().getIndex("EVENT_PREV").getRowCountApproximation(session));
    }

    @Override
    public List<Long> rowCounts(Handle handle) {
        SessionLocal session = session(handle);
        return Stream.of(Table.values())
                .map(table -> kept(session, table.name()))
                .toList();
    }

    @Override
    public List<String> missingGuards(Handle handle) {
        boolean isThere = handle.createQuery(
                        "SELECT EXISTS (SELECT 1 FROM information_schema.triggers WHERE trigger_name = ? "
                                + "AND event_object_table = 'EVENT' AND java_class = ?)")
                .bind(0, "EVENT_APPEND_ONLY")
                .bind(1, AppendOnly.class.getName())
                .mapTo(Boolean.class)
                .one();
        return isThere ? List.of() : List.of("trigger event_append_only");
    }

    @Override
    public void guard(Handle handle) {
        handle.execute("DROP TRIGGER IF EXISTS event_append_only");
        handle.execute("CREATE TRIGGER event_append_only BEFORE UPDATE, DELETE ON event FOR EACH ROW CALL '"
                + AppendOnly.class.getName() + "'");
    }

    private static long kept(SessionLocal session, String table) {
        return session.getDatabase()
                .getMainSchema()
                .getTableOrView(session, table)
                .getRowCountApproximation(session);
    }

    private static SessionLocal session(Handle handle) {
        try {
            return (SessionLocal)
                    handle.getConnection().unwrap(JdbcConnection.class).getSession();
        } catch (SQLException e) {
            throw new StatementFailedException(e);
        }
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
    public void hold(Handle handle, long fence) {}

    @Override
    public boolean isAbandoned(Handle handle, long fence) {
        return false;
    }

    @Override
    public AmdahlException notCommitted(Connection connection, String place, RuntimeException e) {
        return Failures.notCommitted(place, e);
    }

    @Override
    public AmdahlException notRead(String place, RuntimeException e) {
        return Failures.notRead(place, e);
    }
}
