package dev.amdahl.core.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.amdahl.core.internal.ledger.file.EventLine;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An event whose hash was made to fit what no ledger writes. */
final class ForgedEventTest {
    @TempDir
    Path folder;

    private String url;
    private Path file;
    private Event last;

    @BeforeEach
    void write() {
        url = folder.resolve("memory").toString();
        file = folder.resolve("memory.events.jsonl");
        try (Ledger ledger = Ledger.open(url, new SettableClock(Entries.START))) {
            ledger.acquire("cycle", Duration.ofMinutes(1)).commit(Entries.wholeStory("h1"));
        }
        List<EventLog.Recorded> all = EventLog.read(file);
        last = all.get(all.size() - 1).event();
    }

    private static Event forged(Event event, String at, String payload) {
        Hasher sha = Hashing.sha256()
                .newHasher()
                .putByte((byte) 1)
                .putBytes(ByteBuffer.allocate(8).putLong(event.seq()).array());
        for (String text : List.of(at, event.kind(), event.subject(), event.previous(), payload)) {
            byte[] bytes = text.getBytes(UTF_8);
            sha.putBytes(ByteBuffer.allocate(4).putInt(bytes.length).array()).putBytes(bytes);
        }
        return new Event(
                event.seq(),
                at,
                event.kind(),
                event.subject(),
                payload,
                event.previous(),
                sha.hash().toString());
    }

    private void forgeFile(Event forged) throws Exception {
        List<String> lines = Files.readAllLines(file, UTF_8);
        lines.set((int) forged.seq() - 1, EventLine.of(forged));
        Files.write(file, lines, UTF_8);
    }

    private void forgeDatabase(Event forged) throws Exception {
        String password = Files.readString(folder.resolve("memory.secret")).strip();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + url, "amdahl", password);
                PreparedStatement update =
                        connection.prepareStatement("UPDATE event SET at = ?, hash = ? WHERE seq = ?")) {
            connection.createStatement().execute("DROP TRIGGER IF EXISTS event_append_only");
            update.setString(1, forged.at());
            update.setBytes(2, HexFormat.of().parseHex(forged.hash()));
            update.setLong(3, forged.seq());
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    @Test
    void theForgerKnowsTheHash() {
        assertThat(forged(last, last.at(), last.payload())).isEqualTo(last);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2026-02-30T00:00:00Z", "+1000000000-12-31T23:59:59Z", "-0001-01-01T00:00:00Z"})
    void aTimeThatIsNoneIsNamedByWhoeverReadsTheFile(String at) throws Exception {
        forgeFile(forged(last, at, last.payload()));
        String place = file + ", event " + last.seq();

        assertThatThrownBy(() -> LedgerReader.view(url))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageStartingWith(place + ": is not what was written; move the file away")
                .hasMessageEndingWith("or run ledger repair");
        assertThatThrownBy(() -> LedgerImport.read(file, folder.resolve("new").toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line " + last.seq());
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "+1000000000-12-31T23:59:59Z"})
    void aDatabaseWithATimeThatIsNoneIsNotOpenedAndTheCheckNamesTheEvent(String at) throws Exception {
        forgeDatabase(forged(last, at, last.payload()));

        Verification found = Ledger.verify(url);
        assertThat(found.isOk()).isFalse();
        assertThat(found.firstBad()).hasValue(last.seq());
        assertThatThrownBy(() -> Ledger.open(url))
                .isInstanceOfSatisfying(
                        LedgerDamagedException.class, e -> assertThat(e.seq()).hasValue(last.seq()))
                .hasMessageContaining("run ledger repair");
        assertThat(LedgerRepair.run(url, Optional.empty()).head()).isEqualTo(last.hash());
        assertThat(Ledger.verify(url).problems()).isEmpty();
    }

    @Test
    void aClockOutsideTheCalendarWritesNothing() {
        try (Ledger ledger = Ledger.open(url, new SettableClock(Instant.MAX.minusSeconds(60)))) {
            assertThatThrownBy(
                            () -> ledger.acquire("cycle", Duration.ofSeconds(1)).commit(Entries.wholeStory("h2")))
                    .hasMessageContaining("years 0000 to 9999");
        }
        assertThat(Ledger.verify(url).isOk()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"null", "{\"kind\":\"BUILD_SECONDS\",\"amount\":-1,\"subject\":\"run-1\"}", "{\"reason\":3}"})
    void aPayloadThatIsNoEntryIsNamedByWhoeverReadsTheFile(String payload) throws Exception {
        forgeFile(forged(last, last.at(), payload));

        assertThatThrownBy(() -> LedgerReader.view(url))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("event " + last.seq() + ": not the JSON of a");
    }

    static Stream<Entry> whatDoesNotFollow() {
        return Stream.of(
                new Entry.RegimeChanged("nobody's", "unheard of"),
                new Entry.RunIntended(new RunPlan(
                        "k9",
                        RunPurpose.NOISE,
                        Entries.runPlan("k", "h1").family(),
                        "",
                        0,
                        1,
                        1,
                        false,
                        7,
                        72,
                        OptionalDouble.empty(),
                        OptionalDouble.of(-1),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.empty())));
    }

    @ParameterizedTest
    @MethodSource("whatDoesNotFollow")
    void anEntryThatDoesNotFollowIsNamedByWhoeverReadsTheLedger(Entry entry) throws Exception {
        Event next = Event.after(
                last.hash(),
                last.seq() + 1,
                Entries.START,
                EntryCodec.kind(entry),
                entry.subject(),
                EntryCodec.payload(entry));
        Files.writeString(file, Files.readString(file, UTF_8) + EventLine.of(next) + "\n", UTF_8);

        assertThatThrownBy(() -> LedgerReader.view(url))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageStartingWith(url + ", event " + next.seq() + ": " + next.kind() + " of ")
                .hasMessageContaining("--until " + last.seq());
        assertThatThrownBy(() -> new LedgerFollower(url).view()).isInstanceOf(LedgerDamagedException.class);
        assertThatThrownBy(() -> LedgerImport.read(file, folder.resolve("new").toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 1");
    }
}
