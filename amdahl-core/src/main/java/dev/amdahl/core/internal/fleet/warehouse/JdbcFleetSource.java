package dev.amdahl.core.internal.fleet.warehouse;

import dev.amdahl.core.internal.fleet.BadRows;
import dev.amdahl.core.internal.fleet.Columns;
import dev.amdahl.core.internal.fleet.Micros;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.FamilyDay;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetListener;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTotals;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads runs from a table or query of a warehouse by JDBC. Sums are added up there, by one statement that answers with the families asked
 * for and the totals; only {@link #jobs} fetches runs. Rows that cannot be used are found there too. Ids are not checked: a
 * warehouse has keys. User and password come from the environment, {@code AMDAHL_FLEET_USER} and {@code AMDAHL_FLEET_PASSWORD}; a statement may
 * take ten minutes. Immutable, thread-safe; each call opens a connection of its own.
 */
public final class JdbcFleetSource implements FleetSource {
    private static final Pattern TABLE = Pattern.compile("[\\p{L}\\p{N}_$.\"`-]+");
    private static final int PATIENCE_SECONDS = 600;
    private static final int EXAMPLES = 5;

    private final String url;
    private final String relation;
    private final String place;
    private final Columns columns;
    private final BadRows badRows;
    private final Map<String, String> environment;

    private JdbcFleetSource(String url, String relation, String place, Columns columns, BadRows badRows) {
        this(url, relation, place, columns, badRows, System.getenv());
    }

    JdbcFleetSource(
            String url,
            String relation,
            String place,
            Columns columns,
            BadRows badRows,
            Map<String, String> environment) {
        this.url = url;
        this.relation = relation;
        this.place = place;
        this.columns = columns;
        this.badRows = badRows;
        this.environment = Map.copyOf(environment);
    }

    /** Creates a source over a table, {@code schema.table}. @throws InvalidInputException if that is not a name */
    public static JdbcFleetSource table(String url, String table, Columns columns, BadRows badRows) {
        if (!TABLE.matcher(table).matches()) {
            throw new InvalidInputException(
                    "--table", "'" + table + "' is not a name of a table", "use --query for SQL");
        }
        return new JdbcFleetSource(url, table, Connections.place(url) + " " + table, columns, badRows);
    }

    /** Creates a source over the rows of a query. */
    public static JdbcFleetSource query(String url, String query, Columns columns, BadRows badRows) {
        String bare = query.strip().replaceAll(";$", "");
        return new JdbcFleetSource(url, "(" + bare + ")", Connections.place(url) + " query", columns, badRows);
    }

    /** Creates a source over a Parquet file, or several by a pattern, which DuckDB reads. */
    public static JdbcFleetSource parquet(Path file, Columns columns, BadRows badRows) {
        String relation = "read_parquet('" + file.toString().replace("'", "''") + "')";
        return new JdbcFleetSource("jdbc:duckdb:", relation, file.toString(), columns, badRows);
    }

    @Override
    public FleetSums sums(Instant from, Instant to, Instant asOf, int top) {
        try (Connection connection = open()) {
            RunSql sql = sql(connection, from, to, asOf);
            FleetSums fast = sums(sql, connection, top, false);
            return fast.rejected() == 0 ? fast : sums(sql, connection, top, true);
        } catch (SQLException e) {
            throw Connections.error(place, e);
        }
    }

    private FleetSums sums(RunSql sql, Connection connection, int top, boolean isCareful) throws SQLException {
        List<FamilySums> families = new ArrayList<>();
        FleetTotals totals = FleetTotals.NONE;
        List<String> notes = new ArrayList<>();
        long rejected = 0;
        try (Statement statement = statement(connection);
                ResultSet rows = statement.executeQuery(sql.sums(top, isCareful))) {
            while (rows.next()) {
                String family = rows.getString("family");
                if (!isCareful) {
                    boolean isDated = sql.isPlausible(instant(rows, "first_of_any"), instant(rows, "last_of_any"));
                    rejected = rows.getLong("all_odd") + (isDated ? 0 : 1);
                } else if (family == null) {
                    rejected = rows.getLong("runs");
                }
                if (family == null) {
                    continue;
                }
                if (family.isEmpty()) {
                    notes.add(rows.getLong("runs") + " rows without accelerators left out");
                } else {
                    families.add(family(rows, family));
                }
                totals = totals(rows);
            }
        }
        if (totals.runs() == 0) {
            notes.add("no run in that period");
        } else if (totals.measuredRuns() == 0) {
            notes.add("no utilisation: allocation and queue only, what the accelerators did is unknown");
        }
        List<String> rejects = isCareful && rejected > 0 ? rejects(connection, sql) : List.of();
        families.sort(FleetSums.ORDER);
        return new FleetSums(families.subList(0, Math.min(top, families.size())), totals, rejected, rejects, notes);
    }

    private static FamilySums family(ResultSet rows, String family) throws SQLException {
        return new FamilySums(
                family,
                rows.getLong("runs"),
                sum(rows, "held"),
                sum(rows, "measured"),
                sum(rows, "wasted"),
                rows.getLong("untouched_runs"),
                sum(rows, "untouched"),
                sum(rows, "queued"),
                rows.getLong("queued_runs"),
                rows.getLong("measured_runs"),
                sum(rows, "shares"),
                sum(rows, "squares"));
    }

    private static FleetTotals totals(ResultSet rows) throws SQLException {
        return new FleetTotals(
                rows.getLong("families"),
                rows.getLong("all_runs"),
                sum(rows, "all_held"),
                sum(rows, "all_measured"),
                sum(rows, "all_wasted"),
                sum(rows, "all_untouched"),
                sum(rows, "all_queued"),
                rows.getLong("all_queued_runs"),
                rows.getLong("measured_families"),
                rows.getLong("all_measured_runs"),
                sum(rows, "all_shares"),
                sum(rows, "deviations"),
                sum(rows, "means"),
                sum(rows, "mean_squares"),
                sum(rows, "inverse_runs"),
                instant(rows, "first_of_all"),
                instant(rows, "last_of_all"));
    }

    /** A sum over nothing is null. */
    private static double sum(ResultSet rows, String column) throws SQLException {
        double value = rows.getDouble(column);
        return rows.wasNull() ? 0 : value;
    }

    private static Optional<Instant> instant(ResultSet rows, String column) throws SQLException {
        double micros = rows.getDouble(column);
        return rows.wasNull() ? Optional.empty() : Optional.of(Micros.at(Math.round(micros)));
    }

    /** Some rows that cannot be used; an error unless they may be left out. */
    private List<String> rejects(Connection connection, RunSql sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = statement(connection);
                ResultSet rows = statement.executeQuery(sql.bad(EXAMPLES))) {
            while (rows.next()) {
                double micros = rows.getDouble("s");
                String submitted = rows.wasNull() ? "" : ", submitted " + BadTimes.words(micros);
                String reason = rows.getString("reason");
                InvalidInputException bad = new InvalidInputException(
                        place,
                        reason + " in a row of family '" + rows.getString("family") + "'" + submitted,
                        BadTimes.remedy(micros, columns));
                if (badRows == BadRows.FAIL) {
                    throw bad;
                }
                found.add(bad.getMessage());
            }
        }
        return found;
    }

    @Override
    public List<FamilyDay> days(Instant from, Instant to, Instant asOf) {
        try (Connection connection = open()) {
            RunSql sql = sql(connection, from, to, asOf);
            List<FamilyDay> days = new ArrayList<>();
            try (Statement statement = statement(connection);
                    ResultSet rows = statement.executeQuery(sql.days())) {
                while (rows.next()) {
                    String family = rows.getString("family");
                    double day = rows.getDouble("end_day");
                    Optional<LocalDate> ended =
                            rows.wasNull() ? Optional.empty() : Optional.of(LocalDate.ofEpochDay(Math.round(day)));
                    if (family == null) {
                        rejects(connection, sql);
                    } else if (!family.isEmpty()) {
                        days.add(new FamilyDay(ended, family(rows, family)));
                    }
                }
            }
            return days;
        } catch (SQLException e) {
            throw Connections.error(place, e);
        }
    }

    @Override
    public Stream<FleetJob> jobs(Instant from, Instant to) {
        return jobs(from, to, job -> {});
    }

    @Override
    public void tell(Instant from, Instant to, FleetListener listener) {
        try (Stream<FleetJob> jobs = jobs(from, to, listener)) {
            jobs.forEach(listener::run);
        }
    }

    private Stream<FleetJob> jobs(Instant from, Instant to, FleetListener listener) {
        Connection connection = open();
        try {
            connection.setAutoCommit(false);
            RunSql sql = sql(connection, from, to, to);
            Statement statement = statement(connection);
            statement.setFetchSize(1000);
            FetchedRuns runs = new FetchedRuns(statement.executeQuery(sql.runs()), sql, place, badRows, listener);
            return Stream.iterate(runs.next(), Optional::isPresent, last -> runs.next())
                    .map(Optional::orElseThrow)
                    .onClose(() -> close(connection));
        } catch (SQLException e) {
            close(connection);
            throw Connections.error(place, e);
        } catch (RuntimeException e) {
            close(connection);
            throw e;
        }
    }

    private RunSql sql(Connection connection, Instant from, Instant to, Instant asOf) throws SQLException {
        return new RunSql(Relation.of(connection, Dialect.of(url), relation, place, columns), from, to, asOf);
    }

    private Connection open() {
        return Connections.open(url, place, environment);
    }

    private static Statement statement(Connection connection) throws SQLException {
        Statement statement = connection.createStatement();
        statement.setQueryTimeout(PATIENCE_SECONDS);
        return statement;
    }

    private void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw Connections.error(place, e);
        }
    }

    @Override
    public Optional<String> identity() {
        return Optional.of("jdbc " + place + " " + relation + " " + new TreeMap<>(columns.settings()));
    }
}
