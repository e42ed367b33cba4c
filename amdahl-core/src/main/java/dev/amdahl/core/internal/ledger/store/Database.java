package dev.amdahl.core.internal.ledger.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.ledger.file.EventSegments;
import dev.amdahl.core.internal.ledger.file.FreeSpace;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Opens the one connection, with settings that were measured to lose nothing, and checks that they hold. */
final class Database {
    private static final String SETTINGS =
            ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0;QUERY_CACHE_SIZE=64;MAX_COMPACT_TIME=0";
    private static final Map<String, String> EXPECTED =
            Map.of("WRITE_DELAY", "0", "MV_STORE", "true", "MODE", "REGULAR", "CREATE_BUILD", "240");
    private static final String QUALIFIED = "2.4.240 ";
    /** What a file of the database begins with: two blocks without data. */
    static final int HEADERS = 8192;

    static final String USER = "amdahl";

    private static final int ALREADY_OPEN = 90020;
    private static final int LOCK_TIMEOUT = 50200;
    private static final int CORRUPTED = 90030;
    private static final int WRONG_PASSWORD = 28000;

    /** With the pause between two, about six seconds. */
    static final int ATTEMPTS = 40;

    private static final long PAUSE_NANOS = 130_000_000;

    private static final Set<Path> OPEN_HERE = ConcurrentHashMap.newKeySet();

    private Database() {}

    /** Every successful call is followed by one of {@link #release}. */
    static Connection open(LedgerLocation location, int attempts) {
        Path base = location.base().orElseThrow();
        if (!OPEN_HERE.add(base)) {
            throw new LedgerBusyException(location.name(), "is open already in this process", null);
        }
        try {
            Connection connection = openFile(location, base, attempts);
            requireSettings(connection, location.name());
            return connection;
        } catch (SQLException e) {
            release(location);
            throw failure(location, e);
        } catch (RuntimeException e) {
            release(location);
            throw e;
        }
    }

    static void release(LedgerLocation location) {
        location.base().ifPresent(OPEN_HERE::remove);
    }

    /** A damaged file is tried twice; the database may then hold it itself, which says nothing of other processes. */
    private static Connection openFile(LedgerLocation location, Path base, int attempts) throws SQLException {
        Path file = location.database().orElseThrow();
        Secret secret = new Secret(location.secret().orElseThrow());
        requireNoLink(file);
        requireKnown(location, file);
        if (holdsSomething(file)) {
            if (!secret.exists()) {
                throw withoutSecret(location, "a database without its " + secret.file());
            }
            requireWritable(file);
        }
        String url = "jdbc:h2:file:" + base + SETTINGS;
        String password = secret.readOrCreate();
        boolean isNew = begin(location, file);
        SQLException hurt = null;
        for (int attempt = 1; ; attempt++) {
            try {
                @Nullable Object before = identity(file);
                Connection connection = DriverManager.getConnection(url, USER, password);
                if (before == null || before.equals(identity(file))) {
                    if (isNew) {
                        forceName(file);
                    }
                    return connection;
                }
                connection.close();
            } catch (SQLException e) {
                boolean isHeld = e.getErrorCode() == ALREADY_OPEN;
                boolean isHurt = e.getErrorCode() == LOCK_TIMEOUT || e.getErrorCode() == CORRUPTED;
                boolean mayPass = hurt == null && (isHeld ? attempt < attempts : isHurt);
                if (!mayPass || Thread.currentThread().isInterrupted()) {
                    throw isHeld && hurt != null ? hurt : e;
                }
                hurt = isHurt ? e : null;
                if (isHeld && attempt == attempts / 2) {
                    // A store that the database failed to open may keep its lock in this process until it is collected.
                    System.gc();
                }
                LockSupport.parkNanos(isHeld ? PAUSE_NANOS : 0);
            }
        }
    }

