package dev.amdahl.examples.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.examples.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DoctorCommandTest {
    @TempDir
    private Path folder;

    private String written() {
        String ledger = folder.resolve("ledger").toString();
        try (Ledger opened = Ledger.open(ledger);
                Lease lease = opened.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(new Entry.FamilySeen("train", "h200", "0"), new Entry.FamilySeen("eval", "h200", "0"));
        }
        return ledger;
    }

    private static JsonNode check(JsonNode document, String area, String name) {
        return StreamSupport.stream(document.get("checks").spliterator(), false)
                .filter(row -> row.get("area").asText().equals(area)
                        && row.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void machineAndLedgerAreLookedAt() throws Exception {
        Cli cli = Cli.here("doctor", "--json", "--ledger", written());
        JsonNode json = cli.json("doctor");

        assertThat(json.get("checks").findValuesAsText("area"))
                .contains(
                        "program",
                        "plugin",
                        "sandbox",
                        "clock",
                        "processor",
                        "disk",
                        "accelerator",
                        "review",
                        "ledger");
        assertThat(check(json, "ledger", "verify").get("status").asText()).isEqualTo("ok");
        assertThat(check(json, "ledger", "events").get("found").asText()).contains("events, head ");
        assertThat(check(json, "clock", "monotone").get("status").asText()).isEqualTo("ok");
        assertThat(cli.code()).isEqualTo(json.get("failures").asInt() == 0 ? 0 : 1);
        assertThat(json.get("checks").findValuesAsText("status").stream().filter("warn"::equals))
                .hasSize(json.get("warnings").asInt());
    }

    @Test
    void aDamagedLedgerFailsAndSaysWhatToDo() throws Exception {
        String ledger = written();
        Path events = Path.of(ledger + ".events.jsonl");
        Files.writeString(events, Files.readString(events).replaceFirst("train", "trick"));

        Cli cli = Cli.here("doctor", "--ledger", ledger);

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).containsPattern("(?m)^fail +ledger events").contains("-> docs/ledger.md");
    }

    @Test
    void aLedgerThatIsNotThereFails() throws Exception {
        assertThat(LedgerChecks.checks(folder.resolve("none").toString()))
                .singleElement()
                .returns(Check.Grade.FAIL, Check::grade)
                .matches(check -> check.found().contains("there is none"));
        assertThat(folder).isEmptyDirectory();
    }
}
