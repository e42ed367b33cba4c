package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.event.PostgresServer;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the errors of a server mean for a ledger: what will pass, what needs somebody, and what nobody knows. */
final class PostgresFailures {
    static final String NAME_A_WRITABLE_ONE =
            "set default_transaction_read_only to off, or name the server that takes writes";

    private static final int ANSWER_SECONDS = 3;
    private static final String LOCKED = "55P03";
    private static final String NO_ROOM = "53100";
    private static final String READ_ONLY = "25006";
    private static final String NOT_ALLOWED = "42501";
    private static final String FULL_HOUSE = "53300";
    private static final Set<String> DEFECTS = Set.of("22", "23", "42", "XX");
    private static final String VERIFY = "run ledger verify";
    private static final Set<String> NOT_ADMITTED = Set.of("28000", "28P01", "08004");

    private PostgresFailures() {}

    /** Returns a connection that was not made. */
    static AmdahlException notOpened(PostgresServer server, SQLException e) {
        String state = String.valueOf(e.getSQLState());
        String place = "ledger " + server;
        if (NOT_ADMITTED.contains(state)) {
            return new InvalidInputException(
                    place,
                    "the server refused the user: " + message(e),
                    "check user, PGPASSWORD or ~/.pgpass, and sslmode",
                    e);
        }
        if (state.equals("3D000")) {
            return new InvalidInputException(
                    place, "the server has no such database", "create it: createdb " + server.database(), e);
        }
        if (state.equals("08001") && !isDriverThere()) {
            return new InvalidInputException(
                    place, "there is no driver for it", "add org.postgresql:postgresql to the class path", e);
        }
        if (state.startsWith("22") || isAboutCertificates(state, e)) {
            return new InvalidInputException(
                    place,
                    "no connection is made with these settings: " + message(e),
                    "check sslmode, sslrootcert, sslcert and sslkey",
                    e);
        }
        return known(place, "", e, e).orElseGet(() -> unavailable(place, e));
    }

    /**
     * Returns a transaction that did not end well. Nothing was written only where the server says so and its session goes on: one that ends
     * with its error may have written the commit before.
     */
    static AmdahlException notCommitted(Connection connection, String place, RuntimeException e) {
        Optional<SQLException> sql = sql(e);
        if (sql.isEmpty()) {
            return new LedgerUnusableException(place, "nothing was written: " + message(e), VERIFY, e);
        }
        String refused = "the server refused a commit, nothing was written: ";
        return isGone(sql.get()) || !isAlive(connection)
                ? new LedgerUnusableException(
                        ErrorCategory.TRANSIENT,
                        place,
                        "the server went away in a commit, it is not known whether it was kept: " + message(e),
                        "run it again once the server answers: the ledger is read again",
                        e)
                : isDefect(sql.get())
                        ? new LedgerUnusableException(place, refused + message(e), VERIFY, e)
                        : known(place, refused, sql.get(), e)
                                .orElseGet(() -> new LedgerUnusableException(
                                        ErrorCategory.TRANSIENT, place, refused + message(e), "run it again", e));
    }

    /** Returns a query that did not end well. */
    static AmdahlException notRead(String place, RuntimeException e) {
        return sql(e).map(sql -> isDefect(sql)
                        ? new LedgerDamagedException(place, 0, "the tables cannot be read: " + message(e), VERIFY, e)
                        : known(place, "", sql, e).orElseGet(() -> unavailable(place, sql)))
                .orElseGet(() -> new LedgerDamagedException(place, 0, "cannot be read: " + message(e), VERIFY, e));
    }

    /** Returns what does not pass by itself, or is somebody else's lock. */
    private static Optional<AmdahlException> known(String place, String before, SQLException sql, Exception e) {
        String state = String.valueOf(sql.getSQLState());
        String what = before + message(e);
        return Optional.ofNullable(
                switch (state) {
                    case LOCKED -> new LedgerBusyException(place, "is locked by another session: " + what, e);
                    case NO_ROOM ->
                        new LedgerUnusableException(
                                ErrorCategory.TRANSIENT,
                                place,
                                what,
                                "free some disk space on the server, then run it again",
                                e);
                    case READ_ONLY -> new LedgerUnusableException(place, what, NAME_A_WRITABLE_ONE, e);
                    case NOT_ALLOWED ->
                        new LedgerUnusableException(
                                place,
                                "the user may not do this: " + what,
                                "give the user the schema's tables, or the permission to create them",
                                e);
                    default -> null;
                });
    }

    private static LedgerUnusableException unavailable(String place, SQLException e) {
        String state = String.valueOf(e.getSQLState());
        String problem = isGone(e)
                ? "the server does not answer: "
                : state.equals(FULL_HOUSE) ? "the server has no connection left: " : "the server could not answer: ";
        return new LedgerUnusableException(
                ErrorCategory.TRANSIENT,
                place,
                problem + message(e),
                isGone(e) ? "run it again once it does" : "run it again; look at the server's log",
                e);
    }

    /** The connection is lost, or the server is going down or not up yet. */
    private static boolean isGone(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.equals("null") || state.startsWith("08") || state.startsWith("57P") || state.equals("40003");
    }

    private static boolean isAlive(Connection connection) {
        try {
            return connection.isValid(ANSWER_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Wrong data or missing tables, as against a server in trouble. */
    private static boolean isDefect(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return DEFECTS.contains(state.substring(0, 2)) && !state.equals(NOT_ALLOWED);
    }

    /** Returns the driver reports what it does not trust as a lost connection, without an error of the network. */
    private static boolean isAboutCertificates(String state, SQLException e) {
        boolean isOfNetwork = false;
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (at instanceof GeneralSecurityException || at instanceof FileNotFoundException) {
                return true;
            }
            isOfNetwork |= at instanceof IOException;
        }
        return state.equals("08006") && !isOfNetwork;
    }

    private static boolean isDriverThere() {
        return DriverManager.drivers()
                .anyMatch(driver -> driver.getClass().getName().startsWith("org.postgresql."));
    }

    private static Optional<SQLException> sql(@Nullable Throwable e) {
        for (Throwable at = e; at != null; at = at.getCause()) {
            if (at instanceof SQLException found) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** Returns its first line, with the cause where that alone says what happened. */
    private static String message(Exception e) {
        Throwable told = sql(e).map(Throwable.class::cast).orElse(e);
        String first = firstLine(told);
        Throwable cause = told.getCause();
        return cause == null || cause.getMessage() == null || cause instanceof ConnectException
                ? first
                : first + " (" + cause.getClass().getSimpleName() + ": " + firstLine(cause) + ")";
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
