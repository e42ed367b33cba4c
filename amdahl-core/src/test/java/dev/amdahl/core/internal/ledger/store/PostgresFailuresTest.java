package dev.amdahl.core.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.event.PostgresServer;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.InvalidInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresFailuresTest {
    private static final PostgresServer SERVER = new PostgresServer("db", 5432, "perf", "public", Map.of());

    private static AmdahlException notCommitted(String state, boolean isAlive) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        if (!isAlive) {
            connection.close();
        }
        try (connection) {
            return PostgresFailures.notCommitted(
                    connection, "db", new StatementFailedException(new SQLException("told", state)));
        }
    }

    private static AmdahlException notOpened(SQLException e) {
        return PostgresFailures.notOpened(SERVER, e);
    }

    @ParameterizedTest
    @CsvSource({"40001", "53100", "58030", "XX000", "25006", "42501", "57014"})
    void errorAfterWhichTheSessionGoesOnIsARefusal(String state) throws SQLException {
        assertThat(notCommitted(state, true)).hasMessageContaining("nothing was written");
    }

    @ParameterizedTest
    @CsvSource({"40001", "53100", "58030", "XX000", "25P03", "08006", "57P01"})
    void errorThatEndsTheSessionLeavesTheCommitUnknown(String state) throws SQLException {
        AmdahlException unknown = notCommitted(state, false);
        assertThat(unknown)
                .isInstanceOf(LedgerUnusableException.class)
                .hasMessageContaining("not known whether it was kept");
        assertThat(unknown.category()).isEqualTo(ErrorCategory.TRANSIENT);
    }

    @ParameterizedTest
    @CsvSource({"25006, USER", "42501, USER", "42P01, USER", "23505, USER", "53100, TRANSIENT", "40P01, TRANSIENT"})
    void whatDoesNotPassByItselfIsForSomebody(String state, ErrorCategory category) throws SQLException {
        assertThat(notCommitted(state, true).category()).isEqualTo(category);
    }

    @Test
    void whatTheDriverDoesNotTrustIsAboutTheSettings() {
        assertThat(notOpened(new SQLException("The hostname could not be verified", "08006")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("sslmode");
        assertThat(notOpened(new SQLException("no root", "08006", new FileNotFoundException("root.crt"))))
                .isInstanceOf(InvalidInputException.class);
        assertThat(notOpened(new SQLException("Invalid sslmode value: maybe", "22023")))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void whatTheNetworkDidMayPass() {
        assertThat(notOpened(new SQLException("broken", "08006", new IOException("Broken pipe")))
                        .category())
                .isEqualTo(ErrorCategory.TRANSIENT);
        assertThat(notOpened(
                        new SQLException("The connection attempt failed.", "08001", new UnknownHostException("db"))))
                .hasMessageContaining("does not answer")
                .hasMessageContaining("UnknownHostException: db");
        assertThat(notOpened(new SQLException("too many clients already", "53300")))
                .hasMessageContaining("no connection left");
    }
}
