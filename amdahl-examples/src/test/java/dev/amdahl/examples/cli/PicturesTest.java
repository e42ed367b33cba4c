package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Price;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of pages in docs/pictures, and how they are made: {@code mvn -Pfast -pl amdahl-examples -am test -Dtest=PicturesTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Damdahl.pictures=write}, with {@code AMDAHL_DATA} set.
 */
final class PicturesTest {
    private static final boolean WRITE = "write".equals(System.getProperty("amdahl.pictures"));
    private static final Path DOCS = Path.of("../docs/pictures");
    private static final long MAX_BYTES = 150_000;
    private static final int WIDTH = 1100;

    @TempDir
    private Path folder;

    @Test
    void thePageOfATraceShowsItsConclusion() throws IOException {
        Path trace = Requires.data("traces/kineto/resnet50_num_workers_0.A.pt.trace.json.gz");
        Path page = folder.resolve("page.html");
        assertThat(Cli.here("trace", trace.toString(), "--html", page.toString())
                        .code())
                .isZero();

        picture(page, "trace.png", "waiting for input data", "at most 1.50x", "Lanes");
    }

    @Test
    void theReportBeginsWithWhatWon() throws IOException {
        String url = folder.resolve("ledger").toString();
        Map<String, Integer> runs = Map.of("clickstream-train", 40_000, "pose-eval", 30_000, "embed-batch", 20_000);
        WaitingWins story = new WaitingWins(9, Instant.now());
        story.win("clickstream-train", setting("workers", "0", "4"), .72, "workers: 0 -> 4", 8);
        story.win("pose-eval", setting("threads", "2", "1"), .47, "pool-threads: 2 -> 1", 7);
        story.running("embed-batch", setting("compression", "9", "1"), 3);
        story.write(url, Clock.systemUTC());
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            for (String job : List.of("clickstream-train", "embed-batch", "pose-eval")) {
                lease.commit(List.of(new Entry.Diagnosed(new Diagnosis(
                        job,
                        List.of(
                                new Account(Bottleneck.INPUT_STARVATION, 310, 310),
                                new Account(Bottleneck.HOST_SERIAL, 90, 90),
                                new Account(Bottleneck.PRODUCTIVE, 600, 600)),
                        400,
                        Map.of(),
                        List.of("e-1", "e-2"),
                        List.of()))));
            }
        }
        ReportInputs inputs = ReportInputs.builder()
                .jobs(runs.entrySet().stream()
                        .map(job -> JobSpec.builder(job.getKey(), List.of("true"))
                                .runsPerWeek(job.getValue())
                                .price(new Price(2.5, "USD"))
                                .build())
                        .toList())
                .approval(id -> "amdahl review approve " + id + " --by NAME --reason TEXT")
                .build();

        Path page = HtmlReport.write(LedgerReader.view(url), inputs, folder.resolve("out"))
                .report();

        picture(page, "report.png", "workers: 0", "amdahl review approve");
    }

    @Test
    void picturesAreSmall() throws IOException {
        try (Stream<Path> files = Files.list(DOCS)) {
            assertThat(files)
                    .isNotEmpty()
                    .allSatisfy(file ->
                            assertThat(Files.size(file)).as(file.toString()).isLessThan(MAX_BYTES));
        }
    }

    /** Looks at the first screen of a page, and keeps a picture of it where that was asked for. */
    private void picture(Path page, String name, String... words) throws IOException {
        try (Browser browser = Browser.start(Requires.program("chromium"), folder.resolve("profile"))) {
            browser.open(page.toUri().toString());
            browser.look(WIDTH, false);
            assertThat(browser.evaluate("document.body.innerText").asText()).contains(words);
            if (WRITE) {
                Files.write(DOCS.resolve(name), browser.screen());
            }
        }
    }

    private static ConfigChange setting(String lever, String from, String to) {
        return new ConfigChange(List.of(new LeverSetting(lever, new LeverSetting.Environment("LEVER"), from, to)));
    }
}
