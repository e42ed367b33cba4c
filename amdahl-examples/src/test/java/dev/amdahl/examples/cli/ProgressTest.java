package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What long work shows while it runs: on a terminal how far it is, elsewhere nothing. */
final class ProgressTest {
    @TempDir
    private Path folder;

    @Test
    void readingALedgerShowsItsEvents() throws Exception {
        String url = folder.resolve("ledger").toString();
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(new Entry.FamilySeen("train", "h200", "0"), new Entry.FamilySeen("eval", "h200", "0"));
        }
        String call = "report --out page --ledger " + url;
        check(call, "reading events", "/2 ", "writing the page");

        Cli unwatched = Cli.in(folder, call.split(" "));
        assertThat(unwatched.err()).isEmpty();
        assertThat(unwatched.out()).contains("report.html").doesNotContain("reading events");
    }

    @Test
    void aComparisonTellsItsPairsWhereNobodyWatchesIfAsked() throws Exception {
        String call = "ab --baseline true --variant true --pairs 2 --fixed-n --progress";

        assertThat(Cli.in(folder, call.split(" ")).err()).contains("amdahl: pairs 1 of at most 2\n");
    }

    @Test
    void readingATraceShowsItsBytes() throws Exception {
        String row = "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":%d,\"dur\":1,"
                + "\"args\":{\"stream\":7,\"device\":0}}";
        Files.writeString(
                folder.resolve("trace.json"),
                IntStream.range(0, 15_000)
                        .mapToObj(i -> row.formatted(2 * i))
                        .collect(Collectors.joining(",\n", "{\"traceEvents\":[", "]}")));
        check("trace trace.json", "reading trace.json", "/1518 KiB");
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "other systems do not count what a process reads")
    void readingAnotherProfilersFileShowsItsBytesToo() throws Exception {
        Files.writeString(folder.resolve("stacks.folded"), "main;step;load_batch 7\n".repeat(150_000));
        check("trace stacks.folded", "reading stacks.folded", " 3369/3369 KiB");
    }

    @Test
    void aSearchShowsItsTimeAndWhatItFound() throws Exception {
        check("bilinear 2x2x2 --rank 1 --seconds 3", "searching", "/3 s", "rank 7 after ");
    }

    @Test
    void aMeasurementShowsItsCeilings() throws Exception {
        check("roofline --backend cpu --rows 32 --copy-mib 1 --repetitions 1", "ceilings", "/7 ");
    }

    @Test
    void aTerminalThatKnowsAsciiAloneGetsABarOfIt() throws Exception {
        String call = "roofline --backend cpu --rows 32 --copy-mib 1 --repetitions 1";
        assertThat(Cli.onATerminal(folder, "LC_ALL=C ", call))
                .contains("ceilings", "[=", "/7 ")
                .doesNotContain("??");
    }

    @Test
    void aLoopDrawsWhatRunsBelowWhatHasHappened() throws Exception {
        Files.writeString(folder.resolve("jobs.yaml"), """
                settings: {ledger: ./amdahl}
                policy: {calibration: 0%}
                jobs:
                  - family: nightly
                    command: [sh, -c, 'sleep "$PAUSE"; test "$PAUSE" = 0.2']
                    environment: {PAUSE: "0.2"}
                    levers:
                      - {name: pause, environment: PAUSE, values: ["0.1"], addresses: [HOST_SERIAL]}
                """);
        String shown = Cli.onATerminal(folder, "", "loop --jobs jobs.yaml --until-idle");

        assertThat(shown)
                .contains("TESTING nightly: pause: 0.2 -> 0.1", " testing 0/60 pairs", "\u001b[2A\u001b[J")
                .contains("REFUTED nightly");
    }

    private void check(String call, String... shown) throws Exception {
        assertThat(Cli.onATerminal(folder, "", call)).contains(shown);
    }
}
