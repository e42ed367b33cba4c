package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.internal.fleet.BadRows;
import dev.amdahl.core.internal.fleet.Columns;
import dev.amdahl.core.internal.fleet.FileFleetSource;
import dev.amdahl.core.internal.fleet.warehouse.JdbcFleetSource;
import dev.amdahl.spi.job.FleetSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Adds up a generated table of runs by family, ours beside statements written by hand for DuckDB, in turn: the built-in reader of CSV against
 * DuckDB with one thread, and what the warehouse source sends against the hand-written statement over Parquet and over a table.
 * {@code FleetScan [ROWS [ROUNDS]]}; {@code FleetScan alone FILE} reads one CSV file and says what memory that took.
 */
public final class FleetScan {
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");
    private static final Instant AS_OF = Instant.parse("2026-06-01T00:00:00Z");
    private static final Columns COLUMNS = Columns.parse("time=timestamp");
    private static final int TOP = 20;
    private static final String TYPES = "{'id': 'VARCHAR', 'family': 'VARCHAR', 'accelerators': 'INTEGER', 'submitted':"
            + " 'TIMESTAMP', 'started': 'TIMESTAMP', 'ended': 'TIMESTAMP', 'utilisation': 'DOUBLE'}";

    private final Path folder;
    private final long rows;
    private final int rounds;

    private FleetScan(Path folder, long rows, int rounds) {
        this.folder = folder;
        this.rows = rows;
        this.rounds = rounds;
    }

