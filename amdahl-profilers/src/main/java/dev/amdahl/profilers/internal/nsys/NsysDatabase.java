package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.profilers.internal.Unreadable;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.ProfileLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteLimits;
import org.sqlite.SQLiteOpenMode;

/**
 * An SQLite file whose content is untrusted: opened read-only and immutable (no lock, no journal is looked for), extensions off, its
 * schema not trusted with functions, values of at most 16 MiB; only plain tables and stored columns are read, each by one scan. Not
 * thread-safe.
 */
final class NsysDatabase implements AutoCloseable {
    private static final int MAX_VALUE = 16 << 20;
    private static final int MAX_TABLES = 2_000;
    private static final String REMEDY = "export the report again with nsys export --type sqlite";

    private final Path file;
    private final int maxRows;
    private final Connection connection;
    private final Map<String, Set<String>> tables = new HashMap<>();
    private long rows;

    private NsysDatabase(Path file, int maxRows, Connection connection) {
        this.file = file;
        this.maxRows = maxRows;
        this.connection = connection;
    }

    /**
     * Opens a file.
     *
     * @throws InvalidInputException if it is not there, too large or no database
     */
    static NsysDatabase open(Artifact artifact, ProfileLimits limits) {
        Path file = artifact.path();
        checkSize(file, limits);
        NsysDatabase database = null;
        try {
            SQLiteConfig config = new SQLiteConfig();
            config.setReadOnly(true);
            config.resetOpenMode(SQLiteOpenMode.CREATE);
            config.enableLoadExtension(false);
            String uri = "file:" + file.toAbsolutePath().toUri().getRawPath() + "?mode=ro&immutable=1";
            Connection connection = config.createConnection("jdbc:sqlite:" + uri);
            database = new NsysDatabase(file, limits.maxEvents(), connection);
            database.restrict();
            database.schema();
            return database;
        } catch (SQLException e) {
            if (database != null) {
                database.close();
            }
            throw broken(file, e);
        } catch (InvalidInputException e) {
            if (database != null) {
                database.close();
            }
            throw e;
        }
    }

    private static void checkSize(Path file, ProfileLimits limits) {
        try {
            long size = Files.size(file);
            if (!Files.isRegularFile(file)) {
                throw new InvalidInputException(file.toString(), "is not a file", REMEDY);
            }
            if (size > limits.maxBytes()) {
                throw new InvalidInputException(
                        file.toString(),
                        "holds " + size + " bytes, more than " + limits.maxBytes(),
                        "record less or raise the byte limit");
            }
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(file.toString(), "does not exist", REMEDY, e);
        } catch (IOException e) {
            throw Unreadable.file(file, e, "check the file");
        }
    }

    private void restrict() throws SQLException {
        if (connection instanceof SQLiteConnection sqlite) {
            sqlite.setLimit(SQLiteLimits.SQLITE_LIMIT_LENGTH, MAX_VALUE);
        }
        try (Statement statement = connection.createStatement()) {
            for (String pragma :
                    List.of("trusted_schema = 0", "cell_size_check = 1", "mmap_size = 0", "query_only = 1")) {
                statement.execute("PRAGMA " + pragma);
            }
        }
    }

    private void schema() throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")) {
            while (result.next()) {
                String name = result.getString(1);
                String sql = result.getString(2);
                if (names.size() == MAX_TABLES) {
                    throw new InvalidInputException(file.toString(), "more than " + MAX_TABLES + " tables", REMEDY);
                }
                if (name != null
                        && name.matches("[A-Za-z0-9_]{1,80}")
                        && sql != null
                        && !sql.matches("(?is)\\s*CREATE\\s+VIRTUAL.*")) {
                    names.add(name);
                }
            }
        }
        for (String name : names) {
            Set<String> columns = new HashSet<>();
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("PRAGMA table_xinfo(\"" + name + "\")")) {
                while (result.next()) {
                    String column = result.getString("name");
                    if (column != null && result.getInt("hidden") == 0) {
                        columns.add(column);
                    }
                }
            }
            tables.put(name, columns);
        }
    }

    boolean has(String table) {
        return tables.containsKey(table);
    }

    boolean has(String table, String column) {
        return tables.getOrDefault(table, Set.of()).contains(column);
    }

    /** Rows read so far. */
    long rows() {
        return rows;
    }

    /** Gives each row of a table, in its order; a column that the file does not have is blank in each; no table, no rows. */
    void scan(String table, List<String> columns, Consumer<Row> visitor) {
        if (!has(table) || columns.stream().noneMatch(column -> has(table, column))) {
            return;
        }
        String list = columns.stream()
                .map(column -> has(table, column) ? "\"" + column + "\"" : "NULL")
                .collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT " + list + " FROM \"" + table + "\"")) {
            @Nullable Object[] values = new @Nullable Object[columns.size()];
            Row row = new Row(values);
            while (result.next()) {
                if (++rows > maxRows) {
                    throw new InvalidInputException(
                            file + " table " + table,
                            "the file holds more than " + maxRows + " rows",
                            "record less or raise the event limit");
                }
                for (int i = 0; i < values.length; i++) {
                    values[i] = result.getObject(i + 1);
                }
                visitor.accept(row);
            }
        } catch (SQLException e) {
            throw new InvalidInputException(file + " table " + table, "cannot be read: " + e.getMessage(), REMEDY, e);
        }
    }

    /** One row, valid until the next. */
    static final class Row {
        private final @Nullable Object[] values;

        private Row(@Nullable Object[] values) {
            this.values = values;
        }

        /** Returns a whole number; {@code otherwise} for a blank or anything else. */
        long number(int column, long otherwise) {
            Object value = values[column];
            return value instanceof Long || value instanceof Integer ? ((Number) value).longValue() : otherwise;
        }

        /** Returns whether it is a whole number. */
        boolean isNumber(int column) {
            Object value = values[column];
            return value instanceof Long || value instanceof Integer;
        }

        /** Returns a text; empty for a blank or anything else. */
        String text(int column) {
            Object value = values[column];
            return value instanceof String text ? text : "";
        }
    }

    private static InvalidInputException broken(Path file, SQLException e) {
        return new InvalidInputException(file.toString(), "is not a usable SQLite file: " + e.getMessage(), REMEDY, e);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw broken(file, e);
        }
    }
}
