package dev.amdahl.core.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Iterables;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.store.AppendOnly;
import dev.amdahl.core.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each way to change what is on the disk is found, and the first bad event is named. */
final class TamperTest {
    static final String TRIGGER = "CREATE TRIGGER event_append_only BEFORE UPDATE, DELETE ON event FOR EACH ROW CALL '"
            + AppendOnly.class.getName() + "'";
    private static final int EVENTS = Entries.wholeStory("h1").size();

    @TempDir
    Path folder;

    private String url;

    @BeforeEach
    void write() {
        url = folder.resolve("memory").toString();
        try (Ledger ledger = Ledger.open(url, new SettableClock(Entries.START))) {
            ledger.acquire("cycle", Duration.ofMinutes(1)).commit(Entries.wholeStory("h1"));
        }
        assertThat(Ledger.verify(url).isOk()).isTrue();
    }

    private Path eventFile() {
        return folder.resolve("memory.events.jsonl");
    }

    private void sql(String... statements) {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:h2:file:" + url,
                        "amdahl",
                        Files.readString(folder.resolve("memory.secret")).strip());
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TRIGGER IF EXISTS event_append_only");
            for (String one : statements) {
                assertThat(statement.executeUpdate(one)).as(one).isPositive();
            }
            statement.execute(TRIGGER);
        } catch (SQLException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private void firstBad(long seq) {
        Verification found = Ledger.verify(url);
        assertThat(found.isOk()).isFalse();
        assertThat(found.problems()).isNotEmpty();
        assertThat(found.firstBad()).as("%s", found.problems()).hasValue(seq);
    }

    @Test
    void theDatabaseItselfRefusesToChangeAnEvent() throws Exception {
        String password = Files.readString(folder.resolve("memory.secret")).strip();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + url, "amdahl", password);
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeUpdate("UPDATE event SET subject = 'x' WHERE seq = 1"))
                    .hasMessageContaining("append-only");
            assertThatThrownBy(() -> statement.executeUpdate("DELETE FROM event WHERE seq = 1"))
                    .hasMessageContaining("append-only");
        }
        assertThat(Ledger.verify(url).isOk()).isTrue();
    }

    @Test
    void aMissingTriggerIsFoundAndMadeAgain() throws Exception {
        String password = Files.readString(folder.resolve("memory.secret")).strip();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + url, "amdahl", password);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TRIGGER event_append_only");
        }
        assertThat(Ledger.verify(url).problems())
                .singleElement()
                .asString()
                .contains("trigger event_append_only is missing");
        Ledger.open(url).close();
        theDatabaseItselfRefusesToChangeAnEvent();
    }

    @Test
    void aLedgerThatIsGoneBesideItsEvidenceIsNotBegunAnew() throws IOException {
        EvidenceStore.of(LedgerLocation.of(url)).orElseThrow().put(eventFile());
        Files.delete(folder.resolve("memory.mv.db"));
        Files.delete(eventFile());
        assertThatThrownBy(() -> Ledger.open(url))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("memory.evidence holds what its events name")
                .hasMessageContaining("nothing was changed");
        assertThat(folder.resolve("memory.mv.db")).doesNotExist();
    }

    @Test
    void anEmptiedEventFileBesideAFullDatabaseIsNotReadAsAnEmptyLedger() throws IOException {
        Files.write(eventFile(), new byte[0]);
        assertThatThrownBy(() -> LedgerReader.view(url))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("is empty although the database holds " + EVENTS + " events");
        Ledger.open(url).close();
        assertThat(LedgerReader.view(url).events()).isEqualTo(EVENTS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "at = '2026-03-01T12:00:01Z'",
                "kind = 'Voted'",
                "subject = 'x'",
                "payload = payload || ' '",
                "prev_hash = HASH('SHA-256', 'x')",
                "hash = prev_hash"
            })
    void aChangedColumnIsFound(String change) {
        sql("UPDATE event SET " + change + " WHERE seq = 7");
        firstBad(7);
        assertThatThrownBy(() -> Ledger.open(url)).isInstanceOf(LedgerDamagedException.class);
    }

    @Test
    void everyFlippedBitOfAnEventIsFound() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 5; i++) {
            int seq = random.nextInt(1, EVENTS + 1);
            int place = random.nextInt(1, 20);
            String flip = "UPDATE event SET payload = SUBSTRING(payload, 1, " + (place - 1)
                    + ") || CHAR(BITXOR(ASCII(SUBSTRING(payload, " + place + ", 1)), " + (1 << random.nextInt(7))
                    + ")) || SUBSTRING(payload, " + (place + 1) + ") WHERE seq = " + seq;
            sql(flip);
            firstBad(seq);
            sql(flip);
        }
        assertThat(Ledger.verify(url).isOk()).as("flipped back").isTrue();
    }

    @Test
    void aDeletedEventIsFound() {
        sql("DELETE FROM event WHERE seq = 9");
        firstBad(9);
    }

    @Test
    void swappedEventsAreFound() {
        sql(
                "UPDATE event SET seq = 1000 WHERE seq = 5",
                "UPDATE event SET seq = 5 WHERE seq = 6",
                "UPDATE event SET seq = 6 WHERE seq = 1000");
        firstBad(5);
    }

    @Test
    void aChangedStateRowIsFoundByTheEventThatMadeIt() {
        sql("UPDATE hypothesis SET state = 'REFUTED'");
        firstBad(5);
        sql("UPDATE hypothesis SET state = 'PROMOTED'");
        assertThat(Ledger.verify(url).isOk()).isTrue();
        sql("DELETE FROM review");
        firstBad(1 + Iterables.indexOf(Entries.wholeStory("h1"), Entry.Answered.class::isInstance));
    }

    @Test
    void aCutTailOfTheDatabaseIsFoundAtOpen() {
        sql("DELETE FROM event WHERE seq > " + (EVENTS - 2));
        assertThatThrownBy(() -> Ledger.open(url))
                .isInstanceOfSatisfying(
                        LedgerDamagedException.class, e -> assertThat(e.seq()).hasValue(EVENTS - 1))
                .hasMessageContaining("rolled back");
        firstBad(EVENTS - 1);
    }

    @Test
    void aRolledBackDatabaseFileIsFoundAtOpen() throws IOException {
        Path database = folder.resolve("memory.mv.db");
        Path old = Files.copy(database, folder.resolve("old"));
        try (Ledger ledger = Ledger.open(url)) {
            ledger.acquire("cycle", Duration.ofMinutes(1)).commit(new Entry.CycleEnded("lost"));
        }
        Files.copy(old, database, StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> Ledger.open(url))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("event " + (EVENTS + 1));
        firstBad(EVENTS + 1);
        Files.delete(database);
        assertThatThrownBy(() -> Ledger.open(url))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("event 1:");
    }

    @Test
    void aDatabaseFileThatIsGoneOrCutToItsHeadersIsNotMadeAnew() throws IOException {
        Path database = folder.resolve("memory.mv.db");
        byte[] whole = Files.readAllBytes(database);
        for (int length : new int[] {0, 8192}) {
            byte[] cut = Arrays.copyOf(whole, length);
            Files.write(database, cut);
            assertThatThrownBy(() -> Ledger.open(url))
                    .isInstanceOf(LedgerDamagedException.class)
                    .hasMessageContaining("holds nothing although events were committed");
            assertThat(Ledger.verify(url).isOk()).isFalse();
            assertThat(Files.readAllBytes(database)).isEqualTo(cut);
        }
        Files.delete(database);
        assertThatThrownBy(() -> Ledger.open(url)).isInstanceOf(LedgerDamagedException.class);
        assertThat(database).doesNotExist();
    }

    @Test
    void missingEventsOfTheEventFileAreWrittenAnew() throws IOException {
        byte[] whole = Files.readAllBytes(eventFile());
        List<String> lines = Files.readAllLines(eventFile());
        String firstFour = String.join("\n", lines.subList(0, 4)) + "\n";
        for (String left : List.of("", firstFour, firstFour + lines.get(4).substring(0, 40), firstFour + "{}\n")) {
            Files.write(eventFile(), left.getBytes(UTF_8));
            assertThat(Ledger.verify(url).isOk()).isFalse();
            Ledger.open(url).close();
            assertThat(Files.readAllBytes(eventFile())).isEqualTo(whole);
        }
        Files.delete(eventFile());
        firstBad(1);
        Ledger.open(url).close();
        assertThat(Files.readAllBytes(eventFile())).isEqualTo(whole);
    }

    @Test
    void aChangedEventFileIsFoundByItsReaders() throws IOException {
        byte[] whole = Files.readAllBytes(eventFile());
        SplittableRandom random = new SplittableRandom(11);
        int flips = 200;
        for (int i = 0; i < flips; i++) {
            byte[] flipped = whole.clone();
            int place = random.nextInt(whole.length - 1);
            flipped[place] ^= (byte) (1 << random.nextInt(8));
            Files.write(eventFile(), flipped);
            long line = new String(whole, 0, place, UTF_8).lines().count()
                    + (place > 0 && whole[place - 1] == '\n' ? 1 : 0);
            long expected = Math.max(1, line);
            assertThatThrownBy(() -> LedgerReader.view(url))
                    .as("byte %d", place)
                    .isInstanceOfSatisfying(
                            LedgerDamagedException.class,
                            e -> assertThat(e.seq()).hasValue(expected));
        }
    }

    @Test
    void aLineThatIsStillBeingWrittenIsLeftOut() throws IOException {
        byte[] whole = Files.readAllBytes(eventFile());
        Files.write(eventFile(), Arrays.copyOf(whole, whole.length - 5));
        assertThat(LedgerReader.view(url).events()).isEqualTo(EVENTS - 1);
        assertThat(EventLog.read(eventFile())).hasSize(EVENTS - 1);
    }
}
