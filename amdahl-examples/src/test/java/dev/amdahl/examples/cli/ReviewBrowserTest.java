package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.internal.ledger.review.ReviewKeys;
import dev.amdahl.core.internal.report.review.ReviewServer;
import dev.amdahl.core.internal.report.review.ReviewSettings;
import dev.amdahl.core.internal.testing.HostileTexts;
import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The control room in a real browser, with the keyboard alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReviewBrowserTest {
    private static final int MAX_TABS = 80;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> hostile = new ArrayList<>();
    private Path folder = Path.of("");
    private String first = "";
    private String second = "";
    private Browser browser;
    private ReviewServer server;

    @BeforeAll
    void start(@TempDir Path made) throws IOException {
        Path chromium = Requires.program("chromium");
        folder = made;
        WaitingWins story = new WaitingWins(9, Instant.now());
        first = story.win("train-vision", setting("prefetch", "on"), .7, "Read ahead", 5);
        second = story.win("ranker-train", setting("metric_every", "50"), .8, "Measure less often", 5);
        HostileTexts.all().forEach(text -> hostile.add(story.win(text, setting(text, text), .9, text, 1)));
        story.running("forecast-train", setting("mode", "async"), 3);
        story.write(ledger(), Clock.systemUTC());
        ReviewKeys.generate("ada", folder);
        server = ReviewServer.start(ReviewSettings.over(ledger()).keys(folder).build());
        open.add(server);
        browser = Browser.start(chromium, folder.resolve("profile"));
        open.add(browser);
        browser.open(server.url());
    }

    @AfterAll
    void stop() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private static ConfigChange setting(String lever, String to) {
        return new ConfigChange(List.of(new LeverSetting(lever, new LeverSetting.Environment("LEVER"), "0", to)));
    }

    private String ledger() {
        return folder.resolve("ledger").toString();
    }

    private String home() {
        return server.url().replaceFirst("\\?.*", "");
    }

    private String text() {
        return browser.evaluate("document.body.innerText").asText();
    }

    private String focused() {
        return browser.evaluate("(a => a.id || a.getAttribute('href') || a.tagName)(document.activeElement)")
                .asText();
    }

    /** Presses Tab until that has the focus; what was passed on the way, in order. */
    private Set<String> tabTo(String target) {
        Set<String> passed = new LinkedHashSet<>();
        for (int i = 0; i < MAX_TABS; i++) {
            browser.press("Tab");
            String at = focused();
            passed.add(at);
            if (at.equals(target)) {
                return passed;
            }
        }
        throw new AssertionError(target + " was not reached by " + passed);
    }

    private void answer(String page, int downs, String reason, List<String> order) {
        browser.open(home() + page);
        tabTo("#answer");
        browser.press("Enter");
        List<String> passed = new ArrayList<>(tabTo("by"));
        browser.type("ada");
        passed.addAll(tabTo("approve"));
        browser.press(" ");
        for (int i = 0; i < downs; i++) {
            browser.press("ArrowDown");
        }
        passed.addAll(tabTo("reason"));
        browser.type(reason);
        passed.addAll(tabTo("BUTTON"));
        assertThat(passed).as("order of the focus").containsSubsequence(order);
        browser.load(() -> browser.press("Enter"));
    }

    @Test
    void onePersonApprovesOneAndDeclinesOneByKeyboardAndTheNextCycleTakesBoth() throws IOException {
        browser.open(home() + "review");
        assertThat(tabTo("hypothesis?id=" + first))
                .startsWith("#content", "./", "review", "runs", "wins", "jobs", "ledger", "audit");
        browser.load(() -> browser.press("Enter"));
        assertThat(text()).contains("prefetch: 0 -> on", "Read ahead", "You answer for evidence");

        List<String> order = List.of("by", "approve", "reason", "minutes", "BUTTON");
        answer("item?id=" + first, 0, "same predictions", order);
        assertThat(text()).contains("Approved by ada", "same predictions", "The next cycle takes this answer.");
        answer("item?id=" + second, 2, "needed elsewhere", order);
        assertThat(text()).contains("Declined by ada", "needed elsewhere").doesNotContain("Not signed");
        browser.open(home());
        assertThat(text()).contains("Answered, for the next cycle to take", "3 of at most 20");

        LedgerView view = cycle();
        assertThat(view.dossier(first).orElseThrow().state()).isEqualTo(HypothesisState.PROMOTED);
        assertThat(view.dossier(second).orElseThrow().state()).isEqualTo(HypothesisState.DECLINED);
        assertThat(browser.evaluate("new Promise(done => { const look = () => news.textContent ? done(news.textContent)"
                                + " : setTimeout(look, 50); look(); })")
                        .asText())
                .as("the open page hears of it")
                .contains("What waits has changed");
        browser.load(() -> browser.evaluate("location.reload()"));
        assertThat(text())
                .contains("win, promoted", "declined. Declined by ada")
                .doesNotContain("for the next cycle");

        cycle();
        browser.open(home());
        assertThat(text()).contains("1 recipe", "waits for yours");
        Recipe recipe = LedgerReader.view(ledger()).recipes().get(0).recipe();
        for (String page : List.of("", "recipe?id=" + recipe.id())) {
            browser.open(home() + page);
            accessible(page, 360, 1600);
        }
        answer("recipe?id=" + recipe.id(), 0, "held for a week", List.of("by", "approve", "reason", "BUTTON"));
        assertThat(text()).contains("Approved by ada", "held for a week").doesNotContain("Not signed");
        assertThat(cycle().recipes().get(0)).satisfies(standing -> {
            assertThat(standing.isInUse()).isTrue();
            assertThat(standing.isSigned()).isTrue();
        });
        assertThat(browser.complaints()).isEmpty();
    }

    private LedgerView cycle() {
        try (Ledger ledger = Ledger.open(ledger())) {
            AmdahlLoop.builder(ledger)
                    .scheduler(new ScriptedScheduler(1, arm -> {
                        throw new IllegalStateException("nothing is to be run");
                    }))
                    .directory(folder)
                    .build()
                    .runCycle();
        }
        return LedgerReader.view(ledger());
    }

    @Test
    void fortyHostileTextsDoNothing() {
        assertThat(hostile).hasSize(40);
        for (String page : List.of(
                "review",
                "item?id=" + hostile.get(0),
                "item?id=" + hostile.get(28),
                "item?id=" + hostile.get(36),
                "",
                "runs",
                "wins",
                "jobs",
                "ledger?page=2",
                "ledger?q=%3Cscript%3Ewindow.pwned%3D1%3C%2Fscript%3E",
                "audit?by=%22%3E%3Cimg%20src%3Dx%20onerror%3Dwindow.pwned%3D1%3E")) {
            browser.open(home() + page);
            JsonNode found =
                    browser.evaluate("({pwned: window.pwned === undefined ? 0 : 1, scripts: document.scripts.length,"
                            + " others: document.querySelectorAll('img, iframe, object, embed, video, base, [onerror], [onload],"
                            + " [autofocus]').length, rows: document.querySelectorAll('#waiting tbody tr').length})");
            assertThat(found.path("pwned").asInt()).isZero();
            assertThat(found.path("scripts").asInt()).isEqualTo(1);
            assertThat(found.path("others").asInt()).isZero();
            if (page.equals("review")) {
                assertThat(found.path("rows").asInt()).isGreaterThanOrEqualTo(40);
            }
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void contrastLabelsLandmarksAndWidthsAreRight() throws IOException {
        String check = script();
        for (String page : List.of("runs", "wins", "jobs", "ledger")) {
            browser.open(home() + page);
            accessible(page, 320, 1600);
        }
        for (String page : List.of("", "review", "item?id=" + hostile.get(35))) {
            browser.open(home() + page);
            accessible(page, 320, 800, 1600);
        }
        browser.look(1600, false);
        browser.evaluate(
                "document.querySelector('h1').style.fontSize = '14px', document.querySelector('h1').style.color = '#999', document.querySelector('#minutes').id = 'x'");
        assertThat(browser.evaluate(check).toString())
                .as("the check sees what is wrong")
                .contains("contrast", "no label");
    }

    @Test
    void theListKeepsOffItsFrame() {
        browser.open(home());
        browser.look(1600, false);
        assertThat(browser.evaluate("getComputedStyle(document.querySelector('table.card td')).paddingLeft")
                        .asText())
                .isEqualTo("10px");
    }

    private void accessible(String page, int... widths) throws IOException {
        for (int width : widths) {
            for (boolean isDark : new boolean[] {false, true}) {
                browser.look(width, isDark);
                assertThat(browser.evaluate(script()))
                        .as("%s at %d px, dark %s", page, width, isDark)
                        .isEmpty();
            }
        }
    }

    private static String script() throws IOException {
        try (InputStream in = ReviewBrowserTest.class.getResourceAsStream("accessibility.js")) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
