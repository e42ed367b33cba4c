package dev.amdahl.core.internal.fleet.warehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.fleet.BadRows;
import dev.amdahl.core.internal.fleet.Columns;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import dev.amdahl.spi.job.FleetSums;
import dev.amdahl.spi.job.FleetTally;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BadWarehousesTest {
    private static final Instant AS_OF = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");
    private static final String MAPPED =
            "id=job_id,family=job_name,accelerators=gpus,submitted=queued_at,started=began_at,"
                    + "ended=done_at,utilisation=busy,unit=percent";

    @TempDir
    Path folder;

    private String url() throws SQLException {
        String url = "jdbc:h2:" + folder.resolve("fleet");
        try (Connection connection = Warehouses.open(url)) {
            Warehouses.plain(connection, 400, 3);
            Warehouses.split(connection, 50, 3);
        }
        return url;
    }

    /** One takes the call and never answers, the other is not there. */
    @ParameterizedTest
    @CsvSource({"jdbc:postgresql, within 0.5 s", "jdbc:mariadb, within 0.5 s"})
    void databaseThatHangsOrIsDownIsSaidInALine(String scheme, String said) throws IOException {
        int port;
        try (ServerSocket hung = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            port = hung.getLocalPort();
            String url = scheme + "://127.0.0.1:" + port + "/slurm_acct_db";
            assertThatThrownBy(() -> Connections.open(url, url, Map.of(), Duration.ofMillis(500)))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining(said);
        }
        JdbcFleetSource down =
                JdbcFleetSource.table(scheme + "://127.0.0.1:" + port + "/x", "t", Columns.parse(MAPPED), BadRows.FAIL);
        assertThatThrownBy(() -> down.sums(Instant.EPOCH, FAR, FAR, 3))
                .isInstanceOf(UnavailableException.class)
                .hasMessageStartingWith(scheme + "://127.0.0.1:" + port)
                .hasMessageNotContaining("\n");
    }

    @Test
    void noRowIsFetchedThatCanBeAddedUpThere() throws SQLException {
        AtomicLong rows = new AtomicLong();
        Driver counting = new CountingDriver(rows);
        DriverManager.registerDriver(counting);
        try {
            String counted = url().replace("jdbc:h2:", "jdbc:counted:h2:");
            JdbcFleetSource source = JdbcFleetSource.table(counted, "plain_runs", Columns.parse(MAPPED), BadRows.FAIL);

            assertThat(source.sums(Instant.EPOCH, FAR, FAR, 3).families()).hasSize(3);
            assertThat(rows.get()).as("rows fetched of 400").isBetween(3L, 12L);
        } finally {
            DriverManager.deregisterDriver(counting);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain_runs | family=job_nam,submitted=queued_at | there is no column 'job_nam' for 'family'; nearest: 'JOB_NAME'",
                "plain_runs | family=job_name | there is no column 'submitted' for 'submitted'; nearest: ",
                "split_runs | unit=percent | holds numbers; name their unit: --columns time=epoch-seconds",
                "split_runs | time=epoch-seconds | name the unit: --columns time=millis",
                "no_table | family=x | check the table, its columns and your permissions"
            })
    void wrongColumnsAndUnitsAreNamed(String table, String columns, String message) throws SQLException {
        JdbcFleetSource source = JdbcFleetSource.table(url(), table, Columns.parse(columns), BadRows.FAIL);

        assertThatThrownBy(() -> source.sums(Instant.EPOCH, FAR, FAR, 3))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message)
                .hasMessageContaining(table);
    }

    @Test
    void aMissingDriverNamesItsJar() {
        assertThatThrownBy(() -> JdbcFleetSource.table(
                                "jdbc:trino://host:8080/hive", "jobs", Columns.DEFAULT, BadRows.FAIL)
                        .sums(Instant.EPOCH, FAR, FAR, 3))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("jdbc:trino://host:8080/hive")
                .hasMessageContaining("its driver is not on the class path; add trino-jdbc-VERSION.jar: java -cp");
    }

    @Test
    void aServerThatIsDownIsUnavailable() {
        assertThatThrownBy(() -> JdbcFleetSource.table(
                                "jdbc:postgresql://127.0.0.1:1/db", "jobs", Columns.DEFAULT, BadRows.FAIL)
                        .sums(Instant.EPOCH, FAR, FAR, 3))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/db");
    }

    @Test
    void aRefusedUserIsToldWhereToPutCredentials() throws SQLException {
        String url = "jdbc:h2:" + folder.resolve("locked");
        try (Connection connection = DriverManager.getConnection(url, "ada", "secret")) {
            Warehouses.plain(connection, 5, 1);
        }
        assertThatThrownBy(() -> source(url, Map.of("AMDAHL_FLEET_USER", "ada", "AMDAHL_FLEET_PASSWORD", "wrong"))
                        .sums(Instant.EPOCH, FAR, FAR, 3))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("it refuses this user")
                .hasMessageContaining("AMDAHL_FLEET_PASSWORD")
                .hasMessageNotContaining("wrong");
        assertThat(source(url, Map.of("AMDAHL_FLEET_USER", "ada", "AMDAHL_FLEET_PASSWORD", "secret"))
                        .sums(Instant.EPOCH, FAR, FAR, 3)
                        .totals()
                        .runs())
                .isPositive();
        assertThatThrownBy(() -> source(url + ";PASSWORD=secret", Map.of()).sums(Instant.EPOCH, FAR, FAR, 3))
                .hasMessageContaining("the URL holds a password")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> source("jdbc:postgresql://ada:secret@127.0.0.1:1/db", Map.of())
                        .sums(Instant.EPOCH, FAR, FAR, 3))
                .hasMessageContaining("the URL holds a password")
                .hasMessageNotContaining("secret");
    }

    private static JdbcFleetSource source(String url, Map<String, String> environment) {
        return new JdbcFleetSource(url, "plain_runs", "here", Columns.parse(MAPPED), BadRows.FAIL, environment);
    }

    @Test
    void aTableNameIsNoStatement() {
        assertThatThrownBy(() ->
                        JdbcFleetSource.table("jdbc:h2:x", "jobs; DROP TABLE jobs", Columns.DEFAULT, BadRows.FAIL))
                .hasMessageContaining("use --query");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:trino://h/c | DOUBLE | to_unixtime(with_timezone(CAST(\"t\" AS TIMESTAMP(6)), 'UTC'))",
                "jdbc:hive2://h/c | DOUBLE | unix_micros(CAST(`t` AS TIMESTAMP))",
                "jdbc:databricks://h | DOUBLE | unix_micros(CAST(`t` AS TIMESTAMP))",
                "jdbc:clickhouse://h | Nullable(Float64) | toUnixTimestamp64Micro(toDateTime64(\"t\", 6, 'UTC'))",
                "jdbc:duckdb: | DOUBLE | epoch_us(\"t\")",
                "jdbc:postgresql://h | DOUBLE PRECISION | date_part('epoch', \"t\")",
                "jdbc:other://h | DOUBLE PRECISION | EXTRACT(EPOCH FROM \"t\")"
            })
    void eachDialectIsWrittenItsOwnWay(String url, String real, String time) {
        Dialect dialect = Dialect.of(url);

        assertThat(dialect.real("x")).isEqualTo("CAST(x AS " + real + ")");
        assertThat(dialect.microsOfTimestamp(dialect.quote("t"))).contains(time);
        assertThat(dialect.without("f", "-[0-9]+$")).contains("f, '-[0-9]+$', ''");
        assertThat(List.of(dialect.driver())).isNotEmpty();
    }

    @Test
    void rowsWithoutAcceleratorsDoNotMakeTheTableReadTwice() throws SQLException {
        String url = url();
        AtomicLong rows = new AtomicLong();
        CountingDriver counting = new CountingDriver(rows);
        DriverManager.registerDriver(counting);
        try {
            JdbcFleetSource source = JdbcFleetSource.table(
                    url.replace("jdbc:h2:", "jdbc:counted:h2:"), "plain_runs", Columns.parse(MAPPED), BadRows.FAIL);
            FleetSums sums = source.sums(Instant.EPOCH, FAR, AS_OF, 3);

            assertThat(sums.notes()).anyMatch(note -> note.contains("rows without accelerators left out"));
            assertThat(rows.get())
                    .as("one answer of 3 families and two rows more")
                    .isEqualTo(5);
            assertThat(sums.totals().runs())
                    .isEqualTo(FleetTally.sum(3, tally -> source.tell(Instant.EPOCH, FAR, tally.until(AS_OF)))
                            .totals()
                            .runs());
        } finally {
            DriverManager.deregisterDriver(counting);
        }
    }

    @ParameterizedTest
    @CsvSource({"jdbc:duckdb:", "jdbc:h2:"})
    void aNumberThatIsNoneIsABadRowAndNothingIsNot(String kind) throws SQLException {
        String url = kind + folder.resolve("nan");
        try (Connection connection = Warehouses.open(url);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE nan_runs(family VARCHAR(9), started TIMESTAMP, ended TIMESTAMP, utilisation DOUBLE PRECISION)");
            for (String share : List.of(".5", "NULL", "CAST('NaN' AS DOUBLE PRECISION)")) {
                statement.execute("INSERT INTO nan_runs VALUES ('f', TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP"
                        + " '2026-01-01 01:00:00', " + share + ")");
            }
        }
        FleetSums sums = JdbcFleetSource.table(url, "nan_runs", Columns.DEFAULT, BadRows.SKIP)
                .sums(Instant.EPOCH, FAR, FAR, 3);

        assertThat(sums.rejected()).isEqualTo(1);
        assertThat(sums.totals().heldHours()).isEqualTo(2);
        assertThat(sums.totals().wastedHours()).isEqualTo(.5);
        try (Connection connection = Warehouses.open(url)) {
            Relation relation = Relation.of(connection, Dialect.TRINO, "nan_runs", "here", Columns.DEFAULT);
            RunFaults faults = new RunFaults(relation, false);
            assertThat(List.of(faults.isBad(), faults.isOdd()))
                    .as("where comparisons with NaN are false, only what is asked for the right way round finds it")
                    .allSatisfy(sql -> assertThat(sql).contains("NOT (u >= 0 AND u <= 1)"));
        }
    }

    @Test
    void aRowWithoutAcceleratorsThatCannotBeIsSaid() throws SQLException {
        String url = url();
        try (Connection connection = Warehouses.open(url);
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO plain_runs VALUES ('bad', 'f', 0, TIMESTAMP '2026-01-01 00:00:00', TIMESTAMP"
                    + " '2026-01-01 02:00:00', TIMESTAMP '2026-01-01 01:00:00', 1)");
        }

        assertThatThrownBy(() -> JdbcFleetSource.table(url, "plain_runs", Columns.parse(MAPPED), BadRows.FAIL)
                        .sums(Instant.EPOCH, FAR, FAR, 3))
                .hasMessageContaining("'ended' is before 'started'");
    }

    /** Passes everything to H2 and counts the rows that are fetched. */
    private record CountingDriver(AtomicLong rows) implements Driver {
        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("jdbc:counted:");
        }

        @Override
        public Connection connect(String url, Properties properties) throws SQLException {
            return counted(
                    Connection.class, DriverManager.getConnection(url.replace("jdbc:counted:", "jdbc:"), properties));
        }

        private <T> T counted(Class<T> type, Object real) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                        try {
                            Object answer = method.invoke(real, arguments);
                            if (method.getName().equals("next") && Boolean.TRUE.equals(answer)) {
                                rows.incrementAndGet();
                            }
                            return answer instanceof Statement
                                    ? counted(Statement.class, answer)
                                    : answer instanceof ResultSet ? counted(ResultSet.class, answer) : answer;
                        } catch (InvocationTargetException e) {
                            throw e.getTargetException();
                        }
                    }));
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }
}
