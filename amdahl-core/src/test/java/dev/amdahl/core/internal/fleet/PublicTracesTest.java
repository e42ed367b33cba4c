package dev.amdahl.core.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.job.FamilySums;
import dev.amdahl.spi.job.FleetSums;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The ready-made mappings against what DuckDB says of the same files, by statements written apart. */
final class PublicTracesTest {
    private static final Instant FAR = Instant.parse("9999-01-01T00:00:00Z");

    @Test
    void genAiPodsRankAsSqlRanksThem() throws SQLException {
        Path folder = Requires.data("fleet/alibaba-genai2026");
        FleetSums sums = scan("alibaba-genai2026", folder);
        List<Row> reference = query("""
                WITH samples AS (
                    SELECT container_ip pod, timestamp_anon t, value / 100 u,
                           LEAD(timestamp_anon) OVER (PARTITION BY container_ip ORDER BY timestamp_anon) AS after
                    FROM read_csv('%s/pod_gpu_duty_cycle_anon.csv'))
                SELECT pod, (MAX(t) + 57 - MIN(t)) / 3600 held,
                       SUM(LEAST(COALESCE(after - t, 57), 57)) / 3600 measured,
                       SUM((1 - u) * LEAST(COALESCE(after - t, 57), 57)) / 3600 wasted
                FROM samples GROUP BY pod ORDER BY wasted DESC, pod""", folder);

        assertThat(reference).hasSize(80);
        assertThat(sums.families())
                .extracting(FamilySums::family)
                .isEqualTo(reference.stream().map(Row::name).toList());
        for (int i = 0; i < reference.size(); i++) {
            FamilySums pod = sums.families().get(i);
            assertThat(pod.heldHours()).isCloseTo(reference.get(i).held(), within(1e-9));
            assertThat(pod.measuredHours()).isCloseTo(reference.get(i).measured(), within(1e-9));
            assertThat(pod.wastedHours()).isCloseTo(reference.get(i).wasted(), within(1e-9));
        }
        assertThat(sums.totals().heldHours() - sums.totals().measuredHours())
                .as("gaps are unknown")
                .isGreaterThan(10);
    }

    @Test
    void requestsOf2023AreHeldByTheirShareOfAGpu() throws SQLException {
        Path folder = Requires.data("fleet/alibaba-gpu-v2023");
        FleetSums sums = scan("alibaba-gpu-v2023", folder);
        List<Row> reference = query("""
                SELECT qos || '/' || num_gpu || '/' || gpu_milli fam,
                       COALESCE(SUM(num_gpu * gpu_milli / 1000.0 * (deletion_time - scheduled_time)), 0) / 3600 held,
                       0, SUM(COALESCE(scheduled_time, deletion_time) - creation_time) / 3600 AS queued
                FROM read_csv('%s/openb_pod_list_default.csv') WHERE num_gpu > 0 GROUP BY fam""", folder);

        assertThat(sums.families()).hasSameSizeAs(reference).hasSizeGreaterThan(20);
        for (Row row : reference) {
            FamilySums family = family(sums, row.name());
            assertThat(family.heldHours()).isCloseTo(row.held(), within(1e-6));
            assertThat(family.queueHours()).isCloseTo(row.wasted(), within(1e-6));
            assertThat(family.measuredRuns()).isZero();
        }
        assertThat(sums.notes()).anyMatch(note -> note.contains("no utilisation"));
    }

    @Test
    void instancesOf2025CountWithinTheTrace() throws SQLException {
        Path folder = Requires.data("fleet/alibaba-gpu-v2025");
        FleetSums sums = scan("alibaba-gpu-v2025", folder);
        List<Row> reference = query("""
                SELECT app_name || '/' || role fam,
                       SUM(gpu_request * (COALESCE(deletion_time, 2677379) - COALESCE(scheduled_time, 0))) / 3600 held, 0, 0
                FROM read_csv('%s/disaggregated_DLRM_trace.subset.csv') WHERE gpu_request > 0 GROUP BY fam""", folder);

        assertThat(sums.families()).hasSameSizeAs(reference).hasSizeGreaterThan(20);
        for (Row row : reference) {
            assertThat(family(sums, row.name()).heldHours()).isCloseTo(row.held(), within(1e-6));
        }
    }

    @Test
    void heliosClustersWasteWhatNobodyHeld() throws SQLException {
        Path folder = Requires.data("fleet/helios-earth");
        FleetSums sums = scan("helios", folder);
        Row reference = query("""
                SELECT 'vc3sl', SUM(total_gpu_num) / 60.0, 0, SUM(idle_gpu_num) / 60.0
                FROM read_csv('%s/vc3sl.cluster_sequence_vc.csv')""", folder).get(0);

        assertThat(sums.families()).hasSize(2);
        assertThat(family(sums, "vc3sl").heldHours()).isCloseTo(reference.held(), within(1e-6));
        assertThat(family(sums, "vc3sl").wastedHours()).isCloseTo(reference.wasted(), within(1e-6));
    }

    @Test
    void distributionsGiveTheirMean() {
        FleetSums sums = scan("acme-util", Requires.data("fleet/acme-util-cdf"));

        assertThat(sums.families()).hasSize(3).allSatisfy(family -> {
            assertThat(family.heldHours()).isEqualTo(1);
            assertThat(family.wastedHours()).isBetween(.2, .8);
        });
    }

    private static FleetSums scan(String mapping, Path folder) {
        return Mapping.named(mapping)
                .source(folder, Map.of(), BadRows.FAIL)
                .sums(Instant.EPOCH, FAR, FAR, Integer.MAX_VALUE);
    }

    private static FamilySums family(FleetSums sums, String name) {
        return sums.families().stream()
                .filter(family -> family.family().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private record Row(String name, double held, double measured, double wasted) {}

    private static List<Row> query(String sql, Path folder) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(String.format(java.util.Locale.ROOT, sql, folder))) {
            while (found.next()) {
                rows.add(new Row(found.getString(1), found.getDouble(2), found.getDouble(3), found.getDouble(4)));
            }
        }
        return rows;
    }
}
