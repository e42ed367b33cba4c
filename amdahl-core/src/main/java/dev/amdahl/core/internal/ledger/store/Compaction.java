package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.h2.mvstore.MVStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a database file that is mostly waste by a small copy. The file itself is never rewritten, since a power cut in the
 * middle of that would damage it: the copy is whole, on the disk and known to hold the same before it takes the name.
 *
 * @param location the ledger
 * @param large how many bytes are few enough to be left alone
 */
record Compaction(LedgerLocation location, long large) {
    private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);
    private static final String SUFFIX = ".mv.db";

    /** One byte in three is live; in percent of percent. */
    private static final long MIN_LIVE = 3333;

    /** Returns whether an open database is worth it. */
    boolean isDue(Connection connection) {
        Path file = location.database().orElse(null);
        try {
            return file != null && Files.size(file) > large && live(connection) < MIN_LIVE;
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        } catch (SQLException e) {
            throw Failures.notRead(location.name(), e);
        }
    }

    private static long live(Connection connection) throws SQLException {
        long live = 1;
        int found = 0;
        for (String value : rows(
                connection,
                "SELECT setting_value FROM information_schema.settings"
                        + " WHERE setting_name IN ('info.FILL_RATE', 'info.CHUNKS_FILL_RATE')")) {
            live *= Long.parseLong(value);
            found++;
        }
        return found == 2 ? live : Long.MAX_VALUE;
    }

    /** Writes a copy of a closed database; empty if that cannot be done now. */
    Optional<Path> copy() {
        Path file = location.database().orElseThrow();
        try {
            Path copy = Files.createTempFile(AtomicFiles.folder(file), prefix(file), SUFFIX);
            try {
                MVStore.compact(file.toString(), copy.toString(), false, null);
                return Optional.of(copy);
            } catch (RuntimeException e) {
                Files.deleteIfExists(copy);
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("{}: was not made smaller: {}", file, e.toString());
            return Optional.empty();
        }
    }

    /**
     * Gives the copy the name of the file, if it holds what the file holds. The file is open here, so that nobody else has it.
     *
     * @return whether the file is another one now, so that it has to be opened again
     */
    boolean replace(Path copy, Connection connection) {
        Path file = location.database().orElseThrow();
        try {
            if (!content(copy).equals(content(connection))) {
                LOG.warn("{}: was changed while it was copied, and is not made smaller", file);
                Files.deleteIfExists(copy);
                return false;
            }
            AtomicFiles.force(copy);
            FailPoints.hit(FailPoint.COPY_WRITTEN);
            long before = Files.size(file);
            Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            FailPoints.hit(FailPoint.COPY_WRITTEN);
            AtomicFiles.forceFolder(AtomicFiles.folder(file));
            LOG.info("{}: made smaller, from {} to {} bytes", file, before, Files.size(file));
            return true;
        } catch (IOException | SQLException e) {
            LOG.warn("{}: was not made smaller: {}", file, e.toString());
            return false;
        }
    }

    private List<String> content(Path copy) throws SQLException {
        String path = copy.toString();
        String url = "jdbc:h2:file:" + path.substring(0, path.length() - SUFFIX.length())
                + ";IFEXISTS=TRUE;ACCESS_MODE_DATA=r;TRACE_LEVEL_FILE=0";
        try (Connection connection = DriverManager.getConnection(
                url, Database.USER, new Secret(location.secret().orElseThrow()).readOrCreate())) {
            return content(connection);
        }
    }

    /** Returns the newest event, the lease, and how much there is of everything. */
    private static List<String> content(Connection connection) throws SQLException {
        List<String> content = new ArrayList<>();
        content.addAll(rows(connection, "SELECT seq || ' ' || hash FROM event ORDER BY seq DESC FETCH FIRST ROW ONLY"));
        content.addAll(rows(connection, "SELECT holder || ' ' || fence || ' ' || expires FROM lease"));
        for (String table : rows(
                connection,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'PUBLIC' ORDER BY table_name")) {
            content.add(table + rows(connection, "SELECT COUNT(*) FROM \"" + table + '"'));
        }
        return content;
    }

    private static List<String> rows(Connection connection, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.add(String.valueOf(rows.getString(1)));
            }
        }
        return found;
    }

    private static String prefix(Path file) {
        return "." + file.getFileName() + ".compact";
    }
}
