package dev.amdahl.core.internal.fleet.warehouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.testing.PrivateMariadb;
import dev.amdahl.core.testing.PrivatePostgres;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times without a zone are UTC, in whatever zone the process runs. */
final class ZonesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:", "jdbc:duckdb:"})
    void inFiles(String kind) throws SQLException, IOException {
        assertSameEverywhere(kind + folder.resolve("zones"));
    }

    @Test
    void inPostgresql() throws SQLException, IOException {
        try (PrivatePostgres server = PrivatePostgres.start().orElse(null)) {
            if (server == null) {
                Requires.program("initdb");
                return;
            }
            assertSameEverywhere(server.plainUrl());
        }
    }

    @Test
    void inMariadb() throws SQLException, IOException {
        try (PrivateMariadb server = PrivateMariadb.start().orElse(null)) {
            if (server == null) {
                Requires.program("mariadbd");
                return;
            }
            assertSameEverywhere(server.url());
        }
    }

    private static void assertSameEverywhere(String url) throws SQLException, IOException {
        try (Connection connection = Warehouses.open(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE text_runs(family VARCHAR(9), started VARCHAR(30))");
            statement.execute("CREATE TABLE bare_runs(family VARCHAR(9), started TIMESTAMP)");
            statement.execute("INSERT INTO text_runs VALUES ('f', '2026-07-01 00:00:00')");
            statement.execute("INSERT INTO bare_runs VALUES ('f', TIMESTAMP '2026-07-01 00:00:00')");
        }
        Set<String> told = new TreeSet<>();
        for (String zone : new String[] {"UTC", "America/New_York"}) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin/java").toString(),
                            "-Duser.timezone=" + zone,
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ZoneProbe.class.getName(),
                            url)
                    .redirectErrorStream(true)
                    .start();
            told.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }

        assertThat(told).containsExactly("text_runs 24.0\nbare_runs 24.0\n");
    }
}
