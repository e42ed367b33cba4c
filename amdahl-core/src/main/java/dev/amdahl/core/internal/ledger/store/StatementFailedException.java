package dev.amdahl.core.internal.ledger.store;

import java.sql.SQLException;

/** A statement that the database refused; never leaves the package. */
final class StatementFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StatementFailedException(SQLException cause) {
        super(cause.getMessage(), cause);
    }

    /** Returns whether there is a row with this key already. */
    boolean isAboutDoubles() {
        return getCause() instanceof SQLException sql && "23505".equals(sql.getSQLState());
    }
}
