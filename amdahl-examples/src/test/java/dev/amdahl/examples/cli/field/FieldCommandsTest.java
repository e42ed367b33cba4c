package dev.amdahl.examples.cli.field;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.contract.Requires;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As a crontab line does it: each run asks what to start with, runs, and says how it went; the loop passes in between. */
final class FieldCommandsTest {
    @TempDir
    private Path folder;

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private String ledger() {
        return folder.resolve("amdahl").toString();
    }

    private Cli loop(String field) throws Exception {
        Requires.program("setsid");
        Path jobs = Files.writeString(folder.resolve("jobs.yaml"), """
                jobs:
                  - family: nightly
                    command: [sh, -c, 'sleep "$PAUSE"']
                    environment: {PAUSE: "0.02"}
                    field: %s
                    levers:
                      - {name: pause, environment: PAUSE, values: ["0.01"], addresses: [HOST_SERIAL]}
                """.formatted(field));
        return Cli.here("loop", "--jobs", jobs.toString(), "--ledger", ledger(), "--cycles", "1", "--json");
    }

    @Test
    void runsOfACrontabAreHalvesOfPairs() throws Exception {
        Requires.program("sh");
        String trials = "";
        for (int i = 0; i < 10; i++) {
            loop("{twin: none}").json("loop");
            String id = "cron-" + i;
            JsonNode assigned = Cli.here(
                            "assign", "--family", "nightly", "--run-id", id, "--ledger", ledger(), "--json")
                    .json("assign");
            trials += assigned.get("is_trial").asBoolean() ? assigned.get("arm").asText() : "-";
            Cli lines = Cli.here("assign", "--family", "nightly", "--run-id", id, "--ledger", ledger());
            assertThat(lines.out()).contains("export PAUSE='0.0", "export AMDAHL_COMMAND=");
            JsonNode outcome = Cli.here(
                            "outcome",
                            "--run-id",
                            id,
                            "--exit",
                            "0",
                            "--seconds",
                            "0.02",
                            "--ledger",
                            ledger(),
                            "--json")
                    .json("outcome");
            assertThat(outcome.get("recorded").asBoolean()).isTrue();
        }
        assertThat(trials).as("four pairs for the noise, then the experiment").startsWith("abababab");
        JsonNode found = Cli.here("ledger", "search", "--family", "nightly", "--ledger", ledger(), "--json")
                .json("ledger-search");
        String id = found.findValue("id").asText();
        JsonNode shown =
                Cli.here("ledger", "show", id, "--ledger", ledger(), "--json").json("ledger-show");
        assertThat(shown.at("/design/pairs_from").asText()).isEqualTo("field");
        assertThat(shown.at("/design/reason").asText()).contains("scheduled runs", "outputs are not compared");
    }

    @Test
    void theScriptOfAFamilySaysTheSame() throws Exception {
        Requires.program("sh");
        loop("true").json("loop");
        Process asking = new ProcessBuilder("sh", ledger() + ".field/nightly/assign", "run-1").start();
        String said = new String(asking.getInputStream().readAllBytes(), UTF_8);
        assertThat(asking.waitFor()).isZero();
        assertThat(said)
                .isEqualTo(Cli.here("assign", "--family", "nightly", "--run-id", "run-1", "--ledger", ledger())
                        .out());
    }

    @Test
    void nothingKeepsARunFromStarting() throws Exception {
        loop("true").json("loop");
        for (String[] call : new String[][] {
            {"assign", "--family", "other", "--run-id", "r", "--ledger", ledger()},
            {"assign", "--family", "nightly", "--run-id", "a/b", "--ledger", ledger()},
            {"assign", "--family", "nightly", "--run-id", "r", "--ledger", "jdbc:h2:mem:x"},
            {"assign", "--family", "nightly", "--run-id", "r"},
            {"assign", "--family", "nightly", "--run-id", "r", "--ledger", "jdbc:oracle:x"}
        }) {
            Cli said = Cli.here(call);
            assertThat(said.code()).as(said.err()).isZero();
            assertThat(said.out().strip()).isEmpty();
            assertThat(said.err()).contains("starts as usual");
        }
    }

    @Test
    void outcomesThatCannotCountEndWithTwo() throws Exception {
        loop("true").json("loop");
        Cli.here("outcome", "--run-id", "never", "--exit", "0", "--ledger", ledger())
                .failsWith(2, "run 'never'", "was never assigned here");
        Cli.here("assign", "--family", "nightly", "--run-id", "r", "--ledger", ledger());
        Cli.here("outcome", "--run-id", "r", "--exit", "0", "--seconds", "-3", "--ledger", ledger())
                .failsWith(2, "-3.0 seconds are no measurement", "at least 0");
        Cli.here("outcome", "--run-id", "r", "--exit", "0", "--arm", "x", "--ledger", ledger())
                .failsWith(2, "was assigned", "not arm x");
        Cli.here(
                        "outcome",
                        "--run-id",
                        "r",
                        "--exit",
                        "0",
                        "--seconds",
                        "3",
                        "--metric",
                        "loss=NaN",
                        "--ledger",
                        ledger())
                .failsWith(2, "loss is not a number");
        assertThat(Cli.here("outcome", "--run-id", "r", "--exit", "0", "--seconds", "3", "--ledger", ledger())
                        .code())
                .isZero();
        Cli.here("outcome", "--run-id", "r", "--exit", "0", "--seconds", "3", "--ledger", ledger())
                .failsWith(2, "has an outcome already");
        assertThat(loop("true").err()).contains("an outcome was refused");
    }
}
