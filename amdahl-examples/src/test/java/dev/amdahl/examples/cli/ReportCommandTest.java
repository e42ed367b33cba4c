package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportCommandTest {
    private static final String FLEET = """
            id,family,accelerators,submitted,started,ended,idle,low,high,useful_in_low
            1,eval,4,2026-03-01T00:00:00Z,2026-03-01T00:00:00Z,2026-03-01T10:00:00Z,0.75,0,0.25,0
            2,train,2,2026-03-01T00:00:00Z,2026-03-01T00:00:00Z,2026-03-02T00:00:00Z,0.1,0,0.9,0
            """;

    @TempDir
    Path folder;

    @Test
    void whatTheFleetWastesIsRankedBesideWhatDiagnosesSay() throws IOException {
        String url = folder.resolve("ledger").toString();
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            Diagnosis diagnosis = new Diagnosis(
                    "train",
                    List.of(new Account(Bottleneck.SYNC_STALL, 10, 20), new Account(Bottleneck.PRODUCTIVE, 20, 40)),
                    20,
                    Map.of(),
                    List.of("e"),
                    List.of());
            lease.commit(new Entry.FamilySeen("train", "h200", "0"), new Entry.Diagnosed(diagnosis));
        }
        Path fleet = Files.writeString(folder.resolve("fleet.csv"), FLEET);
        Path out = folder.resolve("page");

        Cli.here("report", "--json", "--ledger", url, "--out", out.toString(), "--fleet", fleet.toString())
                .json("report");

        assertThat(Files.readString(out.resolve("report.html")))
                .contains("Wasted in the fleet, 2026-03-01 to 2026-03-0")
                .contains("1. eval", "30.0 h", "2. train", "4.80 h")
                .contains("Lost per run, by diagnosis", "Ladder of ceilings", "No hypothesis yet");
    }

    @Test
    void aRunThatWaitsIsNamedWithItsReason() throws IOException {
        String url = folder.resolve("ledger").toString();
        RunPlan plan = new RunPlan("e1", RunPurpose.EVIDENCE, "train", "", 1, 1, 1, false, 1, 0);
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.FamilySeen("train", "h200", "0"),
                    new Entry.RunIntended(plan),
                    new Entry.RunSubmitted("e1", new WorkerRunId("7")),
                    new Entry.RunWaits("e1", "waits since noon: <b>no node</b> has 9 accelerators"));
        }
        Path out = folder.resolve("page");

        JsonNode queued = Cli.here("report", "--json", "--ledger", url, "--out", out.toString())
                .json("report")
                .get("queued");

        assertThat(queued.toString())
                .isEqualTo("[{\"run\":\"e1\",\"family\":\"train\",\"hypothesis\":\"\","
                        + "\"note\":\"waits since noon: <b>no node</b> has 9 accelerators\"}]");
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("evidence run e1 ", "&lt;b&gt;no node&lt;/b&gt; has 9 accelerators");
    }

    @Test
    void aFleetThatIsNotThereIsNamed() throws IOException {
        String url = folder.resolve("ledger").toString();
        Ledger.open(url).close();
        Cli.here("report", "--ledger", url, "--out", folder.toString(), "--fleet", "nowhere.csv")
                .failsWith(2, "nowhere.csv", "no readable file");
    }
}
