package dev.amdahl.core.internal.ledger.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.ledger.file.EventSegments;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Brings a database to this version's schema; a migration counts only once all of it has run. */
final class Migrations {
    private static final List<String> SCRIPTS =
            List.of("0001-ledger.sql", "0002-live.sql", "0003-dream.sql", "0004-calls.sql", "0005-guard.sql");
    /** The first table to be made. */
    private static final String MADE = "migration";

    private static final Set<String> OURS = Stream.concat(
                    Stream.of(Table.values()).map(table -> table.name().toLowerCase(Locale.ROOT)),
                    Stream.of("event", "lease", "counted", MADE, "sample"))
            .collect(Collectors.toUnmodifiableSet());

    private Migrations() {}

    /** Returns the version of the schema that this library writes. */
    static int newest() {
        return SCRIPTS.size();
    }

    /**
     * Makes the tables of a new ledger, and returns the version of the schema; an older one is left as it is.
     *
     * @throws InvalidInputException if the database holds other tables, or was written by a later version
     */
    static int run(Handle handle, Dialect dialect, LedgerLocation location) {
        requireOurs(handle, location.name());
        if (!isMade(handle)) {
            requireNothingCommitted(location);
            dialect.migrating(handle, location, () -> {
                if (!isMade(handle)) {
                    runFrom(handle, 0, dialect);
                    record(handle, 0);
                }
            });
        }
        return done(handle, location.name());
    }

    /** Runs what an older ledger lacks; every statement may run again. */
    static void runFrom(Handle handle, int version, Dialect dialect) {
        handle.execute("CREATE TABLE IF NOT EXISTS migration (version INT PRIMARY KEY, name VARCHAR NOT NULL)");
        for (String name : SCRIPTS.subList(version, SCRIPTS.size())) {
            for (String statement :
                    handle.createScript(dialect.translated(text(name))).getStatements()) {
                handle.createBatch().add(statement).execute();
                FailPoints.hit(FailPoint.MIGRATION_APPLIED);
            }
        }
    }

    /** From now on it is of this version. */
    static void record(Handle handle, int after) {
        for (int version = after + 1; version <= SCRIPTS.size(); version++) {
            handle.execute("INSERT INTO migration (version, name) VALUES (?, ?)", version, SCRIPTS.get(version - 1));
        }
    }

    /** The database takes a file that was cut short for a new one. */
    private static void requireNothingCommitted(LedgerLocation location) {
        Path file = location.eventFile().orElse(null);
        try {
            if (file != null && new EventSegments(file).holdSomething()) {
                throw Failures.emptied(location.database().orElseThrow());
            }
        } catch (IOException e) {
            throw new LedgerUnusableException(location.eventFile().orElseThrow(), e);
        }
    }

    private static boolean isMade(Handle handle) {
        return tables(handle).contains(MADE) && version(handle) > 0;
    }

    /**
     * Changes nothing.
     *
     * @throws InvalidInputException if there is no ledger, or its schema is not this version's
     */
    static void requireDone(Handle handle, LedgerLocation location) {
        String place = location.name();
        requireOurs(handle, place);
        if (!tables(handle).contains(MADE)) {
            throw new InvalidInputException(
                    "ledger " + place, "there is none", "run a loop with it first, or name another");
        }
        if (done(handle, place) < SCRIPTS.size()) {
            throw new InvalidInputException(
                    "ledger " + place,
                    "its schema is older than this library's",
                    "run a loop with it first, which brings it up to date");
        }
    }

    /**
     * Returns the version of the schema.
     *
     * @throws InvalidInputException if it is a later one
     */
    static int done(Handle handle, String place) {
        int done = version(handle);
        if (done > SCRIPTS.size()) {
            throw new InvalidInputException(
                    "ledger " + place,
                    "its schema is version " + done + ", newer than version " + SCRIPTS.size()
                            + ", the newest that this library knows",
                    "update the library");
        }
        return done;
    }

    private static int version(Handle handle) {
        return handle.createQuery("SELECT COALESCE(MAX(version), 0) FROM migration")
                .mapTo(Integer.class)
                .one();
    }

    private static void requireOurs(Handle handle, String place) {
        Set<String> tables = tables(handle);
        boolean holdsEvents = tables.contains("event")
                && handle.createQuery("SELECT EXISTS (SELECT 1 FROM event)")
                        .mapTo(Boolean.class)
                        .one();
        if (holdsEvents && (!tables.contains(MADE) || version(handle) == 0)) {
            throw new LedgerDamagedException(
                    place,
                    0,
                    "what the table " + MADE + " held is missing",
                    "restore a copy; nothing was changed",
                    null);
        }
        tables.removeAll(OURS);
        if (!tables.isEmpty()) {
            throw notALedger(place, "a database with other tables: " + String.join(", ", tables));
        }
    }

    /** Returns the database itself would make small letters by the rules of the user's language, where I may become another letter than i. */
    private static Set<String> tables(Handle handle) {
        return handle
                .createQuery("SELECT table_name FROM information_schema.tables WHERE table_schema = CURRENT_SCHEMA")
                .mapTo(String.class)
                .stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static InvalidInputException notALedger(String place, String problem) {
        return new InvalidInputException(
                "ledger " + place, "not a ledger but " + problem, "give another name; the file was left as it is");
    }

    private static String text(String name) {
        try (InputStream in = requireNonNull(Migrations.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
