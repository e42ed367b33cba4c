package dev.amdahl.examples.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("measures")
final class AbCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needsTwoProcessors() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    private Cli ab(String baseline, String variant, String... more) throws Exception {
        String[] arguments = new String[6 + more.length];
        System.arraycopy(
                new String[] {"ab", "--json", "--baseline", baseline, "--variant", variant}, 0, arguments, 0, 6);
        System.arraycopy(more, 0, arguments, 6, more.length);
        return Cli.in(folder, arguments);
    }

    @Test
    void otherOutputIsRefuted() throws Exception {
        JsonNode json = ab("echo 1 > out", "echo 2 > out", "--output", "out").json("ab");
        assertThat(json.get("decision").asText()).isEqualTo("REFUTED");
        assertThat(json.get("reasons").toString()).contains("out");
    }

    @Test
    void anOutputThatCannotTellIsWrongInput() throws Exception {
        ab("true", "true", "--output", "out").failsWith(2, "--output out: the baseline does not write it");
        ab("date +%N", "echo 1", "--output", "-", "--ledger", "./kept").failsWith(2, "two runs of the baseline alone");
        JsonNode json =
                ab("echo 1", "echo 2", "--output", "-", "--ledger", "./kept").json("ab");
        assertThat(json.get("decision").asText())
                .as("another baseline is asked anew whether it writes the same twice")
                .isEqualTo("REFUTED");
    }

    @Test
    void commandsThatFailInTrialsAreInvalid() throws Exception {
        Cli failed = ab("exit 1", "exit 1", "--require", "no-regression");
        assertThat(failed.json("ab").get("decision").asText()).isEqualTo("INVALID");
        assertThat(failed.code()).isEqualTo(1);
    }

    @Test
    void aVariantThatNeverSucceedsHasNoSpeedup() throws Exception {
        JsonNode json = ab("true", "exit 3").json("ab");
        assertThat(json.get("decision").asText()).isEqualTo("REFUTED");
        assertThat(json.get("reasons").toString()).contains("exits with 3");
        assertThat(json.get("speedup").isNull()).isTrue();
        assertThat(json.get("interval").isNull()).isTrue();
    }

    @Test
    void onePairASetClaimsNothing() throws Exception {
        JsonNode json = ab("sleep 0.05", "true", "--pairs", "2").json("ab");
        assertThat(json.get("decision").asText()).isIn("INSUFFICIENT", "INCONCLUSIVE", "EQUIVALENT");
        assertThat(json.get("reasons").toString()).isNotEqualTo("[]");
    }

    @Test
    void aBusyMachineIsNamedFirst() throws Exception {
        Path busy = Files.writeString(folder.resolve("loadavg"), "999.0 9.80 7.11 1400/4100 2931");
        Cli cli = Cli.in(
                folder,
                List.of("-Damdahl.loadavg=" + busy),
                "ab",
                "--json",
                "--baseline",
                "true",
                "--variant",
                "exit 3");
        assertThat(cli.json("ab").get("decision").asText()).isEqualTo("REFUTED");
        assertThat(cli.err()).startsWith("amdahl: load 999.0 on ").contains("better stop what else runs first");
    }

    @Test
    void aCommandThatCannotStartIsWrongInput() throws Exception {
        Cli failed = ab("echo run >> runs", "no-such-program-here");
        failed.failsWith(2, "--variant: 'no-such-program-here' cannot be started, exit code 127");
        assertThat(Files.readAllLines(folder.resolve("runs"))).hasSizeBetween(1, 2);
    }

    @Test
    void anOutputThatExistsBeforeIsNeverTouched() throws Exception {
        Files.writeString(folder.resolve("out"), "mine");
        ab("echo 1 > out", "echo 1 > out", "--output", "out").failsWith(2, "exists before the first run");
        assertThat(folder.resolve("out")).hasContent("mine");
    }

    @Test
    void aFixedNumberOfPairsGivesTheClassicalTest() throws Exception {
        JsonNode json = ab("true", "true", "--fixed-n", "--pairs", "6").json("ab");
        assertThat(json.get("pairs").asInt()).isEqualTo(6);
        assertThat(json.get("p").asDouble()).isBetween(2 / 64.0, 1.0);
        assertThat(json.get("reasons").toString()).contains("sign-flip");
    }

    @Test
    void otherOutputIsRefutedAlsoInTheClassicalTest() throws Exception {
        JsonNode json = ab("echo 1 > out", "echo 2 > out", "--output", "out", "--fixed-n", "--pairs", "20")
                .json("ab");
        assertThat(json.get("decision").asText()).isEqualTo("REFUTED");
        assertThat(json.get("reasons").toString()).contains("out");
    }

    @Test
    void aCommandIsNeverBetterThanItself() throws Exception {
        String command = "python3 -c \"sum(i for i in range(1000000))\"";
        String pairs = Requires.fullSize() ? "40" : "8";
        Requires.program("python3");
        assertThat(ab(command, command, "--pairs", pairs)
                        .json("ab")
                        .get("decision")
                        .asText())
                .isNotIn("WIN", "INVALID");
    }
}
