package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.functional.MemoryFolder;
import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LedgerFollowerTest {
    private static final SettableClock CLOCK = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private static ConfigChange setting(String to) {
        return new ConfigChange(List.of(new LeverSetting("workers", new LeverSetting.Environment("WORKERS"), "0", to)));
    }

    private static void grow(String url, long seed, String to) {
        WaitingWins story = new WaitingWins(seed, CLOCK.instant());
        story.win("train", setting(to), .8, "try " + to, 1);
        story.write(url, CLOCK);
    }

    @Test
    void eachLookShowsWhatTheWholeFileShows() throws IOException {
        String url = folder.resolve("ledger").toString();
        Path events = Path.of(url + ".events.jsonl");
        LedgerFollower follower = new LedgerFollower(url);
        assertThatThrownBy(follower::view)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there is none");

        grow(url, 1, "2");
        LedgerView early = follower.view();
        assertThat(early.dossiers()).hasSize(1);
        grow(url, 2, "4");
        assertThat(follower.view().head())
                .isEqualTo(LedgerReader.view(url).head())
                .isNotEqualTo(early.head());
        assertThat(follower.view().dossiers())
                .isEqualTo(LedgerReader.view(url).dossiers())
                .hasSize(2);
        assertThat(early.dossiers()).as("a view does not change").hasSize(1);

        String whole = Files.readString(events);
        int half = whole.lastIndexOf('\n', whole.length() - 2) - 20;
        Files.writeString(events, whole.substring(0, half));
        long before = follower.view().events();
        Files.writeString(events, whole);
        assertThat(follower.view().events()).isEqualTo(before + 2);
    }

    @Test
    void anotherLedgerInItsPlaceIsReadAnew() throws IOException {
        grow(folder.resolve("one").toString(), 1, "2");
        grow(folder.resolve("other").toString(), 3, "8");
        Path events = folder.resolve("ledger.events.jsonl");
        LedgerFollower follower = new LedgerFollower(folder.resolve("ledger").toString());
        Files.copy(folder.resolve("one.events.jsonl"), events);
        String head = follower.view().head();

        Files.writeString(events, Files.readString(folder.resolve("other.events.jsonl")) + "{\"torn");
        assertThat(follower.view().head())
                .isEqualTo(LedgerReader.view(folder.resolve("other").toString()).head())
                .isNotEqualTo(head);
    }
}
