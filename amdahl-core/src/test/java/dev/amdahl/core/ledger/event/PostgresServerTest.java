package dev.amdahl.core.ledger.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresServerTest {
    private static final String URL =
            "jdbc:postgresql://db.example:5433/perf?user=ada&password=s3cret%26x&currentSchema=team";

    private static LedgerLocation location(String url, Map<String, String> environment) {
        return PostgresServer.location(url, environment::get);
    }

    @Test
    void urlNamesServerUserAndSchema() {
        LedgerLocation location = location(URL + "&folder=%2Fsrv%2Fa%20b", Map.of());
        assertThat(location.isOnServer()).isTrue();
        assertThat(location.server().orElseThrow().url()).isEqualTo("jdbc:postgresql://db.example:5433/perf");
        assertThat(location.server().orElseThrow().schema()).isEqualTo("team");
        assertThat(location.server().orElseThrow().settings())
                .containsExactlyInAnyOrderEntriesOf(Map.of("user", "ada", "password", "s3cret&x"));
        assertThat(location.reviews()).contains(Path.of("/srv/a b/ledger.reviews"));
        assertThat(location.head()).contains(Path.of("/srv/a b/ledger.head"));
        assertThat(location.eventFile()).isEmpty();
        assertThat(location.database()).isEmpty();
    }

    @Test
    void environmentFillsInWhatTheUrlLeavesOut() {
        Map<String, String> environment =
                Map.of("PGUSER", "bob", "PGPASSWORD", "hidden", "XDG_STATE_HOME", "/var/state");
        LedgerLocation location = location("jdbc:postgresql://db/perf", environment);
        assertThat(location.server().orElseThrow().settings())
                .containsExactlyInAnyOrderEntriesOf(Map.of("user", "bob", "password", "hidden"));
        assertThat(location.reviews()).contains(Path.of("/var/state/amdahl/db-5432-perf-public/ledger.reviews"));
        assertThat(location("jdbc:postgresql://db/perf?user=ada", environment)
                        .server()
                        .orElseThrow()
                        .settings())
                .containsEntry("user", "ada");
    }

    @Test
    void passwordIsNeverShown() {
        assertThat(location(URL, Map.of()).toString()).contains("db.example").doesNotContain("s3cret");
        assertThat(location(URL, Map.of()).name()).isEqualTo("postgresql://db.example:5433/perf#team");
        assertThat(LedgerLocation.withoutPassword(URL))
                .isEqualTo("jdbc:postgresql://db.example:5433/perf?user=ada&currentSchema=team");
        assertThat(LedgerLocation.withoutPassword("jdbc:postgresql://h/d?password=s3cret"))
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql:perf?password=s3cret",
                "jdbc:postgresql://ada:s3cret@db/perf",
                "jdbc:postgresql://db/?password=s3cret",
                "jdbc:postgresql://db/a;b?password=s3cret",
                "jdbc:postgresql://db/perf?password=s3cret&socketFactory=evil.Factory",
                "jdbc:postgresql://db/perf?password=s3cret&currentSchema=a\"b",
                "jdbc:postgresql://db/perf?password=s3cret&currentSchema=A%3BDROP",
                "jdbc:postgresql://db /perf?password=s3cret",
                "jdbc:postgresql://db/perf?password=s3cret&sslmode=maybe",
                "jdbc:postgresql://db/perf?password=s3cret&socketTimeout=0",
                "jdbc:postgresql://one,two/perf?password=s3cret"
            })
    void otherUrlsAreRefusedWithoutShowingThePassword(String url) {
        assertThatThrownBy(() -> location(url, Map.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void folderIsForServersAlone() {
        assertThat(LedgerLocation.inFolder("jdbc:postgresql://h/d", Path.of("/a b")))
                .isEqualTo("jdbc:postgresql://h/d?folder=%2Fa+b");
        assertThatThrownBy(() -> LedgerLocation.inFolder("ledger", Path.of("/a")))
                .isInstanceOf(InvalidInputException.class);
    }
}
