package dev.amdahl.examples.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code scan --by}: whose hours are wasted. */
final class ScanByTest {
    @TempDir
    private Path folder;

    private Path runs;

    @BeforeEach
    void write() throws Exception {
        runs = Files.writeString(folder.resolve("runs.csv"), """
                id,family,owner,account,nodes,submitted,started,ended,accelerators,utilisation
                1,bert,ann,vision,n1+n2,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,2026-01-01T03:00:00Z,8,0.5
                2,bert,bob,speech,n1,2026-01-01T00:00:00Z,2026-01-01T00:30:00Z,2026-01-01T01:30:00Z,4,0.25
                3,gpt,ann,speech,n3,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T10:00:00Z,1,1
                4,gpt,cid,,n3,2026-01-01T00:00:00Z,2026-01-01T00:00:00Z,2026-01-01T01:00:00Z,1,0
                """);
    }

    @ParameterizedTest
    @CsvSource({
        "family, bert, 20, 11",
        "family, gpt, 11, 1",
        "user, ann, 26, 8",
        "user, bob, 4, 3",
        "user, cid, 1, 1",
        "account, vision, 16, 8",
        "account, speech, 14, 3",
        "account, no account, 1, 1",
        "node, n1, 12, 7",
        "node, n2, 8, 4",
        "node, n3, 11, 1"
    })
    void hoursAreThoseOfTheGroup(String by, String name, double held, double wasted) throws Exception {
        JsonNode json = Cli.here("scan", runs.toString(), "--by", by, "--json").json("scan");

        assertThat(json.get("by").asText()).isEqualTo(by);
        assertThat(json.get("accelerator_hours").asDouble()).isCloseTo(31, within(1e-6));
        assertThat(json.get("families")).anySatisfy(row -> {
            assertThat(row.get("family").asText()).isEqualTo(name);
            assertThat(row.get("accelerator_hours").asDouble()).isCloseTo(held, within(1e-6));
            assertThat(row.get("wasted_accelerator_hours").asDouble()).isCloseTo(wasted, within(1e-6));
        });
    }

    @Test
    void tableSaysWhatItsRowsAre() throws Exception {
        assertThat(Cli.here("scan", runs.toString(), "--by", "account").out())
                .startsWith("account")
                .contains("3 groups by account");
    }

    @Test
    void whatNoRunSaysIsRefused() throws Exception {
        Cli.here("scan", runs.toString(), "--by", "qos").failsWith(2, "no run says its qos", "account", "--columns");
        Cli.here("scan", runs.toString(), "--by", "user", "--changed-at", "2026-01-01")
                .failsWith(2, "compares families");
    }
}
