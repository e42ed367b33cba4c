package dev.amdahl.core.internal.fleet.warehouse;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Tables of generated runs: plain ones with timestamps and percents, split ones with milliseconds and shares. */
final class Warehouses {
    static final long START = 1_767_225_600_000_000L;
    private static final long HOUR = 3_600_000_000L;

    private Warehouses() {}

    static void plain(Connection connection, int rows, long seed) throws SQLException {
        // Timestamps of MariaDB end in 2038, and are of whole seconds.
        String time = connection.getMetaData().getDatabaseProductName().equals("MariaDB") ? "DATETIME(6)" : "TIMESTAMP";
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS plain_runs");
            statement.execute(
                    "CREATE TABLE plain_runs(job_id VARCHAR(20), job_name VARCHAR(40), gpus INTEGER, queued_at " + time
                            + ", began_at " + time + ", done_at " + time + ", busy REAL)");
        }
        Random random = new Random(seed);
        String cast = "CAST(? AS " + time + "), ";
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO plain_runs VALUES (?, ?, ?, " + cast + cast + cast + "?)")) {
            for (int i = 0; i < rows; i++) {
                Times times = Times.draw(random);
                List<@Nullable Object> values = new java.util.ArrayList<>();
                values.add("j" + i);
                values.add("family-" + (int) Math.abs(random.nextGaussian() * 12));
                values.add(random.nextInt(20) == 0 ? 0 : 1 << random.nextInt(4));
                values.add(sql(times.submitted));
                values.add(sql(times.started));
                values.add(sql(times.ended));
                int kind = random.nextInt(10);
                values.add(kind < 2 ? null : kind == 2 ? Float.valueOf(0) : Float.valueOf(random.nextInt(1001) / 16f));
                insert(insert, values);
            }
            insert.executeBatch();
        }
    }

    static void split(Connection connection, int rows, long seed) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS split_runs");
            statement.execute(
                    "CREATE TABLE split_runs(id VARCHAR(20), family VARCHAR(40), accelerators BIGINT, submitted"
                            + " BIGINT, started BIGINT, ended BIGINT, idle NUMERIC(9,6), low NUMERIC(9,6), high NUMERIC(9,6),"
                            + " unseen_share NUMERIC(9,6), useful_in_low NUMERIC(9,6), mig INTEGER)");
        }
        Random random = new Random(seed);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO split_runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (int i = 0; i < rows; i++) {
                Times times = Times.draw(random);
                boolean isMeasured = random.nextInt(4) > 0;
                int idle = random.nextInt(10) == 0 ? 4 : random.nextInt(5);
                int unknown = random.nextInt(3) == 0 ? Math.min(4, 4 - idle) : 0;
                int low = random.nextInt(5 - idle - unknown);
                List<@Nullable Object> values = new java.util.ArrayList<>();
                values.add("j" + i);
                values.add("family/" + random.nextInt(30));
                values.add(1L << random.nextInt(4));
                values.add(times.submitted / 1000);
                values.add(times.started == null ? null : times.started / 1000);
                values.add(times.ended == null ? null : times.ended / 1000);
                values.add(isMeasured ? java.math.BigDecimal.valueOf(idle / 4.0) : null);
                values.add(isMeasured ? java.math.BigDecimal.valueOf(low / 4.0) : null);
                values.add(isMeasured ? java.math.BigDecimal.valueOf((4 - idle - unknown - low) / 4.0) : null);
                values.add(isMeasured ? java.math.BigDecimal.valueOf(unknown / 4.0) : null);
                values.add(random.nextBoolean() ? null : java.math.BigDecimal.valueOf(.25));
                values.add(random.nextInt(5) == 0 ? 250 : 1000);
                insert(insert, values);
            }
            insert.executeBatch();
        }
    }

    static Connection open(String url) throws SQLException {
        return DriverManager.getConnection(url);
    }

    private static void insert(PreparedStatement insert, List<@Nullable Object> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            insert.setObject(i + 1, values.get(i));
        }
        insert.addBatch();
    }

    private static @Nullable String sql(@Nullable Long micros) {
        return micros == null
                ? null
                : java.time.LocalDateTime.ofEpochSecond(
                                Math.floorDiv(micros, 1_000_000L),
                                (int) Math.floorMod(micros, 1_000_000L) * 1000,
                                java.time.ZoneOffset.UTC)
                        .format(java.time.format.DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS"));
    }

    private record Times(
            Long submitted,
            @Nullable Long started,
            @Nullable Long ended) {
        static Times draw(Random random) {
            long submitted =
                    START + (random.nextLong() & 0x7FFFFFFF) % 2_000_000 * 1_000_000L + random.nextInt(1000) * 1000L;
            int kind = random.nextInt(20);
            long started = submitted + random.nextInt(5000) * 1_000_000L;
            long ended = started + (random.nextLong() & 0x7FFFFFFF) % (40 * HOUR / 1000) * 1000;
            if (kind == 0) {
                return new Times(submitted, null, random.nextBoolean() ? null : ended);
            }
            return new Times(submitted, started, kind == 1 ? null : ended);
        }
    }
}
