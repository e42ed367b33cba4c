package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.PostgresServer;
import dev.amdahl.spi.InvalidInputException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Opens a connection to a server that gives an answer or an error within seconds, and checks that commits will last. */
final class PostgresConnection {
    private static final Map<String, String> DRIVER = Map.of(
            "connectTimeout",
            "5",
            "loginTimeout",
            "8",
            PostgresServer.PATIENCE,
            "15",
            "tcpKeepAlive",
            "true",
            "ApplicationName",
            "amdahl",
            "defaultRowFetchSize",
            "500");
    private static final List<String> SESSION = List.of(
            "SET idle_in_transaction_session_timeout = '60s'",
            "SET tcp_keepalives_idle = 10",
            "SET tcp_keepalives_interval = 5",
            "SET tcp_keepalives_count = 3");
    private static final Required TEXTS =
            new Required("server_encoding", List.of("UTF8"), "it cannot hold every text", "make a database with UTF8");
    private static final String LOSES = "it could lose what it has committed";
    private static final List<Required> TO_WRITE = List.of(
            new Required("fsync", List.of("on"), LOSES, "set it to on"),
            new Required("full_page_writes", List.of("on"), LOSES, "set it to on"),
            new Required(
                    "synchronous_commit",
                    List.of("on", "local", "remote_write", "remote_apply"),
                    LOSES,
                    "set it to on"),
            new Required(
                    "transaction_read_only",
                    List.of("off"),
                    "it takes no events",
                    PostgresFailures.NAME_A_WRITABLE_ONE));

    /** The server is starting, or all of its connections are taken. */
    private static final Set<String> MAY_PASS = Set.of("57P03", "53300");

    private static final long PAUSE_NANOS = 130_000_000;

    private PostgresConnection() {}

    static Connection open(PostgresServer server, int attempts, boolean isToRead) {
        Properties properties = new Properties();
        properties.putAll(DRIVER);
        properties.putAll(server.settings());
        properties.setProperty(PostgresServer.SCHEMA, server.schema());
        try {
            Connection connection = connect(server, properties, attempts);
            try {
                Duration patience = Duration.ofSeconds(Long.parseLong(properties.getProperty(PostgresServer.PATIENCE)));
                prepare(connection, server, patience, isToRead);
                return connection;
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw PostgresFailures.notOpened(server, e);
        }
    }

    private static Connection connect(PostgresServer server, Properties properties, int attempts) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return DriverManager.getConnection(server.url(), properties);
            } catch (SQLException e) {
                boolean mayPass = MAY_PASS.contains(String.valueOf(e.getSQLState())) && attempt < attempts;
                if (!mayPass || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** A lock of somebody else's shows before the server looks as if it hung; who only reads may ask one that takes no writes. */
    private static void prepare(Connection connection, PostgresServer server, Duration patience, boolean isToRead)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String setting : SESSION) {
                statement.execute(setting);
            }
            statement.execute("SET lock_timeout = '" + patience.toMillis() / 2 + "ms'");
            TEXTS.check(statement, server);
            for (Required required : isToRead ? List.<Required>of() : TO_WRITE) {
                required.check(statement, server);
            }
        }
    }

    /** A setting of the server and the values that it may have. */
    private record Required(String setting, List<String> allowed, String otherwise, String remedy) {
        void check(Statement statement, PostgresServer server) throws SQLException {
            try (ResultSet row = statement.executeQuery("SHOW " + setting)) {
                String found = row.next() ? row.getString(1) : "unknown";
                if (!allowed.contains(found)) {
                    throw new InvalidInputException(
                            "ledger " + server,
                            "the server runs with " + setting + " = " + found + ": " + otherwise,
                            remedy);
                }
            }
        }
    }
}
