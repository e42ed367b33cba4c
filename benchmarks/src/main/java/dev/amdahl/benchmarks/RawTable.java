package dev.amdahl.benchmarks;

import dev.amdahl.spi.hypothesis.Fingerprint;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** H2 alone with the settings of a ledger: an event and a state row in each commit, and rows under a fingerprint. Not thread-safe. */
final class RawTable implements AutoCloseable {
    private static final String PAYLOAD = "x".repeat(80);

    private final Connection connection;
    private final Statement statement;
    private final PreparedStatement event;
    private final PreparedStatement cost;
    private final PreparedStatement put;
    private final PreparedStatement find;
    private long commits;

    RawTable(Path path) throws SQLException {
        connection = DriverManager.getConnection(
                "jdbc:h2:file:" + path.toAbsolutePath() + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE");
        statement = connection.createStatement();
        statement.execute(
                "CREATE TABLE IF NOT EXISTS event (seq BIGINT PRIMARY KEY, payload VARCHAR, hash BINARY(32) UNIQUE)");
        statement.execute("CREATE TABLE IF NOT EXISTS cost (id VARCHAR PRIMARY KEY, body VARCHAR)");
        statement.execute(
                "CREATE TABLE IF NOT EXISTS claim (id VARCHAR PRIMARY KEY, fingerprint BINARY(32), state VARCHAR, body VARCHAR)");
        statement.execute("CREATE INDEX IF NOT EXISTS claim_fingerprint ON claim (fingerprint)");
        connection.setAutoCommit(false);
        event = connection.prepareStatement("INSERT INTO event VALUES (?, ?, ?)");
        cost = connection.prepareStatement("INSERT INTO cost VALUES (?, ?)");
        put = connection.prepareStatement("INSERT INTO claim VALUES (?, ?, 'TESTING', ?)");
        find = connection.prepareStatement("SELECT id, state FROM claim WHERE fingerprint = ?");
    }

    void fill(List<Fingerprint> fingerprints) throws SQLException {
        for (Fingerprint fingerprint : fingerprints) {
            put.setString(1, fingerprint.hex());
            put.setBytes(2, HexFormat.of().parseHex(fingerprint.hex()));
            put.setString(3, PAYLOAD.repeat(12));
            put.executeUpdate();
        }
        connection.commit();
    }

    int find(Fingerprint fingerprint) throws SQLException {
        find.setBytes(1, HexFormat.of().parseHex(fingerprint.hex()));
        int found = 0;
        try (ResultSet rows = find.executeQuery()) {
            while (rows.next()) {
                found += rows.getString(1).isEmpty() || rows.getString(2).isEmpty() ? 0 : 1;
            }
        }
        return found;
    }

    /** The bytes that a booking has in a ledger. */
    void commit() throws SQLException {
        long key = commits++;
        event.setLong(1, key);
        event.setString(2, PAYLOAD);
        event.setBytes(
                3,
                HexFormat.of()
                        .parseHex(String.format(Locale.ROOT, "%064x", (key * 0x9E3779B97F4A7C15L) & Long.MAX_VALUE)));
        event.executeUpdate();
        cost.setString(1, Long.toString(key));
        cost.setString(2, PAYLOAD);
        cost.executeUpdate();
        connection.commit();
        statement.execute("CHECKPOINT SYNC");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
