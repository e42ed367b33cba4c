package dev.amdahl.core.internal.fleet.warehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.fleet.BadRows;
import dev.amdahl.core.internal.fleet.Columns;
import dev.amdahl.core.testing.PrivateMariadb;
import dev.amdahl.core.testing.PrivatePostgres;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.FamilyDay;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.FleetSource;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTotals;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same table added up by SQL and from its runs gives the same. */
final class PushDownTest {
    private static final Columns PLAIN =
            Columns.parse("id=job_id,family=job_name,accelerators=gpus,submitted=queued_at,started=began_at,"
                    + "ended=done_at,utilisation=busy,unit=percent");
    private static final Columns UNMEASURED = Columns.parse(
            "id=job_id,family=job_name,accelerators=gpus,submitted=queued_at,started=began_at,ended=done_at");
    private static final Columns SPLIT = Columns.parse("time=millis,unknown=unseen_share,share=mig,share_of=1000");
    private static final Instant FROM = Instant.parse("2026-01-05T00:00:00Z");
    private static final Instant TO = Instant.parse("2026-01-15T00:00:00Z");
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");
    private static final int ROWS = 500;

    @TempDir
    Path folder;

    @Test
    void h2() throws SQLException {
        agrees("jdbc:h2:" + folder.resolve("fleet"));
    }

    @Test
    void duckdb() throws SQLException {
        agrees("jdbc:duckdb:" + folder.resolve("fleet.db"));
    }

    @Test
    void postgresql() throws SQLException {
        try (PrivatePostgres server = PrivatePostgres.start().orElse(null)) {
            if (server == null) {
                Requires.program("initdb");
                return;
            }
            agrees(server.plainUrl());
        }
    }

    @Test
    void mariadb() throws SQLException {
        try (PrivateMariadb server = PrivateMariadb.start().orElse(null)) {
            if (server == null) {
                Requires.program("mariadbd");
                return;
            }
            agrees(server.url());
        }
    }

    private static void agrees(String url) throws SQLException {
        try (Connection connection = Warehouses.open(url)) {
            Warehouses.plain(connection, ROWS, 1);
            Warehouses.split(connection, ROWS, 2);
        }
        leavesOut(url, PLAIN, true);
        leavesOut(url, UNMEASURED, false);
        knowsNoQueue(url);
        for (FleetSource source : List.of(
                JdbcFleetSource.table(url, "plain_runs", PLAIN, BadRows.FAIL),
                JdbcFleetSource.table(url, "split_runs", SPLIT, BadRows.FAIL),
                JdbcFleetSource.query(url, "SELECT * FROM split_runs WHERE accelerators < 8;", SPLIT, BadRows.FAIL))) {
            agrees(source, Instant.EPOCH, FAR, Integer.MAX_VALUE);
            agrees(source, FROM, TO, 7);
            days(source);
        }
    }

    /** Runs that do not say when they were submitted are counted, but not as having waited for no time. */
    private static void knowsNoQueue(String url) throws SQLException {
        Columns starts = Columns.parse("id=job_id,family=job_name,accelerators=gpus,started=began_at,ended=done_at");
        FleetSource none = JdbcFleetSource.query(
                url,
                "SELECT job_id, job_name, gpus, began_at, done_at FROM plain_runs WHERE began_at IS NOT NULL",
                starts,
                BadRows.FAIL);
        FleetSource some = JdbcFleetSource.query(
                url,
                "SELECT job_id, job_name, gpus, CASE WHEN gpus > 1 THEN queued_at END AS submitted, began_at, done_at"
                        + " FROM plain_runs WHERE began_at IS NOT NULL",
                starts,
                BadRows.SKIP);

        agrees(none, FROM, TO, 7);
        agrees(some, FROM, TO, 7);
        FleetTotals unknown = none.sums(Instant.EPOCH, FAR, TO, 5).totals();
        FleetTotals known = some.sums(Instant.EPOCH, FAR, TO, 5).totals();
        assertThat(unknown.runs()).isPositive().isEqualTo(known.runs());
        assertThat(unknown.queuedRuns()).isZero();
        assertThat(known.queuedRuns()).isPositive().isLessThan(known.runs());
    }

