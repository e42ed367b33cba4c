package dev.amdahl.core.ledger.store;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/** Opens a connection to a server that gives an answer or an error within seconds, and checks that commits will last. */
final class PostgresConnection {
    private static final Map<String, String> DRIVER = Map.of(
            "connectTimeout", "5",
            "loginTimeout", "8",
            "socketTimeout", "15",
            "tcpKeepAlive", "true",
            "ApplicationName", "amdahl",
            "defaultRowFetchSize", "500");
    private static final List<String> SESSION = List.of(
            "SET lock_timeout = '8s'",
            "SET idle_in_transaction_session_timeout = '60s'",
            "SET tcp_keepalives_idle = 10",
            "SET tcp_keepalives_interval = 5",
            "SET tcp_keepalives_count = 3");
    private static final Map<String, List<String>> DURABLE = Map.of(
            "fsync", List.of("on"),
            "full_page_writes", List.of("on"),
            "synchronous_commit", List.of("on", "local", "remote_write", "remote_apply"));

    private static final String STARTING = "57P03";
    private static final long PAUSE_NANOS = 130_000_000;

    private PostgresConnection() {}

    static Connection open(PostgresServer server, int attempts) {
        Properties properties = new Properties();
        properties.putAll(DRIVER);
        properties.putAll(server.settings());
        properties.setProperty(PostgresServer.SCHEMA, server.schema());
        try {
            Connection connection = connect(server, properties, attempts);
            try {
                prepare(connection, server);
                return connection;
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw failure(server, e);
        }
    }

    private static Connection connect(PostgresServer server, Properties properties, int attempts) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return DriverManager.getConnection(server.url(), properties);
            } catch (SQLException e) {
                boolean mayPass = STARTING.equals(e.getSQLState()) && attempt < attempts;
                if (!mayPass || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static void prepare(Connection connection, PostgresServer server) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String setting : SESSION) {
                statement.execute(setting);
            }
            for (Map.Entry<String, List<String>> setting : DURABLE.entrySet()) {
                require(server, statement, setting.getKey(), setting.getValue(), "it could lose what it has committed");
            }
            require(server, statement, "server_encoding", List.of("UTF8"), "it cannot hold every text");
            require(server, statement, "transaction_read_only", List.of("off"), "it takes no events");
        }
    }

    private static void require(
            PostgresServer server, Statement statement, String setting, List<String> allowed, String otherwise)
            throws SQLException {
        try (ResultSet row = statement.executeQuery("SHOW " + setting)) {
            String found = row.next() ? row.getString(1) : "unknown";
            if (!allowed.contains(found)) {
                throw new InvalidInputException(
                        "ledger " + server,
                        "the server runs with " + setting + " = " + found + ": " + otherwise,
                        "set it to " + allowed.get(0));
            }
        }
    }

    private static AmdahlException failure(PostgresServer server, SQLException e) {
        String state = String.valueOf(e.getSQLState());
        String place = "ledger " + server;
        return switch (state) {
            case "08001" ->
                DriverManager.drivers()
                                .noneMatch(driver -> driver.getClass().getName().startsWith("org.postgresql."))
                        ? new InvalidInputException(
                                place,
                                "there is no driver for it",
                                "add org.postgresql:postgresql to the class path",
                                e)
                        : PostgresDialect.unavailable(server.toString(), e);
            case "28000", "28P01", "08004" ->
                new InvalidInputException(
                        place,
                        "the server refused the user: " + e.getMessage(),
                        "check user, PGPASSWORD or ~/.pgpass",
                        e);
            case "3D000" ->
                new InvalidInputException(
                        place, "the server has no such database", "create it: createdb " + server.database(), e);
            case "42501" ->
                new InvalidInputException(
                        place, "the user may not do this: " + e.getMessage(), "grant it CREATE on the schema", e);
            default -> PostgresDialect.unavailable(server.toString(), e);
        };
    }
}
