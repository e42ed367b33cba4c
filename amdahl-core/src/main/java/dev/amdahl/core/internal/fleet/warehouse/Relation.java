package dev.amdahl.core.internal.fleet.warehouse;

import dev.amdahl.core.internal.fleet.Columns;
import dev.amdahl.core.internal.fleet.Nearest;
import dev.amdahl.core.internal.fleet.RunField;
import dev.amdahl.core.internal.fleet.TimeFormat;
import dev.amdahl.spi.InvalidInputException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table or query with the columns it has, by which fields of a run are written in its dialect. Immutable. */
final class Relation {
    private final Dialect dialect;
    private final String sql;
    private final String place;
    private final Columns columns;
    private final Map<String, Kind> kinds;

    /** What a column holds. */
    private enum Kind {
        WHOLE,
        NUMBER,
        ZONED,
        TIMESTAMP,
        TEXT
    }

    private Relation(Dialect dialect, String sql, String place, Columns columns, Map<String, Kind> kinds) {
        this.dialect = dialect;
        this.sql = sql;
        this.place = place;
        this.columns = columns;
        this.kinds = kinds;
    }

    /** Asks for the columns, and for no row. */
    static Relation of(Connection connection, Dialect dialect, String sql, String place, Columns columns)
            throws SQLException {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery(question(sql))) {
            ResultSetMetaData about = none.getMetaData();
            for (int i = 1; i <= about.getColumnCount(); i++) {
                kinds.put(about.getColumnLabel(i), kind(about.getColumnType(i), about.getColumnTypeName(i)));
            }
        }
        return new Relation(dialect, sql, place, columns, kinds);
    }

    /** Asks what columns there are. */
    static String question(String sql) {
        return "SELECT * FROM " + sql + " t WHERE 1 = 0";
    }

    private static Kind kind(int type, String name) {
        return switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Kind.WHOLE;
            case Types.REAL, Types.FLOAT, Types.DOUBLE, Types.NUMERIC, Types.DECIMAL -> Kind.NUMBER;
            case Types.TIMESTAMP_WITH_TIMEZONE -> Kind.ZONED;
            case Types.TIMESTAMP, Types.DATE -> isZoned(name) ? Kind.ZONED : Kind.TIMESTAMP;
            default -> {
                String upper = name.toUpperCase(Locale.ROOT);
                yield upper.startsWith("TIMESTAMP") || upper.startsWith("DATETIME")
                        ? isZoned(name) ? Kind.ZONED : Kind.TIMESTAMP
                        : upper.contains("INT") || upper.contains("FLOAT") ? Kind.NUMBER : Kind.TEXT;
            }
        };
    }

    private static boolean isZoned(String name) {
        return name.toUpperCase(Locale.ROOT).contains("WITH TIME ZONE");
    }

    String sql() {
        return sql;
    }

    Dialect dialect() {
        return dialect;
    }

    Columns columns() {
        return columns;
    }

    boolean has(RunField field) {
        return found(columns.of(field).get(0)).isPresent();
    }

    /** Returns whether a field can only be a whole number. */
    boolean isWhole(RunField field) {
        return found(columns.of(field).get(0))
                .map(kinds::get)
                .filter(kind -> kind == Kind.WHOLE)
                .isPresent();
    }

    private Optional<String> found(String name) {
        return kinds.keySet().stream()
                .filter(name::equals)
                .findFirst()
                .or(() -> kinds.keySet().stream().filter(name::equalsIgnoreCase).findFirst());
    }

    /** The column of a field; null if there is none. @throws InvalidInputException if one was named that is not there */
    private @Nullable String column(RunField field, String name) {
        Optional<String> found = found(name);
        if (found.isEmpty() && columns.isNamed(field)) {
            throw missing(field, name);
        }
        return found.orElse(null);
    }

    private InvalidInputException missing(RunField field, String name) {
        return new InvalidInputException(
                place,
                "there is no column '" + name + "' for '" + field.column() + "'",
                "nearest: " + Nearest.to(name, kinds.keySet()) + "; use --columns " + field.column() + "=COLUMN");
    }

    /** Returns the family as text. */
    String family() {
        List<String> parts = columns.of(RunField.FAMILY);
        String joined = parts.stream()
                .map(name -> {
                    String column = column(RunField.FAMILY, name);
                    if (column == null) {
                        throw missing(RunField.FAMILY, name);
                    }
                    // Not the alias of the same name, which some warehouses would see first.
                    String quoted = "t." + dialect.quote(column);
                    return kinds.get(column) == Kind.TEXT ? quoted : dialect.text(quoted);
                })
                .collect(Collectors.joining(", '/', "));
        String name = dialect.exact(parts.size() == 1 ? joined : "CONCAT(" + joined + ")");
        return columns.strip()
                .map(pattern -> {
                    String stripped = dialect.without(name, pattern.pattern());
                    return "CASE WHEN " + stripped + " = '' THEN " + name + " ELSE " + stripped + " END";
                })
                .orElse(name);
    }

    /** Returns a field as text; empty if there is no such column. */
    Optional<String> text(RunField field) {
        String column = column(field, columns.of(field).get(0));
        return Optional.ofNullable(column).map(dialect::quote).map(dialect::text);
    }

    /** Returns a field as a number; empty if there is no such column. */
    Optional<String> number(RunField field) {
        String column = column(field, columns.of(field).get(0));
        Optional<String> fallback = columns.ifEmpty(field);
        if (column == null) {
            return fallback.map(Relation::literal);
        }
        String number = dialect.real(dialect.quote(column));
        return Optional.of(fallback.map(value -> "COALESCE(" + number + ", " + literal(value) + ")")
                .orElse(number));
    }

    private static String literal(String value) {
        return Double.toString(Double.parseDouble(value));
    }

    /** Returns a field as microseconds since 1970; empty if there is no such column. */
    Optional<String> micros(RunField field) {
        String column = column(field, columns.of(field).get(0));
        if (column == null) {
            return Optional.empty();
        }
        String quoted = dialect.quote(column);
        return Optional.of(
                switch (kinds.getOrDefault(column, Kind.TEXT)) {
                    case TIMESTAMP -> dialect.microsOfTimestamp(quoted);
                    case TEXT -> dialect.microsOfText(quoted);
                    case ZONED -> dialect.microsOfZoned(quoted);
                    case WHOLE, NUMBER -> dialect.real(quoted) + " * " + unit(field, column);
                });
    }

    private long unit(RunField field, String column) {
        return columns.time()
                .filter(TimeFormat::isNumber)
                .map(TimeFormat::micros)
                .orElseThrow(() -> new InvalidInputException(
                        place,
                        "the column '" + column + "' for '" + field.column() + "' holds numbers",
                        "name their unit: --columns time=epoch-seconds, millis or micros"));
    }

    void requireSubmitted() {
        if (!has(RunField.SUBMITTED) && !has(RunField.STARTED)) {
            throw missing(RunField.SUBMITTED, columns.of(RunField.SUBMITTED).get(0));
        }
    }
}