    /** Each kind of row that cannot be is found by the fast statement and left out by the careful one. */
    private static void leavesOut(String url, Columns columns, boolean isMeasured) throws SQLException {
        JdbcFleetSource strict = JdbcFleetSource.table(url, "plain_runs", columns, BadRows.FAIL);
        JdbcFleetSource lenient = JdbcFleetSource.table(url, "plain_runs", columns, BadRows.SKIP);
        FleetSums before = strict.sums(Instant.EPOCH, FAR, TO, 5);
        for (String bad : List.of(
                "NULL, 1, '2026-01-05', '2026-01-06', '2026-01-07', 5",
                "'', 1, '2026-01-05', '2026-01-06', '2026-01-07', 5",
                "'f', 1, NULL, NULL, '2026-01-07', 5",
                "'f', 1, '2026-01-06', '2026-01-05', '2026-01-07', 5",
                "'f', 1, '2026-01-05', '2026-01-07', '2026-01-06', 5",
                "'f', 1, '2026-01-05', NULL, '2026-01-04', 5",
                "'f', -1, '2026-01-05', '2026-01-06', '2026-01-07', 5",
                "'f', 10000000, '2026-01-05', '2026-01-06', '2026-01-07', 5",
                "'f', 1, '2026-01-05', '2026-01-06', '2026-01-07', 101",
                "'f', 1, '2026-01-05', '2026-01-06', '2026-01-07', -1",
                "'f', 1, '1970-01-21', '1970-01-22', '1970-01-23', 5",
                "'f', 1, '2026-01-05', '2026-01-06', '2400-01-07', 5",
                "'f', 1, '2026-01-05', '2300-01-06', NULL, 5")) {
            if (!isMeasured && bad.matches(".*, (101|-1)")) {
                continue;
            }
            try (Connection connection = Warehouses.open(url);
                    Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO plain_runs VALUES ('bad', " + bad + ")");
            }
            FleetSums sums = lenient.sums(Instant.EPOCH, FAR, TO, 5);
            assertThat(sums.rejected()).as(bad).isEqualTo(1);
            assertThat(sums.rejects()).hasSize(1);
            assertSame(figures(sums.totals()), figures(before.totals()));
            assertThatThrownBy(() -> strict.sums(Instant.EPOCH, FAR, TO, 5))
                    .as(bad)
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("plain_runs");
            try (Connection connection = Warehouses.open(url);
                    Statement statement = connection.createStatement()) {
                statement.execute("DELETE FROM plain_runs WHERE job_id = 'bad'");
            }
        }
    }

    private static void agrees(FleetSource source, Instant from, Instant to, int top) {
        FleetSums pushed = source.sums(from, to, TO, top);
        FleetSums read = inJava(source).sums(from, to, TO, top);

        assertThat(pushed.families()).hasSizeGreaterThan(6).hasSameSizeAs(read.families());
        for (int i = 0; i < read.families().size(); i++) {
            assertSame(
                    figures(pushed.families().get(i)), figures(read.families().get(i)));
        }
        assertThat(pushed.families())
                .extracting(FamilySums::family)
                .isEqualTo(read.families().stream().map(FamilySums::family).toList());
        assertSame(figures(pushed.totals()), figures(read.totals()));
        assertThat(pushed.totals().first().map(Instant::toEpochMilli))
                .isEqualTo(read.totals().first().map(Instant::toEpochMilli));
        assertThat(pushed.totals().last().map(Instant::toEpochMilli))
                .isEqualTo(read.totals().last().map(Instant::toEpochMilli));
    }

    private static void days(FleetSource source) {
        Comparator<FamilyDay> order = Comparator.comparing(
                        (FamilyDay day) -> day.ended().toString())
                .thenComparing(day -> day.sums().family());
        List<FamilyDay> pushed = new ArrayList<>(source.days(FROM, TO, TO));
        List<FamilyDay> read = new ArrayList<>(inJava(source).days(FROM, TO, TO));
        pushed.sort(order);
        read.sort(order);

        assertThat(pushed).hasSizeGreaterThan(20).hasSameSizeAs(read);
        for (int i = 0; i < read.size(); i++) {
            assertThat(pushed.get(i).ended()).isEqualTo(read.get(i).ended());
            assertThat(pushed.get(i).sums().family())
                    .isEqualTo(read.get(i).sums().family());
            assertSame(figures(pushed.get(i).sums()), figures(read.get(i).sums()));
        }
    }

    /** The same runs, added up by the default methods. */
    private static FleetSource inJava(FleetSource source) {
        return new FleetSource() {
            @Override
            public Stream<FleetJob> jobs(Instant from, Instant to) {
                return source.jobs(from, to);
            }
        };
    }

    private static void assertSame(double[] one, double[] other) {
        for (int i = 0; i < one.length; i++) {
            assertThat(one[i])
                    .as("figure %d of %s", i, java.util.Arrays.toString(one))
                    .isCloseTo(other[i], within(1e-9 * Math.max(1, Math.abs(other[i]))));
        }
    }

    private static double[] figures(FamilySums sums) {
        return new double[] {
            sums.runs(),
            sums.heldHours(),
            sums.measuredHours(),
            sums.wastedHours(),
            sums.untouchedRuns(),
            sums.untouchedHours(),
            sums.queueHours(),
            sums.queuedRuns(),
            sums.measuredRuns(),
            sums.shareSum(),
            sums.shareSquares()
        };
    }

    private static double[] figures(FleetTotals totals) {
        return new double[] {
            totals.families(),
            totals.runs(),
            totals.heldHours(),
            totals.measuredHours(),
            totals.wastedHours(),
            totals.untouchedHours(),
            totals.queueHours(),
            totals.queuedRuns(),
            totals.measuredFamilies(),
            totals.measuredRuns(),
            totals.shareSum(),
            totals.squaredDeviations(),
            totals.meanSum(),
            totals.meanSquares(),
            totals.inverseRuns()
        };
    }
}
