package dev.amdahl.core.internal.fleet.warehouse;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What warehouses write differently. H2, DuckDB, PostgreSQL and MariaDB are run; statements for the others are parsed, those for Trino
 * (of which Athena is one) and Spark by the grammars of both, and those for ClickHouse only written.
 */
enum Dialect {
    DUCKDB("duckdb_jdbc-VERSION.jar", "DOUBLE", "epoch_us(%s)", "epoch_us(CAST(%s AS TIMESTAMP))", "jdbc:duckdb:"),
    H2(
            "h2-VERSION.jar",
            "DOUBLE PRECISION",
            "CAST(EXTRACT(EPOCH FROM %s) * 1000000 AS BIGINT)",
            "CAST(EXTRACT(EPOCH FROM CAST(%s AS TIMESTAMP WITH TIME ZONE)) * 1000000 AS BIGINT)",
            "jdbc:h2:"),
    /** EXTRACT is exact, of type NUMERIC and several times as slow; a double holds microseconds until 2255. */
    POSTGRESQL(
            "postgresql-VERSION.jar",
            "DOUBLE PRECISION",
            "CAST(date_part('epoch', %s) * 1000000 AS BIGINT)",
            "CAST(date_part('epoch', CAST(%s AS TIMESTAMP WITH TIME ZONE)) * 1000000 AS BIGINT)",
            "jdbc:postgresql:"),
    TRINO(
            "trino-jdbc-VERSION.jar",
            "DOUBLE",
            "CAST(to_unixtime(with_timezone(CAST(%s AS TIMESTAMP(6)), 'UTC')) * 1000000 AS BIGINT)",
            "CAST(to_unixtime(from_iso8601_timestamp(%s)) * 1000000 AS BIGINT)",
            "jdbc:trino: jdbc:presto:"),
    /** Is Trino; its sessions are in UTC, and have no statement that says so. */
    ATHENA("athena-jdbc-VERSION-with-dependencies.jar", TRINO, "jdbc:athena: jdbc:awsathena:"),
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
    /** Also MySQL, from 8.0.17 on. UNIX_TIMESTAMP, shorter, ends in 2038, and the offset of a text is not seen by a cast. */
    MARIADB(
            "mariadb-java-client-VERSION.jar or mysql-connector-j-VERSION.jar",
            "DOUBLE",
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', %s)",
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', CONVERT_TZ(CAST(REGEXP_REPLACE(%1$s, '(Z|[+-][0-9]{2}:[0-9]{2})$', '') AS"
                    + " DATETIME(6)), CASE WHEN %1$s REGEXP '[+-][0-9]{2}:[0-9]{2}$' THEN RIGHT(%1$s, 6) ELSE '+00:00' END, '+00:00'))",
            "jdbc:mariadb: jdbc:mysql:"),
    BIGQUERY(
            "Google's JDBC driver for BigQuery",
            "FLOAT64",
            "UNIX_MICROS(CAST(%s AS TIMESTAMP))",
            "UNIX_MICROS(CAST(%s AS TIMESTAMP))",
            "jdbc:bigquery:"),
    SNOWFLAKE(
            "snowflake-jdbc-VERSION.jar",
            "DOUBLE",
            "DATE_PART(EPOCH_MICROSECOND, CAST(%s AS TIMESTAMP_NTZ))",
            "DATE_PART(EPOCH_MICROSECOND, TO_TIMESTAMP_TZ(%s))",
            "jdbc:snowflake:"),
    REDSHIFT(
            "redshift-jdbc42-VERSION.jar",
            "DOUBLE PRECISION",
            "DATEDIFF(microsecond, CAST('1970-01-01' AS TIMESTAMP), CAST(%s AS TIMESTAMP))",
            "DATEDIFF(microsecond, CAST('1970-01-01' AS TIMESTAMP), CAST(CAST(%s AS TIMESTAMPTZ) AS TIMESTAMP))",
            "jdbc:redshift:"),
    /** A warehouse that is not known here is spoken to as H2 is, which keeps to the standard. */
    OTHER("its vendor's JDBC driver", H2, "jdbc:");

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

    Dialect(String driver, Dialect as, String prefixes) {
        this(driver, as.real, as.timestamp, as.text, prefixes);
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

    /**
     * Returns a query for values of each row of a relation that is called {@code t}. PostgreSQL computes a value again wherever it is used, but
     * not what comes from the other side of an outer join; and it works in parallel, which OFFSET 0 would prevent.
     */
    String select(String values, String relation) {
        return this == POSTGRESQL
                ? "SELECT v.* FROM " + relation + " t LEFT JOIN LATERAL (SELECT " + values + ") v ON TRUE"
                : "SELECT " + values + " FROM " + relation + " t";
    }

    String quote(String name) {
        return switch (this) {
            case SPARK, MARIADB, BIGQUERY -> '`' + name.replace("`", "``") + '`';
            default -> '"' + name.replace("\"", "\"\"") + '"';
        };
    }

    /** Returns a text as a constant. */
    String literal(String text) {
        return switch (this) {
            case BIGQUERY -> "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
            case SPARK, CLICKHOUSE, MARIADB, SNOWFLAKE, REDSHIFT ->
                "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
            default -> "'" + text.replace("'", "''") + "'";
        };
    }

    /** Returns a text that is grouped and compared letter by letter. */
    String exact(String text) {
        return this == MARIADB ? "CONVERT(" + text + " USING utf8mb4) COLLATE utf8mb4_bin" : text;
    }

    String real(String expression) {
        return "CAST(" + expression + " AS " + real + ")";
    }

    String text(String expression) {
        return switch (this) {
            case SPARK, BIGQUERY -> "CAST(" + expression + " AS STRING)";
            case MARIADB -> "CAST(" + expression + " AS CHAR)";
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
        return switch (this) {
            case TRINO, ATHENA -> "CAST(to_unixtime(" + expression + ") * 1000000 AS BIGINT)";
            case SNOWFLAKE -> "DATE_PART(EPOCH_MICROSECOND, " + expression + ")";
            default -> microsOfTimestamp(expression);
        };
    }

    /**
     * Returns what makes texts and timestamps without a zone UTC, whatever the zone of this process, which drivers hand over; empty where the zone
     * stands in each expression, or nothing is known.
     */
    Optional<String> zoneStatement() {
        return switch (this) {
            case H2, POSTGRESQL, TRINO, SPARK -> Optional.of("SET TIME ZONE 'UTC'");
            case MARIADB -> Optional.of("SET time_zone = '+00:00'");
            case REDSHIFT -> Optional.of("SET timezone TO 'UTC'");
            // Its driver otherwise knows the columns of an answer in capital letters only.
            case SNOWFLAKE ->
                Optional.of("ALTER SESSION SET TIMEZONE = 'UTC' CLIENT_RESULT_COLUMN_CASE_INSENSITIVE = TRUE");
            case DUCKDB, ATHENA, CLICKHOUSE, BIGQUERY, OTHER -> Optional.empty();
        };
    }

    /** Microseconds since 1970 of a text. */
    String microsOfText(String expression) {
        return String.format(Locale.ROOT, text, expression);
    }

    /** Returns a text without all that a pattern finds. */
    String without(String expression, String pattern) {
        String cut = expression + ", " + literal(pattern) + ", ''";
        return switch (this) {
            case DUCKDB, POSTGRESQL -> "REGEXP_REPLACE(" + cut + ", 'g')";
            case CLICKHOUSE -> "replaceRegexpAll(" + cut + ")";
            default -> "REGEXP_REPLACE(" + cut + ")";
        };
    }
}
