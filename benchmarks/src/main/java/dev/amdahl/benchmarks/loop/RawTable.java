package dev.amdahl.benchmarks.loop;

import dev.amdahl.spi.hypothesis.Fingerprint;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;

/** H2 alone with the settings of a ledger: one event in each commit, and rows under a fingerprint. Not thread-safe. */
final class RawTable implements AutoCloseable {
    private static final String PAYLOAD = "x".repeat(300);

    private final Connection connection;
    private final Statement statement;
    private final PreparedStatement event;
    private final PreparedStatement put;
    private final PreparedStatement find;
    private long commits;

    RawTable(Path path) throws SQLException {
        connection = DriverManager.getConnection(
                "jdbc:h2:file:" + path.toAbsolutePath() + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE");
        statement = connection.createStatement();
        statement.execute(
                "CREATE TABLE IF NOT EXISTS event (seq BIGINT PRIMARY KEY, payload VARCHAR, hash BINARY(32) UNIQUE)");
        statement.execute(
                "CREATE TABLE IF NOT EXISTS claim (id VARCHAR PRIMARY KEY, fingerprint BINARY(32), state VARCHAR, body VARCHAR)");
        statement.execute("CREATE INDEX IF NOT EXISTS claim_fingerprint ON claim (fingerprint)");
        connection.setAutoCommit(false);
        event = connection.prepareStatement("INSERT INTO event VALUES (?, ?, ?)");
        put = connection.prepareStatement("INSERT INTO claim VALUES (?, ?, 'TESTING', ?)");
        find = connection.prepareStatement("SELECT id, state FROM claim WHERE fingerprint = ?");
    }

    /** One row under a fingerprint, which {@link #keep} commits. */
    void put(Fingerprint fingerprint, String body) throws SQLException {
        put.setString(1, fingerprint.hex().substring(0, 20));
        put.setBytes(2, HexFormat.of().parseHex(fingerprint.hex()));
        put.setString(3, body);
        put.executeUpdate();
    }

    void keep() throws SQLException {
        connection.commit();
    }

    /** Rows of that size in batches, so that the file is as old as a ledger's. */
    void age(long rows) throws SQLException {
        for (long i = 0; i < rows; i++) {
            add("x".repeat(900));
            if (i % 1000 == 999) {
                connection.commit();
            }
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

    /** One row with the bytes of a booking's event, forced to the disk. */
    void commit() throws SQLException {
        add(PAYLOAD);
        connection.commit();
        statement.execute("CHECKPOINT SYNC");
    }

    private void add(String payload) throws SQLException {
        long key = commits++;
        event.setLong(1, key);
        event.setString(2, payload);
        event.setBytes(
                3, HexFormat.of().parseHex(LookupLoad.fingerprint((int) key).hex()));
        event.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
