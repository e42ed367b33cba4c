package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.picture.Colour;
import dev.amdahl.core.internal.report.review.ReviewServer;
import dev.amdahl.core.internal.report.review.ReviewSettings;
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
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Pages and pictures in a real browser at three widths: nothing cut off, nothing on top of another, no colour without a meaning. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LooksTest {
    private static final List<String> JOBS =
            List.of("train-vision", "ranker-train", "embed-batch-nightly-with-a-long-name", "pose-eval", "clickstream");
    private static final int SCREEN = 900;
    private static final int TELEPHONE = 800;
    private static final String TRACE = """
            {"schemaVersion": 1, "traceEvents": [
             {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 100, "dur": 400, "args": {"device": 0, "stream": 7}},
             {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "pid": 0, "tid": 7, "ts": 900, "dur": 100, "args": {"device": 0, "stream": 7}},
             {"ph": "X", "cat": "cpu_op", "name": "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "pid": 9, "tid": 9, "ts": 500, "dur": 400}
            ]}
            """;

    private final List<AutoCloseable> open = new ArrayList<>();
    private Path folder = Path.of("");
    private String script = "";
    private Browser browser;
    private String win = "";

    @BeforeAll
    void start(@TempDir Path made) throws IOException {
        Path chromium = Requires.program("chromium");
        folder = made;
        try (InputStream in = LooksTest.class.getResourceAsStream("looks.js")) {
            script = new String(in.readAllBytes(), UTF_8);
        }
        ledger();
        browser = Browser.start(chromium, folder.resolve("profile"));
        open.add(browser);
    }

    @AfterAll
    void stop() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private void ledger() {
        WaitingWins story = new WaitingWins(9, Instant.now());
        for (String job : JOBS) {
            win = story.win(job, setting("prefetch"), .7, "Read ahead", 6);
        }
        story.running("pose-eval", setting("workers"), 3);
        story.write(url(), Clock.systemUTC());
        try (Ledger ledger = Ledger.open(url());
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            for (String job : JOBS) {
                lease.commit(List.of(new Entry.Diagnosed(new Diagnosis(
                        job,
                        List.of(
                                new Account(Bottleneck.INPUT_STARVATION, 4_000, 4_000),
                                new Account(Bottleneck.KERNEL_INEFFICIENT, 30, 30),
                                new Account(Bottleneck.IDLE_AFTER_FINISH, 300, 300),
                                new Account(Bottleneck.PRODUCTIVE, 600, 600)),
                        300,
                        Map.of(),
                        List.of("e-1", "e-2"),
                        List.of()))));
            }
        }
    }

    private String url() {
        return folder.resolve("ledger").toString();
    }

    @Test
    void reportOfFiveJobsIsFiveScreensOrTwelveOfATelephone() {
        ReportInputs inputs = ReportInputs.builder()
                .jobs(JOBS.stream()
                        .map(job -> JobSpec.builder(job, List.of("true"))
                                .runsPerWeek(700)
                                .price(new Price(2.5, "USD"))
                                .build())
                        .toList())
                .build();
        browser.open(HtmlReport.write(LedgerReader.view(url()), inputs, folder.resolve("out"))
                .report()
                .toUri()
                .toString());
        browser.look(1000, false);
        assertThat(height()).as("px at 1000 px").isLessThanOrEqualTo(5 * SCREEN);
        assertThat(top("#loop")).as("the wheel is near the top").isLessThan(2 * SCREEN);
        assertThat(top("#waste"))
                .as("the fleet's hours are on the first screen")
                .isLessThan(SCREEN);
        browser.look(360, false);
        assertThat(height()).as("px at 360 px").isLessThanOrEqualTo(12 * TELEPHONE);
        looksRight("report");
        browser.evaluate("document.querySelectorAll('svg.picture text').forEach(text => text.setAttribute('x', '0'))");
        browser.evaluate("document.querySelector('h1').style.color = '#123456'");
        assertThat(wrong().toString()).as("the check sees what is wrong").contains("lies on", "#123456");
    }

    @Test
    void packetAnswersThreeQuestionsInItsFirst600Pixels() throws IOException {
        ReviewServer server =
                ReviewServer.start(ReviewSettings.over(url()).keys(folder).build());
        open.add(server);
        browser.open(server.url());
        browser.open(server.url().replaceFirst("\\?.*", "") + "item?id=" + win);
        browser.look(1000, false);
        String first = browser.evaluate(
                        "[...document.querySelectorAll('h1, .button, dt, dd')]"
                                + ".filter(one => one.getBoundingClientRect().bottom < 600).map(one => one.textContent).join('|')")
                .asText();
        assertThat(first)
                .contains("prefetch: 0", "Approve", "Decline", "What changes", "variable LEVER", "How sure", "12 pairs")
                .contains(
                        "What it is worth",
                        "USD a week",
                        "Same output",
                        "Not compared",
                        "Same work",
                        "The same number of units in");
        looksRight("packet");
        browser.load(() -> browser.evaluate("document.querySelector('.button.decline').click()"));
        assertThat(browser.evaluate("document.querySelector('#decline').checked")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void pagesOfAComparisonAndOfATraceLookRight() throws IOException {
        Path trace = Files.writeString(folder.resolve("t.json"), TRACE);
        Path page = folder.resolve("page.html");
        assertThat(Cli.here("trace", trace.toString(), "--html", page.toString())
                        .code())
                .isZero();
        browser.open(page.toUri().toString());
        looksRight("trace");
        Path pairs = folder.resolve("pairs.html");
        Cli.here("ab", "--baseline", "sleep .03", "--variant", "sleep .01", "--html", pairs.toString());
        browser.open(pairs.toUri().toString());
        looksRight("ab");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void picturesOfTheDocsLookRight() throws IOException {
        List<Path> pictures;
        try (Stream<Path> files = Files.list(Path.of("../docs/pictures"))) {
            pictures = files.filter(file -> file.toString().endsWith(".svg")).toList();
        }
        assertThat(pictures).isNotEmpty();
        for (Path picture : pictures) {
            browser.open(picture.toRealPath().toUri().toString());
            looksRight(picture.toString());
        }
    }

    private void looksRight(String page) {
        for (int width : new int[] {360, 1000, 1600}) {
            browser.look(width, false);
            assertThat(wrong()).as("%s at %d px", page, width).isEmpty();
        }
        browser.look(1000, true);
        assertThat(wrong()).as("%s in the dark", page).isEmpty();
    }

    private List<String> wrong() {
        List<String> colours = Arrays.stream(Colour.values())
                .flatMap(colour -> Stream.of(colour.light(), colour.dark()))
                .toList();
        List<String> wrong = new ArrayList<>();
        browser.evaluate(script + "(" + new ObjectMapper().valueToTree(colours) + ")")
                .forEach(one -> wrong.add(one.asText()));
        return wrong;
    }

    private int height() {
        return browser.evaluate("document.documentElement.scrollHeight").asInt();
    }

    private int top(String what) {
        return browser.evaluate("document.querySelector('" + what + "').getBoundingClientRect().top + scrollY")
                .asInt();
    }

    private static ConfigChange setting(String lever) {
        return new ConfigChange(List.of(new LeverSetting(lever, new LeverSetting.Environment("LEVER"), "0", "1")));
    }
}
