package dev.amdahl.core.ledger.store;

import java.sql.SQLException;

/** A statement that the database refused; never leaves the package. */
final class StatementFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StatementFailedException(SQLException cause) {
        super(cause.getMessage(), cause);
    }
}
