package dev.amdahl.core.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.file.EventLine;
import dev.amdahl.core.internal.ledger.store.TestPostgres;
import dev.amdahl.core.ledger.LedgerRepair.Repaired;
import dev.amdahl.core.ledger.LedgerRepair.Source;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each damage that can be told is repaired from what is sound, and what was replaced is kept. */
final class LedgerRepairTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private String url() {
        return folder.resolve("memory").toString();
    }

    private Path beside(String suffix) {
        return folder.resolve("memory" + suffix);
    }

    /** The head after it. */
    private String tell(String id) {
        try (Ledger ledger = Ledger.open(url(), new SettableClock(Entries.START));
                Lease lease = ledger.acquire("cycle", MINUTE)) {
            return lease.commit(ledger.view().events() == 0 ? Entries.wholeStory(id) : Entries.underTest(id))
                    .head();
        }
    }

    private void requireWhole(Repaired repaired, Source from, String head, String... kept) {
        assertThat(repaired.from()).isEqualTo(from);
        assertThat(repaired.head()).isEqualTo(head);
        assertThat(repaired.kept())
                .extracting(file -> file.getFileName().toString())
                .containsExactly(kept);
        assertThat(repaired.kept()).allMatch(Files::exists);
        assertThat(Ledger.verify(url(), List.of(head)).problems()).isEmpty();
    }

    @Test
    void anAlteredEventFileIsWrittenAnewFromTheDatabase() throws IOException {
        String head = tell("h1");
        String whole = Files.readString(beside(".events.jsonl"));
        Files.writeString(beside(".events.jsonl"), whole.replaceFirst("\"seq\":3,(.*?)12:00", "\"seq\":3,$113:00"));
        Repaired repaired = LedgerRepair.run(url(), Optional.empty());
        requireWhole(repaired, Source.DATABASE, head, "memory.events.jsonl.replaced-1");
        assertThat(repaired.eventFiles().orElseThrow().isOk()).isFalse();
        assertThat(Files.readString(beside(".events.jsonl"))).isEqualTo(whole);
    }

    @Test
    void aDatabaseThatWouldNotOpenIsMadeAnewFromTheEventFiles() throws IOException {
        String head = tell("h1");
        Files.writeString(beside(".mv.db"), "not a database");
        requireWhole(
                LedgerRepair.run(url(), Optional.empty()),
                Source.EVENTS,
                head,
                "memory.secret.replaced-1",
                "memory.mv.db.replaced-1");
        byte[] database = Files.readAllBytes(beside(".mv.db"));
        Arrays.fill(database, 9000, database.length, (byte) 7);
        Files.write(beside(".mv.db"), database);
        assertThatThrownBy(() -> Ledger.open(url())).isInstanceOf(LedgerDamagedException.class);
        requireWhole(
                LedgerRepair.run(url(), Optional.empty()),
                Source.EVENTS,
                head,
                "memory.secret.replaced-2",
                "memory.mv.db.replaced-2");
        Files.delete(beside(".mv.db"));
        Files.delete(beside(".secret"));
        requireWhole(LedgerRepair.run(url(), Optional.empty()), Source.EVENTS, head);
    }

    @Test
    void aDatabaseThatWasRolledBackIsMadeAnewFromTheNewerEventFiles() throws IOException {
        tell("h1");
        byte[] old = Files.readAllBytes(beside(".mv.db"));
        String head = tell("h2");
        Files.write(beside(".mv.db"), old);
        assertThatThrownBy(() -> Ledger.open(url())).hasMessageContaining("rolled back");
        requireWhole(
                LedgerRepair.run(url(), Optional.empty()),
                Source.EVENTS,
                head,
                "memory.secret.replaced-1",
                "memory.mv.db.replaced-1");
    }

    @Test
    void aSoundLedgerStaysAsItIs() throws IOException {
        String head = tell("h1");
        requireWhole(LedgerRepair.run(url(), Optional.empty()), Source.DATABASE, head);
        assertThatThrownBy(() -> LedgerRepair.run(folder.resolve("none").toString(), Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("there is none");
    }

    @Test
    void twoSoundChainsAreRefusedUntilSomebodySaysWhichIsMeant() throws IOException {
        String head = tell("h1");
        List<Event> events = new ArrayList<>();
        EventLog.read(beside(".events.jsonl")).forEach(recorded -> events.add(recorded.event()));
        Event last = events.get(events.size() - 1);
        Event other = Event.after(
                last.previous(), last.seq(), last.time().plusSeconds(1), last.kind(), last.subject(), last.payload());
        List<String> lines = new ArrayList<>(Files.readAllLines(beside(".events.jsonl")));
        lines.set(lines.size() - 1, EventLine.of(other));
        Files.write(beside(".events.jsonl"), lines);
        assertThatThrownBy(() -> LedgerRepair.run(url(), Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(head)
                .hasMessageContaining(other.hash())
                .hasMessageContaining("--from");
        requireWhole(
                LedgerRepair.run(url(), Optional.of(Source.DATABASE)),
                Source.DATABASE,
                head,
                "memory.events.jsonl.replaced-1");
    }

    @Test
    void anEventThatContradictsThoseBeforeItIsLeftOutByAnImportUntilIt() throws IOException {
        tell("h1");
        Path file = beside(".events.jsonl");
        Event last =
                EventLog.read(file).get((int) Ledger.verify(url()).events() - 1).event();
        Entry again = new Entry.Proposed(Entries.hypothesis("h1"), Entries.screening(), Optional.empty());
        Event contradiction = Event.after(
                last.hash(),
                last.seq() + 1,
                Entries.START,
                EntryCodec.kind(again),
                again.subject(),
                EntryCodec.payload(again));
        Files.writeString(file, Files.readString(file) + EventLine.of(contradiction) + "\n");
        Files.writeString(beside(".mv.db"), "not a database");
        byte[] before = Files.readAllBytes(file);
        assertThatThrownBy(() -> LedgerRepair.run(url(), Optional.empty()))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("ledger import the event file --until " + last.seq())
                .hasMessageContaining("nothing was changed");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).noneMatch(left -> left.toString().contains("replaced"));
        }
        assertThat(file).hasBinaryContent(before);

        String copy = folder.resolve("copy").toString();
        assertThatThrownBy(() -> LedgerImport.read(file, copy)).isInstanceOf(InvalidInputException.class);
        LedgerExport.Content taken = LedgerImport.read(file, copy, last.seq());
        assertThat(taken.head()).isEqualTo(last.hash());
        assertThat(Ledger.verify(copy).problems()).isEmpty();
        assertThatThrownBy(() -> LedgerImport.read(file, folder.resolve("other").toString(), last.seq() + 9))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void theStateRowsOfAServerAreMadeAnew() throws SQLException, IOException {
        String schema = TestPostgres.schema();
        String server = TestPostgres.server().url(schema, folder);
        try (Ledger ledger = Ledger.open(server);
                Lease lease = ledger.acquire("cycle", MINUTE)) {
            lease.commit(Entries.wholeStory("h1"));
        }
        TestPostgres.execute(schema, "UPDATE vote SET body = 'x'", "DROP TRIGGER event_append_only ON event");
        Repaired repaired = LedgerRepair.run(server, Optional.empty());
        assertThat(repaired.from()).isEqualTo(Source.DATABASE);
        assertThat(repaired.eventFiles()).isEmpty();
        assertThat(Ledger.verify(server).problems()).isEmpty();
    }

    @Test
    void eventFilesAreCheckedAloneBesideAnOpenLedger() throws IOException {
        String head = tell("h1");
        try (Ledger ledger = Ledger.open(url())) {
            assertThat(Ledger.verifyFiles(url(), List.of(head)))
                    .isEqualTo(new Verification(true, ledger.view().events(), head, OptionalLong.empty(), List.of()));
        }
        assertThat(Ledger.verifyFiles(url(), List.of("ab".repeat(32))).problems())
                .singleElement()
                .asString()
                .contains("is not in the chain");
        String whole = Files.readString(beside(".events.jsonl"), UTF_8);
        Files.writeString(beside(".events.jsonl"), whole.replaceFirst("\"seq\":3,(.*?)12:00", "\"seq\":3,$113:00"));
        assertThat(Ledger.verifyFiles(url(), List.of()).firstBad()).hasValue(3);
        int events = (int) Ledger.verify(url()).events();
        assertThat(LedgerReader.newest(url(), 2))
                .extracting(recorded -> recorded.event().seq())
                .containsExactly(events - 1L, (long) events);
        assertThatThrownBy(() -> LedgerReader.newest(url(), events)).isInstanceOf(LedgerDamagedException.class);
    }
}
