package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.ledger.file.EventReader;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.MVStoreTool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a database file back to the newest write that is whole. A power cut may leave the beginning and the end of the last, unforced
 * write on the disk but not its middle; the database takes that for its newest state and does not open. What was acknowledged was
 * forced before. A copy that ends before the event file is never taken, and the damaged file is kept.
 *
 * @param location the ledger
 */
record Repair(LedgerLocation location) {
    private static final Logger LOG = LoggerFactory.getLogger(Repair.class);
    private static final String SUFFIX = ".mv.db";
    /** Only the newest write can be torn; a few more for those that wrote nothing of ours. */
    private static final int MAX_STEPS_BACK = 8;

    /** Does work that one process at a time may do on this file; the file that tells them stays. */
    <T> T alone(Supplier<T> work) {
        Path file = location.database().orElseThrow();
        Path lock = file.resolveSibling("." + file.getFileName() + ".repair");
        synchronized (Repair.class) {
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = channel.lock()) {
                if (!held.isValid()) {
                    throw new IOException("the lock of " + lock + " was lost");
                }
                return work.get();
            } catch (IOException e) {
                throw new LedgerUnusableException(lock, e);
            }
        }
    }

    /** Returns whether the file was replaced by a whole one. */
    boolean run() {
        Path file = location.database().orElse(null);
        if (file == null || !Files.isRegularFile(file)) {
            return false;
        }
        try {
            OptionalLong committed = committed();
            if (committed.isEmpty()) {
                return false;
            }
            Optional<Path> whole = newestWhole(file, committed.getAsLong());
            if (whole.isEmpty()) {
                return false;
            }
            Path kept = keep(file);
            AtomicFiles.publish(whole.get(), file);
            LOG.warn(
                    "{}: its last write was torn and is left out; nothing acknowledged was in it. The torn file is {}",
                    file,
                    kept);
            return true;
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    /** Under a name that is free; the file itself is never without its name. */
    private static Path keep(Path file) throws IOException {
        Path kept = file.resolveSibling(file.getFileName() + ".damaged");
        for (int number = 1; Files.exists(kept); number++) {
            kept = file.resolveSibling(file.getFileName() + ".damaged." + number);
        }
        try {
            Files.createLink(kept, file);
        } catch (UnsupportedOperationException | FileSystemException noLinks) {
            Files.copy(file, kept);
        }
        return kept;
    }

    private Optional<Path> newestWhole(Path file, long committed) throws IOException {
        Path written = file.resolveSibling(file.getFileName() + ".temp");
        long version = Long.MAX_VALUE;
        for (int step = 0; step < MAX_STEPS_BACK; step++) {
            try {
                version = MVStoreTool.rollback(file.toString(), version, Writer.nullWriter()) - 1;
            } catch (MVStoreException | IllegalStateException e) {
                LOG.warn("{}: cannot be taken back: {}", file, e.toString());
                break;
            }
            Path copy = AtomicFiles.folder(file).resolve("." + file.getFileName() + ".whole" + SUFFIX);
            Files.move(written, copy, StandardCopyOption.REPLACE_EXISTING);
            if (version < 0) {
                break;
            }
            if (lastEvent(copy) >= committed) {
                return Optional.of(copy);
            }
        }
        Files.deleteIfExists(written);
        Files.deleteIfExists(AtomicFiles.folder(file).resolve("." + file.getFileName() + ".whole" + SUFFIX));
        return Optional.empty();
    }

    /** Returns the last event that the event files know of; empty if they are missing or damaged, so that nobody can say what was committed. */
    private OptionalLong committed() {
        Path events = location.eventFile().orElseThrow();
        AtomicLong last = new AtomicLong();
        try {
            new EventReader(events).read(event -> last.set(event.seq()));
            return Files.exists(events) ? OptionalLong.of(last.get()) : OptionalLong.empty();
        } catch (LedgerDamagedException e) {
            LOG.warn("{}: is not taken back: {}", location.name(), e.getMessage());
            return OptionalLong.empty();
        }
    }

    /** Returns the last event of a database all of whose rows can be read; -1 if they cannot. */
    private long lastEvent(Path copy) {
        String path = copy.toString();
        String url = "jdbc:h2:file:" + path.substring(0, path.length() - SUFFIX.length())
                + ";IFEXISTS=TRUE;ACCESS_MODE_DATA=r;TRACE_LEVEL_FILE=0";
        try (Connection connection = DriverManager.getConnection(
                        url, Database.USER, new Secret(location.secret().orElseThrow()).readOrCreate());
                Statement statement = connection.createStatement()) {
            for (Table table : Table.values()) {
                try (ResultSet rows = statement.executeQuery(table.select())) {
                    while (rows.next()) {
                        rows.getString(1);
                    }
                }
            }
            long last = 0;
            try (ResultSet rows = statement.executeQuery("SELECT seq, payload, hash FROM event ORDER BY seq")) {
                while (rows.next()) {
                    last = rows.getLong(1);
                }
            }
            return last;
        } catch (SQLException e) {
            LOG.debug("{}: not whole: {}", copy, e.toString());
            return -1;
        }
    }
}
