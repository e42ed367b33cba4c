package dev.amdahl.core.internal.report.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.functional.MemoryFolder;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Price;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages around the review: what each shows, and what addresses they withstand. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ControlRoomTest {
    private RoomWorld room;
    private ReviewWorld world;
    private ReviewServer server;
    private Caller caller;

    @BeforeAll
    void serve(@TempDir(factory = MemoryFolder.class) Path folder) {
        world = new ReviewWorld(folder);
        room = new RoomWorld(world);
        ReviewKeys.generate("ada", world.keys());
        ReviewSettings settings = room.settings().build();
        server = ReviewServer.start(settings);
        caller = Caller.admitted(server.address(), "/", settings);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private String page(String place) {
        return caller.get(place).is(200).body();
    }

    @Test
    void theHomePageHasAllAtOneLook() {
        assertThat(page(""))
                .contains("3 changes wait for your answer", "Search the ledger", "metric_every: 1 -&gt; 50")
                .contains("1 experiment, 1 trial in flight", "What won", "What it is worth", "Decided last")
                .contains("href=\"review\"", "href=\"runs\"", "href=\"wins\"", "href=\"jobs\"", "href=\"ledger\"")
                .contains("<noscript><meta http-equiv=\"refresh\" content=\"30\"/></noscript>");
        assertThat(page("review")).contains("3 changes wait", "Decided last").doesNotContain("http-equiv");
    }

    @Test
    void runsWinsAndJobsLeadToWhatTheyAreAbout() {
        assertThat(page("runs"))
                .contains("1 run is in flight", "mode: sync -&gt; async", "Newest runs")
                .contains("href=\"hypothesis?id=" + world.patch + "\"");
        assertThat(page("wins")).contains("prefetch: off -&gt; on", "href=\"hypothesis?id=" + world.first + "\"");
        assertThat(page("jobs")).contains("train-vision", "embed-batch");
    }

    @Test
    void aWinIsWorthTheSameOnEveryPage() {
        JobSpec job = JobSpec.builder("train-vision", List.of("true"))
                .runsPerWeek(700)
                .price(new Price(2.5, "USD"))
                .build();
        ReviewSettings settings = room.settings()
                .inputs(ReportInputs.builder().jobs(List.of(job)).build())
                .build();
        try (ReviewServer priced = ReviewServer.start(settings)) {
            Caller other = Caller.admitted(priced.address(), "/", settings);
            Matcher worth = Pattern.compile("USD a week: ([\\d.,]+ \\w+) of accelerator time")
                    .matcher(other.get("hypothesis?id=" + world.first).is(200).body());
            assertThat(worth.find()).isTrue();
            assertThat(other.get("wins").is(200).body())
                    .contains("data-name=\"saves per week\">" + worth.group(1) + "</td>");
        }
    }

    @Test
    void noPageDeniesATimelineThatItDidNotLookFor() {
        assertThat(page("jobs")).doesNotContain("No timeline");
    }

    @Test
    void theLedgerIsSearchedByWordsAndQuestions() {
        assertThat(page("ledger?q=prefetch"))
                .contains("1 change found", "prefetch: off -&gt; on", "value=\"prefetch\"");
        assertThat(page("ledger?q=what+won+for+INPUT_STARVATION")).contains("3 changes found");
        assertThat(page("ledger")).contains("4 changes, the newest first");
        assertThat(page("ledger?q=zebra")).contains("0 changes found", "Ask, for example");
        assertThat(page("ledger?q=prefetch&page=9")).contains("prefetch: off -&gt; on");
        assertThat(caller.get("ledger?q=" + "x".repeat(201)).is(400).body()).contains("at most 200 characters");
        for (String bad : List.of("0", "-1", "1e9", "99999999", "x", "1%20or%201=1")) {
            caller.get("ledger?q=x&page=" + bad).is(400);
        }
        caller.get("ledger?q=%zz").is(400);
        caller.get("ledger?q=" + "y".repeat(20_000)).is(400);
    }

    @Test
    void everyHypothesisHasADossierAtAnAddressToLink() {
        assertThat(caller.get("hypothesis/" + world.first).is(303).headers())
                .containsEntry("location", "/hypothesis?id=" + world.first);
        String id = world.running();
        assertThat(page("hypothesis?id=" + id))
                .contains("mode: sync -&gt; async", "Record", "TESTING", "6 runs of its experiment", "id=\"evidence\"")
                .doesNotContain("<form");
        assertThat(page("hypothesis?id=" + world.first))
                .contains("Kept files", "href=\"trace?id=" + room.trace + "\"", "IN_REVIEW", "id=\"votes\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hypothesis/",
                "hypothesis/..",
                "hypothesis/../..",
                "hypothesis/%2e%2e/%2e%2e/etc/passwd",
                "hypothesis/nobody",
                "hypothesis/%3Cscript%3E",
                "hypothesis/a%0d%0aSet-Cookie:x=1",
                "trace/../../etc/passwd",
                "trace/nobody"
            })
    void whatIsNoIdLeadsNowhere(String place) {
        Caller.Answered answer = caller.get(place);
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.headers()).doesNotContainKey("set-cookie");
        String location = String.valueOf(answer.headers().get("location"));
        assertThat(location).matches("/(hypothesis|trace)\\?id=[A-Za-z0-9.%*_+-]*");
        assertThat(caller.get(location.substring(1)).status()).isIn(400, 404);
    }

    @Test
    void aKeptTraceIsShownUnderAPolicyOfItsOwn() {
        Caller.Answered trace = caller.get("trace?id=" + room.trace).is(200);
        assertThat(trace.body())
                .contains("Kept file " + room.trace.substring(0, 12), "aria-label=\"Pages\"")
                .doesNotContain(RoomWorld.TRACE);
        assertThat(trace.headers().get("content-security-policy"))
                .startsWith("default-src 'none'; style-src 'sha256-")
                .contains("script-src 'sha256-", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(caller.get("trace?id=" + room.noTrace).is(404).body()).contains("no timeline");
        caller.get("trace?id=" + "ab".repeat(32)).is(404);
        caller.get("trace?id=..").is(404);
        caller.get("trace").is(400);
    }

    @Test
    void whoeverHasTheOneTokenSteersNothing() {
        caller.post("steer", Map.of("id", world.first), "Origin: " + caller.origin())
                .is(403);
        assertThat(room.told).isEmpty();
        assertThat(page("audit")).contains("nobody has answered or steered");
    }
}
