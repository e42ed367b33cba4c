package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.file.EventLine;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file so large that it is read ahead on other threads. */
final class EventLogTest {
    private static final int EVENTS = 5_000;

    @TempDir
    Path folder;

    private final List<Event> written = new ArrayList<>();

    private Path write() throws IOException {
        StringBuilder lines = new StringBuilder();
        String head = Event.GENESIS;
        for (int i = 1; i <= EVENTS; i++) {
            Entry entry = new Entry.FamilySeen("family-" + i, "h200", "0");
            Event event = Event.after(
                    head,
                    i,
                    Instant.ofEpochSecond(i),
                    EntryCodec.kind(entry),
                    entry.subject(),
                    EntryCodec.payload(entry));
            written.add(event);
            lines.append(EventLine.of(event)).append('\n');
            head = event.hash();
        }
        Path file = Files.writeString(folder.resolve("memory.events.jsonl"), lines);
        assertThat(Files.size(file)).isGreaterThan(1 << 20);
        return file;
    }

    @Test
    void everyEventIsShownInOrderOnTheCallersThread() throws IOException {
        Path file = write();
        List<Event> seen = new ArrayList<>();
        EventLog.forEach(file, recorded -> {
            assertThat(Thread.currentThread().getName()).doesNotStartWith("amdahl-e");
            assertThat(recorded.at())
                    .isEqualTo(Instant.ofEpochSecond(recorded.event().seq()));
            assertThat(recorded.entry().subject()).isEqualTo(recorded.event().subject());
            seen.add(recorded.event());
        });
        assertThat(seen).isEqualTo(written);
    }

    @Test
    void whatWasAlteredIsNamedAndNothingFromThereOnIsShown() throws IOException {
        Path file = write();
        List<String> lines = Files.readAllLines(file);
        int bad = 3_211;
        lines.set(bad - 1, lines.get(bad - 1).replace("\"h200\"", "\"h100\""));
        Files.write(file, lines, StandardCharsets.UTF_8);
        List<Event> seen = new ArrayList<>();
        assertThatThrownBy(() -> EventLog.forEach(file, recorded -> seen.add(recorded.event())))
                .isInstanceOfSatisfying(
                        LedgerDamagedException.class, e -> assertThat(e.seq()).hasValue(bad))
                .hasMessageContaining("not what was written");
        assertThat(seen).isEqualTo(written.subList(0, bad - 1));
    }

    @Test
    void anEntryThatThisVersionDoesNotKnowIsNamed() throws IOException {
        Path file = write();
        Event last = written.get(EVENTS - 1);
        Event unknown = Event.after(last.hash(), EVENTS + 1, Instant.EPOCH, "FromTheFuture", "s", "{}");
        Files.writeString(file, Files.readString(file) + EventLine.of(unknown) + "\n");
        assertThatThrownBy(() -> EventLog.read(file))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("unknown kind 'FromTheFuture'");
    }
}