    /** Runs it. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2 && arguments[0].equals("alone")) {
            alone(Path.of(arguments[1]));
            return;
        }
        long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
        Path folder = Files.createTempDirectory("amdahl-fleet-scan-");
        try {
            new FleetScan(folder, rows, arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5).run();
        } finally {
            for (String name : List.of("runs.csv", "runs.parquet", "runs.db", "runs.db.wal")) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.deleteIfExists(folder);
        }
    }

    private static void alone(Path csv) throws IOException {
        long start = System.nanoTime();
        long runs = source(csv).sums(Instant.EPOCH, FAR, AS_OF, TOP).totals().runs();
        System.out.printf(Locale.ROOT, "%d runs in %.2f s, peak resident memory %s%n", runs, seconds(start), peak());
    }

    private static String peak() throws IOException {
        Path status = Path.of("/proc/self/status");
        Optional<String> line = Files.isReadable(status)
                ? Files.readAllLines(status).stream()
                        .filter(text -> text.startsWith("VmHWM"))
                        .findFirst()
                : Optional.empty();
        return line.map(text -> text.substring(6).strip()).orElse("not known");
    }

    private void run() throws SQLException, IOException, InterruptedException {
        Path csv = folder.resolve("runs.csv");
        Path parquet = folder.resolve("runs.parquet");
        String database = "jdbc:duckdb:" + folder.resolve("runs.db");
        generate(database, csv, parquet);
        System.out.printf(
                Locale.ROOT,
                "%d rows, CSV %d MB, Parquet %d MB%n",
                rows,
                Files.size(csv) >> 20,
                Files.size(parquet) >> 20);
        String fromCsv = "read_csv('" + csv + "', header = true, columns = " + TYPES + ")";
        FleetSource file = source(csv);
        compare("CSV, DuckDB with one thread", () -> byHand("jdbc:duckdb:", fromCsv, 1), () -> ours(file));
        FleetSource overParquet = JdbcFleetSource.parquet(parquet, Columns.DEFAULT, BadRows.FAIL);
        compare(
                "Parquet, all threads",
                () -> byHand("jdbc:duckdb:", "read_parquet('" + parquet + "')", 0),
                () -> ours(overParquet));
        FleetSource overTable = JdbcFleetSource.table(database, "runs", Columns.DEFAULT, BadRows.FAIL);
        compare("table, all threads", () -> byHand(database, "runs", 0), () -> ours(overTable));
        child(csv);
    }

    private static FleetSource source(Path csv) {
        return new FileFleetSource(csv, COLUMNS, BadRows.FAIL);
    }

    private void generate(String database, Path csv, Path parquet) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database);
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT setseed(.5)");
            statement.execute(
                    "CREATE TABLE runs AS SELECT 'job-' || i AS id, 'family-' || floor(10000 * random() ^ 3)::INT"
                            + " AS family, (1 << floor(4 * random())::INT)::INT AS accelerators, s AS submitted, s +"
                            + " to_seconds(q) AS started, s + to_seconds(q + h) AS ended, CASE WHEN random() < .9 THEN"
                            + " round(random(), 4) END AS utilisation FROM (SELECT i, TIMESTAMP '2026-01-01 00:00:00' +"
                            + " to_seconds(floor(7776000 * random())::INT) AS s, floor(3600 * random())::INT AS q, floor(90000"
                            + " * random())::INT AS h FROM range(" + rows + ") t(i))");
            statement.execute("COPY runs TO '" + csv + "' (HEADER)");
            statement.execute("COPY runs TO '" + parquet + "' (FORMAT parquet)");
        }
    }

    /** Returns the same sums as somebody would write them who knows DuckDB and trusts the table. */
    private static double byHand(String url, String relation, int threads) throws SQLException {
        long start = System.nanoTime();
        double wasted = 0;
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            if (threads > 0) {
                statement.execute("SET threads = " + threads);
            }
            try (ResultSet found =
                    statement.executeQuery("SELECT family, count(*) runs, sum(h) held, sum(CASE WHEN u IS NOT NULL"
                            + " THEN h END) measured, sum(h * (1 - u)) wasted, count(CASE WHEN u = 0 THEN 1 END) untouched_runs,"
                            + " sum(CASE WHEN u = 0 THEN h END) untouched, sum(q) queued, count(u) measured_runs, sum(1 - u)"
                            + " shares, sum((1 - u) * (1 - u)) squares, min(submitted) first_at, max(ended) last_at FROM (SELECT"
                            + " family, submitted, ended, utilisation u, accelerators * (epoch_us(ended) - epoch_us(started)) /"
                            + " 3.6e9 h, (epoch_us(started) - epoch_us(submitted)) / 3.6e9 q FROM " + relation
                            + ") GROUP BY family ORDER BY wasted DESC, held DESC, family LIMIT " + TOP)) {
                while (found.next()) {
                    wasted += found.getDouble("wasted");
                }
            }
        }
        return wasted > 0 ? seconds(start) : Double.NaN;
    }

    private static double ours(FleetSource source) {
        long start = System.nanoTime();
        double wasted = source.sums(Instant.EPOCH, FAR, AS_OF, TOP).totals().wastedHours();
        return wasted > 0 ? seconds(start) : Double.NaN;
    }

    /** One measurement. */
    private interface Timed {
        double seconds() throws SQLException;
    }

    private void compare(String what, Timed peer, Timed ours) throws SQLException {
        peer.seconds();
        ours.seconds();
        double[] theirs = new double[rounds];
        double[] mine = new double[rounds];
        double[] ratios = new double[rounds];
        long[] processor = new long[2];
        for (int i = 0; i < rounds; i++) {
            boolean isFirst = i % 2 == 0;
            long start = processorTime();
            if (isFirst) {
                theirs[i] = peer.seconds();
            } else {
                mine[i] = ours.seconds();
            }
            long middle = processorTime();
            if (isFirst) {
                mine[i] = ours.seconds();
            } else {
                theirs[i] = peer.seconds();
            }
            processor[isFirst ? 0 : 1] += middle - start;
            processor[isFirst ? 1 : 0] += processorTime() - middle;
            ratios[i] = mine[i] / theirs[i];
        }
        System.out.printf(
                Locale.ROOT,
                "%-28s DuckDB %6.2f s, ours %6.2f s, median of %d ratios %.2f; of processor time %.2f%n",
                what,
                median(theirs),
                median(mine),
                rounds,
                median(ratios),
                (double) processor[1] / processor[0]);
    }

    private static long processorTime() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(0L);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /** The reader alone in a small heap. */
    private static void child(Path csv) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        System.out.print("the reader alone, -Xmx128m: ");
        System.out.flush();
        new ProcessBuilder(
                        java,
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FleetScan.class.getName(),
                        "alone",
                        csv.toString())
                .inheritIO()
                .start()
                .waitFor();
    }
}
