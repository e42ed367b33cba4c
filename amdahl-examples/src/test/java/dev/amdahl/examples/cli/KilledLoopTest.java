package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.testing.Leftovers;
import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.FleetWindow;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop as a user runs it, killed at any moment, up to a win that a person approves. */
@Tag("harness")
@Tag("soak")
final class KilledLoopTest {
    private static final String JOBS = """
            policy: {allow_unsigned: true}
            jobs:
              - family: sorter
                command: [sh, -c, 'echo "$AMDAHL_RUN_DIR" >> "$RUNS"; seq $N | sort -n | head -n 3']
                environment: {N: "150000", RUNS: "RUNS-FILE"}
                time_limit: 20s
                output: [{path: "-", compare: exact}]
                levers: [{name: size, environment: N, values: ["20"], addresses: [HOST_SERIAL]}]
            """;

    @TempDir
    private Path folder;

    @AfterEach
    void endWhatRuns() {
        Leftovers.end(folder);
    }

    private String ledger = "";
    private Path runs = Path.of("");
    private String[] command = {};

    @BeforeEach
    void writeJobs() throws IOException {
        Requires.processors(2);
        Requires.program("setsid");
        ledger = folder.resolve("ledger").toString();
        runs = folder.resolve("runs");
        Path jobs = Files.writeString(folder.resolve("jobs.yaml"), JOBS.replace("RUNS-FILE", runs.toString()));
        command = new String[] {"loop", "--json", "--jobs", jobs.toString(), "--ledger", ledger};
    }

    @Test
    void aKilledLoopGoesOnAndDoesNothingTwice() throws Exception {
        for (int events : Boolean.getBoolean("amdahl.crash.all") ? new int[] {1, 20, 45, 75} : new int[] {20, 75}) {
            killAfter(events);
        }
        Cli finished = Cli.in(folder, command);
        assertThat(finished.code()).as(finished.err()).isZero();
        JsonNode win = finished.json("loop").get("hypotheses").get(0);
        assertThat(win.get("state").asText()).as(finished.out()).isEqualTo("IN_REVIEW");
        assertThat(verified()).isTrue();
        assertNothingHappenedTwice();

        approve(win.get("id").asText());
        long before = Files.readAllLines(runs).size();
        Cli again = Cli.in(folder, command);
        assertThat(again.json("loop").get("hypotheses")).hasSize(1);
        assertThat(again.json("loop").at("/hypotheses/0/state").asText()).isEqualTo("PROMOTED");
        assertThat(Files.readAllLines(runs)).hasSize((int) before);
        assertThat(verified()).isTrue();
        assertThat(Cli.here(
                                "report",
                                "--json",
                                "--ledger",
                                ledger,
                                "--out",
                                folder.resolve("page").toString())
                        .json("report")
                        .get("report")
                        .asText())
                .endsWith("report.html");
        assertThat(folder.resolve("page/report.html")).content().contains("sorter");
        laterRunsStandBesideTheProjection(win.get("id").asText());
    }

    private void laterRunsStandBesideTheProjection(String id) throws IOException {
        JsonNode unseen =
                Cli.here("ledger", "show", id, "--json", "--ledger", ledger).json("ledger-show");
        assertThat(unseen.at("/projected/1").asDouble()).isPositive();
        assertThat(unseen.get("realised").isNull()).isTrue();
        assertThat(Cli.here("ledger", "show", id, "--ledger", ledger).out()).contains("realised not known");
        seeLaterRuns();

        JsonNode seen =
                Cli.here("ledger", "show", id, "--json", "--ledger", ledger).json("ledger-show");
        assertThat(seen.at("/realised/realised_share/1").asDouble()).isCloseTo(.2, within(1e-9));
        assertThat(seen.at("/realised/runs").asInt()).isEqualTo(350);
        assertThat(Cli.here("ledger", "show", id, "--ledger", ledger).out())
                .contains("realised 20.0 %", "over 350 later runs");
        JsonNode accounts =
                Cli.here("ledger", "accounts", "--json", "--ledger", ledger).json("ledger-accounts");
        assertThat(accounts.at("/throughput/windows")).hasSize(3);
        assertThat(accounts.at("/throughput/windows/0/verdicts").asInt()).isEqualTo(1);
        assertThat(Cli.here("ledger", "accounts", "--ledger", ledger).out())
                .contains("from hypothesis to verdict, last 7 days: p50 ", "before a verdict most time goes to ");
    }

    private void seeLaterRuns() {
        try (Ledger opened = Ledger.open(ledger);
                Lease lease = opened.acquire("fleet", Duration.ofMinutes(1))) {
            Instant now = lease.atLeast(Instant.now());
            Instant before = now.minus(Duration.ofDays(7));
            List<Fingerprint> incumbent =
                    lease.view().family("sorter").orElseThrow().incumbent();
            lease.commit(
                    new Entry.FleetSeen(new FleetWindow(
                            "sorter", before, now.minusSeconds(60), 700, 7000, Math.log(10), .1, List.of())),
                    new Entry.FleetSeen(new FleetWindow(
                            "sorter", now.minusSeconds(60), now, 350, 2800, Math.log(8), .1, incumbent)));
        }
    }

    /** Ends the process in the middle, once the ledger has so many events. */
    private void killAfter(int events) throws Exception {
        Process process = Cli.start(folder, folder.resolve("out"), folder.resolve("err"), command);
        Path file = Path.of(ledger + ".events.jsonl");
        try {
            while (process.isAlive() && lines(file) < events) {
                process.waitFor(50, TimeUnit.MILLISECONDS);
            }
            assertThat(process.isAlive()).as("is killed in the middle").isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static long lines(Path file) throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    private void approve(String id) throws Exception {
        Path settings = folder.resolve("settings.sh");
        Cli approved = Cli.here(
                "review",
                "approve",
                id,
                "--by",
                "ann",
                "--reason",
                "saves",
                "--apply",
                settings.toString(),
                "--ledger",
                ledger);
        assertThat(approved.code()).as(approved.err()).isZero();
        assertThat(settings).hasContent("export N='20'");
    }

    private boolean verified() throws IOException {
        return Cli.here("ledger", "verify", "--json", "--ledger", ledger)
                .json("ledger-verify")
                .get("ok")
                .asBoolean();
    }

    private void assertNothingHappenedTwice() throws IOException {
        assertThat(Files.readAllLines(runs)).isNotEmpty().doesNotHaveDuplicates();
        LedgerView view = LedgerReader.view(ledger);
        List<String> keys =
                view.runs().stream().map(Run::plan).map(plan -> plan.key()).toList();
        assertThat(keys).isNotEmpty();
        try (Stream<Path> folders = Files.list(Path.of(ledger + ".work", "local", "trials"))) {
            assertThat(folders.map(Path::getFileName).map(Path::toString).filter(name -> !name.startsWith(".")))
                    .containsExactlyInAnyOrderElementsOf(keys);
        }
        List<String> decided = new ArrayList<>();
        EventLog.forEach(LedgerReader.file(ledger), recorded -> {
            if (recorded.entry() instanceof Entry.Decided || recorded.entry() instanceof Entry.ReviewAsked) {
                decided.add(recorded.entry().getClass().getSimpleName()
                        + recorded.entry().subject());
            }
        });
        assertThat(decided).isNotEmpty().doesNotHaveDuplicates();
        assertThat(view.dossiers()).extracting(Dossier::state).containsExactly(HypothesisState.IN_REVIEW);
    }
}
