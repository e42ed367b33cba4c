package dev.amdahl.examples.cli;

import dev.amdahl.core.internal.report.review.ReviewServer;
import dev.amdahl.core.internal.report.review.ReviewSettings;
import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Measures in a real browser how long the list of so many waiting changes takes to be seen; run by hand. */
public final class ReviewPaint {
    private static final int RELOADS = 7;
    private static final String MILLISECONDS =
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>"
                    + " done({rows: document.querySelectorAll('#waiting tbody tr').length,"
                    + " bytes: performance.getEntriesByType('navigation')[0].decodedBodySize,"
                    + " received: performance.getEntriesByType('navigation')[0].responseEnd,"
                    + " loaded: performance.getEntriesByType('navigation')[0].loadEventEnd, painted: performance.now()}))))";

    private ReviewPaint() {}

    /** Prints one line a reload: rows, bytes, and milliseconds since the start of the navigation. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("review-paint");
        WaitingWins story = new WaitingWins(1, Instant.now());
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            LeverSetting setting = new LeverSetting("workers", new LeverSetting.Environment("WORKERS"), "0", "" + i);
            story.win("job-" + i % 40, new ConfigChange(List.of(setting)), .7 + i % 20 / 100.0, "try " + i, 0);
        }
        String ledger = folder.resolve("ledger").toString();
        story.write(ledger, Clock.systemUTC());
        try (ReviewServer server = ReviewServer.start(
                        ReviewSettings.over(ledger).keys(folder).build());
                Browser browser = Browser.start(Requires.program("chromium"), folder.resolve("profile"))) {
            browser.look(1600, false);
            browser.open(server.url());
            for (int i = 0; i < RELOADS; i++) {
                browser.open(server.url().replaceFirst("\\?.*", "review"));
                System.out.println(browser.evaluate(MILLISECONDS));
            }
        }
    }
}
