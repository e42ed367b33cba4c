package dev.amdahl.examples.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.examples.cli.Cli;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code goodput} over files and a ledger. */
final class GoodputCommandTest {
    private static final double EXACT = 1e-9;

    @TempDir
    private Path folder;

    private String fleet = "";
    private String log = "";

    @BeforeEach
    void aFleetWithOneJobThatLogs() throws IOException {
        fleet = Files.writeString(folder.resolve("fleet.csv"), """
                        id,family,submitted,started,ended,accelerators,utilisation,ideal_seconds
                        train-7,train,2026-03-01T00:00:00Z,2026-03-01T10:00:00Z,2026-03-01T20:00:00Z,8,,14400
                        eval-1,eval,2026-03-01T00:00:00Z,2026-03-01T00:00:00Z,2026-03-01T05:00:00Z,2,0.4,
                        """).toString();
        log = Files.writeString(folder.resolve("log.jsonl"), """
                        {"run": "train-7", "at": "2026-03-01T10:00:00Z", "event": "started"}
                        {"run": "train-7", "at": "2026-03-01T10:30:00Z", "event": "stepping"}
                        {"run": "train-7", "at": "2026-03-01T15:00:00Z", "event": "checkpoint", "seconds": 1800}
                        {"run": "train-7", "at": "2026-03-01T16:00:00Z", "event": "failed"}
                        {"run": "train-7", "at": "2026-03-01T16:30:00Z", "event": "stepping"}
                        {"run": "train-7", "at": "2026-03-01T20:00:00Z", "event": "finished"}
                        {"run": "ghost", "at": "2026-03-01T20:00:00Z", "event": "finished"}
                        """).toString();
    }

    @Test
    void hoursAreAccountedFor() throws Exception {
        JsonNode json =
                Cli.here("goodput", "--json", "--fleet", fleet, "--log", log).json("goodput");

        assertThat(json.path("allocated_accelerator_hours").asDouble()).isCloseTo(90, within(EXACT));
        double sum = 0;
        for (String part : List.of("productive", "lost", "overhead", "restart", "idle", "unknown")) {
            sum += json.path(part + "_accelerator_hours").asDouble();
        }
        assertThat(sum).isCloseTo(90, within(EXACT));
        JsonNode job = json.at("/jobs/0");
        assertThat(job.path("job").asText()).isEqualTo("train-7");
        assertThat(job.path("lost_accelerator_hours").asDouble()).isCloseTo(8, within(EXACT));
        assertThat(job.path("restart_accelerator_hours").asDouble()).isCloseTo(4, within(EXACT));
        assertThat(job.path("overhead_accelerator_hours").asDouble()).isCloseTo(8, within(EXACT));
        assertThat(job.path("runtime_share").asDouble()).isCloseTo(.75, within(EXACT));
        assertThat(job.path("efficiency").asDouble()).isCloseTo(4 / 7.5, within(EXACT));
        assertThat(job.path("goodput").asDouble()).isCloseTo(.4, within(EXACT));
        assertThat(job.path("effective_time_ratio").asDouble()).isCloseTo(.375, within(EXACT));
        assertThat(job.at("/checkpoints/best_interval_seconds").asDouble())
                .isCloseTo(Math.sqrt(2 * 1800 * 36_000), within(1e-6));
        assertThat(json.path("log_names_without_run"))
                .extracting(JsonNode::asText)
                .containsExactly("ghost");
        assertThat(json.path("acceptance").isNull()).isTrue();
    }

    @Test
    void withoutALogNothingIsSaidOfLostWork() throws Exception {
        JsonNode json = Cli.here("goodput", "--json", "--fleet", fleet).json("goodput");

        assertThat(json.path("runtime_share").isNull()).isTrue();
        assertThat(json.path("unknown_accelerator_hours").asDouble()).isCloseTo(80, within(EXACT));
        assertThat(json.path("idle_accelerator_hours").asDouble()).isCloseTo(6, within(EXACT));
        assertThat(json.path("jobs")).isEmpty();
    }

    @Test
    void aLedgerAddsClassesPairsAndSubmissions() throws Exception {
        String ledger = folder.resolve("ledger").toString();
        try (Ledger opened = Ledger.open(ledger);
                Lease lease = opened.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(
                    new Entry.FamilySeen("train", "h200", "0"),
                    new Entry.FamilySeen("eval", "h200", "0"),
                    diagnosed("train", Bottleneck.COMPUTE_BOUND),
                    diagnosed("eval", Bottleneck.MEMORY_BOUND));
        }

        Cli answer = Cli.here("goodput", "--json", "--fleet", fleet, "--log", log, "--ledger", ledger);

        JsonNode json = answer.json("goodput");
        assertThat(json.at("/capacity/rows"))
                .extracting(row -> row.path("loss").asText())
                .contains("COMPUTE_BOUND", "QUEUE_WAIT", "lost");
        assertThat(json.at("/co_location/0/first_class").asText()).isEqualTo("MEMORY_BOUND");
        assertThat(json.at("/co_location/0/saving").isNull()).isTrue();
        assertThat(json.at("/co_location/0/claim").asText()).contains("A/B is required");
        assertThat(json.at("/acceptance/accepted").asInt()).isZero();
        assertThat(json.at("/acceptance/rate").isNull()).isTrue();
        assertThat(Cli.here("goodput", "--fleet", fleet, "--ledger", ledger).out())
                .contains("MEMORY_BOUND + COMPUTE_BOUND", "an interference A/B is required before any claim");
    }

    private static Entry diagnosed(String family, Bottleneck bottleneck) {
        return new Entry.Diagnosed(new Diagnosis(
                family,
                List.of(new Account(bottleneck, 10, 10)),
                0,
                Map.of("hbm_used_frac", .3),
                List.of("run"),
                List.of()));
    }

    @Test
    void sparesArePricedWhereAFailureWasLogged() throws Exception {
        Cli answer = Cli.here(
                "goodput",
                "--json",
                "--fleet",
                fleet,
                "--log",
                log,
                "--standby",
                "2",
                "--repair",
                "61m",
                "--swap",
                "1m");
        JsonNode json = answer.json("goodput");

        assertThat(json.at("/standby/break_even_accelerators").asDouble()).isCloseTo(Math.sqrt(2 * 80), within(EXACT));
        assertThat(json.at("/jobs/0/standby_accelerator_hours_per_day").asDouble())
                .isCloseTo(8.0 * 8 * 24 / 80 - 48, within(EXACT));
    }

    @Test
    void badInputIsOneLine() {
        Cli.here("goodput").failsWith(2, "--fleet");
        Cli.here("goodput", "--fleet", fleet, "--log", "none").failsWith(2, "none", "no readable file");
        Cli.here("goodput", "--fleet", fleet, "--standby", "2").failsWith(2, "no failure was logged");
        Cli.here("goodput", "--fleet", fleet, "--log", log, "--standby", "2", "--swap", "9h")
                .failsWith(2, "longer than --repair");
        Cli.here("goodput", "--fleet", fleet, "--log", fleet).failsWith(2, "fleet.csv:1", "not JSON");
    }

    @Test
    void peopleGetATable() {
        String out = Cli.here("goodput", "--fleet", fleet, "--log", log, "--standby", "2")
                .out();

        assertThat(out)
                .contains(
                        "productive",
                        "train-7",
                        "best every h",
                        "they pay from",
                        "2 runs, 2 families, 1 job with a log, 1 failure\n");
        assertThat(out.lines()).allMatch(line -> line.length() < 140);
    }
}
