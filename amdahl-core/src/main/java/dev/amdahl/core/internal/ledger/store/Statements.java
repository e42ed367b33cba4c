package dev.amdahl.core.internal.ledger.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The statements that every commit and look-up runs, each prepared once. Not thread-safe. */
final class Statements {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    Statements(Connection connection) {
        this.connection = connection;
    }

    /** Makes something of the row that a result stands on. */
    interface Mapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    /** Runs a statement and returns how many rows it met. */
    int update(String sql, List<?> values) {
        try {
            return bound(sql, values).executeUpdate();
        } catch (SQLException e) {
            throw new StatementFailedException(e);
        }
    }

    <T> List<T> query(String sql, List<?> values, Mapper<T> mapper) {
        try (ResultSet rows = bound(sql, values).executeQuery()) {
            List<T> all = new ArrayList<>();
            while (rows.next()) {
                all.add(mapper.map(rows));
            }
            return all;
        } catch (SQLException e) {
            throw new StatementFailedException(e);
        }
    }

    private PreparedStatement bound(String sql, List<?> values) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(i + 1, values.get(i));
        }
        return statement;
    }
}
