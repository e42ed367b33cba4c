package dev.amdahl.core.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ledgers whose schema is older or newer than this library's. */
final class SchemaVersionTest {
    private static final Path FIRST = Path.of("src", "test", "resources", "ledger", "v1");

    @TempDir
    private Path folder;

    @Test
    void aNewerSchemaIsRefusedInOneLineThatNamesBothVersions() throws SQLException, IOException {
        int mine = LedgerStore.schemaVersion();
        Ledger.open(url("newer")).close();
        sql("newer", "INSERT INTO migration (version, name) VALUES (" + (mine + 1) + ", 'later.sql')");

        assertThatThrownBy(() -> Ledger.open(url("newer")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("its schema is version " + (mine + 1))
                .hasMessageContaining("version " + mine + ", the newest that this library knows")
                .hasMessageContaining("update the library")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).noneMatch(file -> file.toString().contains(".v"));
        }
    }

    /** The small letter of I is another one than i in Turkish, and databases follow the user's language. */
    @Test
    void aLedgerIsTheSameInEveryLanguage() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            assertThat("MIGRATION".toLowerCase(Locale.getDefault())).isNotEqualTo("migration");
            Ledger.open(url("turkish")).close();
            assertThat(view("turkish").live()).isEmpty();
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void anUpgradeThatDiesAtAnyPointIsDoneByTheNextOpening() throws SQLException, IOException {
        int points = killedAt(Integer.MAX_VALUE, "whole");
        assertThat(points).isGreaterThan(10);
        LedgerView whole = view("whole");
        assertThat(whole.dossiers()).isNotEmpty();
        for (int last : List.of(1, points / 2, points)) {
            String name = "killed" + last;
            assertThat(killedAt(last, name)).isEqualTo(last);
            assertThat(version(name)).as("version after a kill at %s", last).isEqualTo(1);
            assertThat(view(name)).isEqualTo(whole);
            assertThat(version(name)).isEqualTo(LedgerStore.schemaVersion());
            assertThat(folder.resolve(name + ".mv.db.v1.zip")).isNotEmptyFile();
        }
    }

    /** Opens a ledger of version 1 and dies at that point of its upgrade; returns how many it has passed. */
    private int killedAt(int last, String name) throws IOException {
        try (InputStream packed = new GZIPInputStream(Files.newInputStream(FIRST.resolve("ends.mv.db.gz")))) {
            Files.copy(packed, folder.resolve(name + ".mv.db"));
        }
        Files.copy(FIRST.resolve("ends.secret"), folder.resolve(name + ".secret"));
        int[] passed = new int[1];
        try (FailPoints.Installed installed = FailPoints.install(point -> {
            if (point == FailPoint.MIGRATION_APPLIED && ++passed[0] == last) {
                throw new UnsupportedOperationException("killed");
            }
        })) {
            assertThat(installed).isNotNull();
            if (last == Integer.MAX_VALUE) {
                Ledger.open(url(name)).close();
            } else {
                assertThatThrownBy(() -> Ledger.open(url(name))).isInstanceOf(AmdahlException.class);
            }
        }
        return passed[0];
    }

    private LedgerView view(String name) {
        try (Ledger ledger = Ledger.open(url(name))) {
            assertThat(ledger.verify().problems()).isEmpty();
            return ledger.view();
        }
    }

    private String url(String name) {
        return folder.resolve(name).toString();
    }

    private int version(String name) throws SQLException {
        return sql(name, "SELECT MAX(version) FROM migration");
    }

    private int sql(String name, String text) throws SQLException {
        LedgerLocation location = LedgerLocation.of(url(name));
        try (Connection connection = Database.open(location, 1);
                Statement statement = connection.createStatement()) {
            if (!statement.execute(text)) {
                return statement.getUpdateCount();
            }
            try (ResultSet result = statement.getResultSet()) {
                assertThat(result.next()).isTrue();
                return result.getInt(1);
            }
        } finally {
            Database.release(location);
        }
    }
}
