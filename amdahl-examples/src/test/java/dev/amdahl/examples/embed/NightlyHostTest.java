package dev.amdahl.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.schedulers.local.LocalScheduler;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, sixty nights of which take some seconds. */
@Tag("measures")
final class NightlyHostTest {
    private static final int MAX_LOOKS = 2400;

    @TempDir
    Path folder;

    @Test
    void aWinIsFoundWithinSixtyNights() throws Exception {
        Requires.program("sh");
        Requires.program("setsid");
        SettableClock clock = new SettableClock(Instant.parse("2026-03-01T01:00:00Z"));
        try (NightlyHost host = new NightlyHost(folder, LocalScheduler.at(folder.resolve("trials")), clock)) {
            int night = 0;
            while (night < 60 && !isIn(host, HypothesisState.IN_REVIEW)) {
                host.night("night-" + night++);
                awaitTrials(host);
                clock.advance(Duration.ofDays(1));
            }
            Dossier win = host.ledger().view().dossiers().get(0);
            assertThat(win.state()).as(win.reason()).isEqualTo(HypothesisState.IN_REVIEW);
            assertThat(win.experiment().orElseThrow().plan().sampled().design()).isEqualTo(Design.FIELD);
        }
    }

    /** Trials of other processes on this machine may go first, for longer than these days last. */
    private static void awaitTrials(NightlyHost host) throws InterruptedException {
        for (int i = 0; i < MAX_LOOKS && isTrialOut(host); i++) {
            TimeUnit.MILLISECONDS.sleep(50);
            host.look();
        }
    }

    private static boolean isTrialOut(NightlyHost host) {
        return host.ledger().view().inFlight().stream()
                .anyMatch(run -> run.plan().runs() == Design.WHOLE);
    }

    private static boolean isIn(NightlyHost host, HypothesisState state) {
        return host.ledger().view().dossiers().stream().anyMatch(dossier -> dossier.state() == state);
    }
}