    /** Which file it is: one that was replaced by a smaller copy while it was being opened must not be written. */
    private static @Nullable Object identity(Path file) {
        try {
            return Files.exists(file)
                    ? Files.readAttributes(file, BasicFileAttributes.class).fileKey()
                    : null;
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    /** The database would open, or make, another file: one of the name that the link leads to, cut by the length of a suffix. */
    private static void requireNoLink(Path file) {
        if (Files.isSymbolicLink(file)) {
            throw new LedgerUnusableException(
                    file.toString(), "is a link", "put the file itself there, or name the ledger where it lies", null);
        }
    }

    /** Refuses what is not a ledger, and what was one and holds nothing any more; makes nothing. */
    static void requireKnown(LedgerLocation location, Path file) {
        requireNotEmptied(location, file);
        if (Files.isDirectory(file)) {
            throw Migrations.notALedger(file.toString(), "a folder");
        }
        if (holdsSomething(file)) {
            requireHeader(file);
        } else if (Files.exists(file) && !new Secret(location.secret().orElseThrow()).exists()) {
            throw new InvalidInputException(
                    "ledger " + file,
                    "is empty, not a ledger",
                    "restore a copy, or name another; the file was left as it is");
        }
    }

    /** The database would make a file again that is gone or cut to its headers; what was committed then lies in the event files alone. */
    private static void requireNotEmptied(LedgerLocation location, Path file) {
        try {
            boolean isEmpty = !Files.exists(file) || Files.size(file) <= HEADERS;
            EventSegments events = new EventSegments(location.eventFile().orElseThrow());
            boolean wasBegun = Files.exists(file)
                    && new Secret(location.secret().orElseThrow()).exists()
                    && events.numbers().isEmpty();
            if (isEmpty && (wasBegun || events.holdSomething())) {
                throw Failures.emptied(file);
            }
            Path evidence = location.evidence().orElseThrow();
            if (isEmpty && Files.isDirectory(evidence.resolve("sha256"))) {
                throw Failures.bereft(file, evidence);
            }
            Path reviews = location.reviews().orElseThrow();
            if (isEmpty && (holdsFiles(reviews) || holdsFiles(reviews.resolve("waiting")))) {
                throw Failures.bereft(file, reviews);
            }
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    /** Returns whether reviews were asked for or answered; a public key may be offered before there is a ledger. */
    private static boolean holdsFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
            return files.iterator().hasNext();
        }
    }

    /** Returns an event file that is there shows later that the database was begun, and an empty one that nothing was committed. */
    private static boolean begin(LedgerLocation location, Path file) {
        try {
            boolean isNew = !holdsSomething(file);
            if (isNew) {
                new EventSegments(location.eventFile().orElseThrow()).begin();
            }
            return isNew;
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    private static void forceName(Path file) {
        try {
            AtomicFiles.forceFolder(AtomicFiles.folder(file));
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    /** Returns whether the database says that its file is corrupted. */
    static boolean isTorn(Throwable e) {
        return e.getCause() instanceof SQLException cause && cause.getErrorCode() == CORRUPTED;
    }

    private static boolean holdsSomething(Path file) {
        try {
            return Files.exists(file) && Files.size(file) > 0;
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    /** The database would open it without most of its settings, and no command works so. */
    private static void requireWritable(Path file) {
        if (!Files.isWritable(file)) {
            throw new LedgerUnusableException(
                    file.toString(),
                    "is read-only",
                    "let this user write it, or copy the ledger to a folder that can be written",
                    null);
        }
    }

    /** A file that the database would not know is never shown to it, since opening may write. */
    private static void requireHeader(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] two = in.readNBytes(HEADERS);
            String first = new String(two, US_ASCII);
            boolean isKnown = first.startsWith("H:2,") || first.startsWith("H:3,") || first.indexOf("H:", 4096) == 4096;
            if (!isKnown) {
                throw Migrations.notALedger(file.toString(), "some other file");
            }
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
    }

    private static RuntimeException failure(LedgerLocation location, SQLException e) {
        String name = location.name();
        return switch (e.getErrorCode()) {
            case ALREADY_OPEN -> new LedgerBusyException(name, "is held by another process", e);
            case WRONG_PASSWORD -> withoutSecret(location, "a database with another password");
            default ->
                location.database().filter(FreeSpace::isUsedUp).isPresent()
                        ? Failures.noRoom(name, e)
                        : Failures.notOpened(name, e);
        };
    }

    /** With event files beside it, it was a ledger. */
    private static InvalidInputException withoutSecret(LedgerLocation location, String problem) {
        Path file = location.database().orElseThrow();
        try {
            if (!new EventSegments(location.eventFile().orElseThrow()).holdSomething()) {
                return Migrations.notALedger(file.toString(), problem);
            }
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
        return new InvalidInputException(
                "ledger " + file,
                "is " + problem,
                "restore its .secret file, or run ledger repair, which rebuilds it from the event files; nothing was changed");
    }

    private static void requireSettings(Connection connection, String name) throws SQLException {
        Map<String, String> found = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT setting_name, setting_value FROM information_schema.settings")) {
            while (rows.next()) {
                found.put(rows.getString(1), rows.getString(2));
            }
        }
        @Nullable String version = found.get("info.VERSION");
        boolean holds = version != null
                && version.startsWith(QUALIFIED)
                && EXPECTED.entrySet().stream()
                        .allMatch(entry -> entry.getValue().equals(found.get(entry.getKey())));
        if (!holds) {
            connection.close();
            found.keySet().retainAll(EXPECTED.keySet());
            throw new LedgerUnusableException(
                    name,
                    "database " + version + " runs with " + found + " instead of " + new TreeMap<>(EXPECTED),
                    "use H2 " + QUALIFIED.strip() + " and leave its settings to the library",
                    null);
        }
    }
}
