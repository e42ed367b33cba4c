package dev.amdahl.examples.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report in a real browser: readable and named. {@link LooksTest} looks at its pictures. */
final class ReportBrowserTest {
    @Test
    void contrastNamesAndWidthsAreRight(@TempDir Path folder) throws Exception {
        Path chromium = Requires.program("chromium");
        Path page = report(folder);
        String check = script();
        try (Browser browser = Browser.start(chromium, folder.resolve("profile"))) {
            browser.open(page.toUri().toString());
            for (int width : new int[] {360, 900, 1600}) {
                for (boolean isDark : new boolean[] {false, true}) {
                    browser.look(width, isDark);
                    assertThat(browser.evaluate(check))
                            .as("at %d px, dark %s", width, isDark)
                            .isEmpty();
                }
            }
            assertThat(browser.evaluate("document.querySelectorAll('svg.picture').length")
                            .asInt())
                    .isGreaterThan(8);
            assertThat(browser.complaints()).isEmpty();
        }
    }

    private static Path report(Path folder) {
        String url = folder.resolve("ledger").toString();
        WaitingWins story = new WaitingWins(9, Instant.now());
        story.win("train-vision", setting("prefetch"), .7, "Read ahead", 6);
        story.win("אימון לילי", setting("mode"), .8, "👩‍🔬 🚀", 5);
        story.running("forecast-train", setting("workers"), 3);
        story.write(url, Clock.systemUTC());
        try (Ledger ledger = Ledger.open(url);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            for (String family : List.of("train-vision", "אימון לילי")) {
                lease.commit(List.of(new Entry.Diagnosed(new Diagnosis(
                        family,
                        List.of(
                                new Account(Bottleneck.KERNEL_INEFFICIENT, 30, 30),
                                new Account(Bottleneck.PERIODIC_SIDE_WORK, 4_000, 4_000),
                                new Account(Bottleneck.IDLE_AFTER_FINISH, 300, 300),
                                new Account(Bottleneck.PRODUCTIVE, 600, 600)),
                        300,
                        Map.of(),
                        List.of("e-1", "e-2"),
                        List.of()))));
            }
        }
        return HtmlReport.write(LedgerReader.view(url), ReportInputs.builder().build(), folder.resolve("out"))
                .report();
    }

    private static ConfigChange setting(String lever) {
        return new ConfigChange(List.of(new LeverSetting(lever, new LeverSetting.Environment("LEVER"), "0", "1")));
    }

    private static String script() throws IOException {
        try (InputStream in = ReportBrowserTest.class.getResourceAsStream("accessibility.js")) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
