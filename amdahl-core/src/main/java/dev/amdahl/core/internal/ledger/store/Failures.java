package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.spi.AmdahlException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What the errors of the database and the file system mean for a ledger. */
final class Failures {
    private Failures() {}

    static LedgerDamagedException emptied(Path database) {
        return new LedgerDamagedException(
                database.toString(),
                1,
                "the database holds nothing although events were committed",
                "restore the file, or run ledger repair, which rebuilds it from the event files; nothing was changed",
                null);
    }

    static LedgerDamagedException bereft(Path database, Path evidence) {
        return new LedgerDamagedException(
                database.toString(),
                1,
                "is missing with its event files, although " + evidence + " holds what its events name",
                "restore a copy, or move that folder away for a new ledger; nothing was changed",
                null);
    }

    static LedgerDamagedException twice(String name, Row row, @Nullable Throwable e) {
        return LedgerDamagedException.ofRows(
                name, 0, "'" + row.id() + "' is in the log already, and was not written a second time", e);
    }

    static LedgerDamagedException notOpened(String name, SQLException e) {
        return new LedgerDamagedException(
                name,
                0,
                "the database would not open (" + e.getErrorCode() + ": " + firstLine(e) + ")",
                "the file was kept: try again, else restore a copy, or run ledger repair, which rebuilds it from the event files",
                e);
    }

    static LedgerUnusableException noRoom(String name, SQLException e) {
        return new LedgerUnusableException(
                name,
                "the database would not open, and its disk is full: " + firstLine(e),
                "free some disk space, then run it again",
                e);
    }

    static AmdahlException notRead(String name, Throwable e) {
        if (root(e) instanceof IOException) {
            return new LedgerUnusableException(
                    name,
                    "could not be read or written: " + firstLine(root(e)),
                    "free some disk space if the disk is full, then run it again",
                    e);
        }
        return new LedgerDamagedException(
                name,
                0,
                "the database cannot be read: " + firstLine(root(e)),
                "run ledger repair, which rebuilds it from the event files",
                e);
    }

    static LedgerUnusableException notCommitted(String name, Throwable e) {
        return new LedgerUnusableException(
                name,
                "a commit failed, it is not known whether it was kept: " + firstLine(root(e)),
                root(e) instanceof ClosedByInterruptException
                        ? "the thread was interrupted, which closes its files: open the ledger again"
                        : "free some disk space if the disk is full, then open the ledger again",
                e);
    }

    private static Throwable root(Throwable e) {
        Throwable at = e;
        while (at.getCause() != null && at.getCause() != at) {
            at = at.getCause();
        }
        return at;
    }

    private static String firstLine(Throwable e) {
        return e.getMessage() == null
                ? e.toString()
                : e.getMessage().lines().findFirst().orElse("");
    }
}
