package dev.amdahl.core.internal.fleet.warehouse;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What warehouses write differently. H2, DuckDB and PostgreSQL are run; statements for Trino and Spark are parsed by the grammars of both,
 * and those for ClickHouse only written.
 */
enum Dialect {
    DUCKDB("duckdb_jdbc-VERSION.jar", "DOUBLE", "epoch_us(%s)", "epoch_us(CAST(%s AS TIMESTAMP))", "jdbc:duckdb:"),
    H2(
            "h2-VERSION.jar",
            "DOUBLE PRECISION",
            "CAST(EXTRACT(EPOCH FROM %s) * 1000000 AS BIGINT)",
            "CAST(EXTRACT(EPOCH FROM CAST(%s AS TIMESTAMP WITH TIME ZONE)) * 1000000 AS BIGINT)",
            "jdbc:h2:"),
    POSTGRESQL(
            "postgresql-VERSION.jar",
            "DOUBLE PRECISION",
            "CAST(EXTRACT(EPOCH FROM %s) * 1000000 AS BIGINT)",
            "CAST(EXTRACT(EPOCH FROM CAST(%s AS TIMESTAMP WITH TIME ZONE)) * 1000000 AS BIGINT)",
            "jdbc:postgresql:"),
    TRINO(
            "trino-jdbc-VERSION.jar",
            "DOUBLE",
            "CAST(to_unixtime(with_timezone(CAST(%s AS TIMESTAMP(6)), 'UTC')) * 1000000 AS BIGINT)",
            "CAST(to_unixtime(from_iso8601_timestamp(%s)) * 1000000 AS BIGINT)",
            "jdbc:trino: jdbc:presto:"),
    SPARK(
            "hive-jdbc-VERSION-standalone.jar or the vendor's driver",
            "DOUBLE",
            "unix_micros(CAST(%s AS TIMESTAMP))",
            "unix_micros(CAST(%s AS TIMESTAMP))",
            "jdbc:hive2: jdbc:spark: jdbc:databricks:"),
    CLICKHOUSE(
            "clickhouse-jdbc-VERSION-all.jar",
            "Nullable(Float64)",
            "toUnixTimestamp64Micro(toDateTime64(%s, 6, 'UTC'))",
            "toUnixTimestamp64Micro(parseDateTime64BestEffort(%s, 6, 'UTC'))",
            "jdbc:clickhouse: jdbc:ch:"),
    /** A warehouse that is not known here is spoken to as PostgreSQL is. */
    OTHER(
            "its vendor's JDBC driver",
            "DOUBLE PRECISION",
            "CAST(EXTRACT(EPOCH FROM %s) * 1000000 AS BIGINT)",
            "CAST(EXTRACT(EPOCH FROM CAST(%s AS TIMESTAMP WITH TIME ZONE)) * 1000000 AS BIGINT)",
            "jdbc:");

    private final String driver;
    private final String real;
    private final String timestamp;
    private final String text;
    private final String prefixes;

    Dialect(String driver, String real, String timestamp, String text, String prefixes) {
        this.driver = driver;
        this.real = real;
        this.timestamp = timestamp;
        this.text = text;
        this.prefixes = prefixes;
    }

    static Dialect of(String url) {
        String given = url.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(dialect ->
                        Arrays.stream(dialect.prefixes.split(" ", -1)).anyMatch(given::startsWith))
                .findFirst()
                .orElse(OTHER);
    }

    /** Returns the file that holds its driver. */
    String driver() {
        return driver;
    }

    String quote(String name) {
        return this == SPARK ? '`' + name.replace("`", "``") + '`' : '"' + name.replace("\"", "\"\"") + '"';
    }

    String real(String expression) {
        return "CAST(" + expression + " AS " + real + ")";
    }

    String text(String expression) {
        return switch (this) {
            case SPARK -> "CAST(" + expression + " AS STRING)";
            case CLICKHOUSE -> "CAST(" + expression + " AS Nullable(String))";
            default -> "CAST(" + expression + " AS VARCHAR)";
        };
    }

    /** Microseconds since 1970 of a column of type timestamp; one without a zone is UTC. */
    String microsOfTimestamp(String expression) {
        return String.format(Locale.ROOT, timestamp, expression);
    }

    /** Microseconds since 1970 of a column of type timestamp that knows its zone. */
    String microsOfZoned(String expression) {
        return this == TRINO
                ? "CAST(to_unixtime(" + expression + ") * 1000000 AS BIGINT)"
                : microsOfTimestamp(expression);
    }

    /**
     * Returns what makes texts and timestamps without a zone UTC, whatever the zone of this process, which drivers hand over; empty where the zone
     * stands in each expression, or nothing is known.
     */
    Optional<String> zoneStatement() {
        return switch (this) {
            case H2, POSTGRESQL, TRINO, SPARK -> Optional.of("SET TIME ZONE 'UTC'");
            case DUCKDB, CLICKHOUSE, OTHER -> Optional.empty();
        };
    }

    /** Microseconds since 1970 of a text. */
    String microsOfText(String expression) {
        return String.format(Locale.ROOT, text, expression);
    }

    /** Returns a text without all that a pattern finds. */
    String without(String expression, String pattern) {
        String quoted = "'" + pattern.replace("'", "''") + "'";
        return switch (this) {
            case DUCKDB, POSTGRESQL -> "REGEXP_REPLACE(" + expression + ", " + quoted + ", '', 'g')";
            case CLICKHOUSE -> "replaceRegexpAll(" + expression + ", " + quoted.replace("\\", "\\\\") + ", '')";
            case SPARK -> "REGEXP_REPLACE(" + expression + ", " + quoted.replace("\\", "\\\\") + ", '')";
            default -> "REGEXP_REPLACE(" + expression + ", " + quoted + ", '')";
        };
    }
}
