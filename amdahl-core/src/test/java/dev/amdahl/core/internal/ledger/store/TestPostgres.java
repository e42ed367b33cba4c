package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.testing.PrivatePostgres;
import dev.amdahl.spi.contract.Requires;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The one server that the tests of this process share, each in a schema of its own. Thread-safe. */
public final class TestPostgres {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private TestPostgres() {}

    /** Starts it at the first call; where PostgreSQL is not installed, the test is skipped. */
    public static PrivatePostgres server() {
        return Running.SERVER.orElseGet(() -> {
            Requires.program("initdb");
            throw new IllegalStateException("initdb stands on the path without postgres beside it");
        });
    }

    /** A schema that no other test has. */
    public static String schema() {
        return "test_" + SCHEMAS.incrementAndGet();
    }

    /** Runs statements in a schema, past the ledger. */
    public static void execute(String schema, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server().plainUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("SET search_path = " + schema);
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static final class Running {
        static final Optional<PrivatePostgres> SERVER = PrivatePostgres.start();

        static {
            SERVER.ifPresent(server -> Runtime.getRuntime().addShutdownHook(new Thread(server::close)));
        }
    }
}
