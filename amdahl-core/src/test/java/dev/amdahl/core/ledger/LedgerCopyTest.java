package dev.amdahl.core.ledger;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.TestPostgres;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerCopyTest {
    @TempDir
    Path folder;

    private Path export;
    private LedgerView written;

    @BeforeEach
    void exportALedger() throws IOException {
        export = folder.resolve("export.jsonl");
        try (Ledger ledger = Ledger.open(url("old"));
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(Entries.wholeStory("h1"));
            lease.commit(IntStream.range(0, 600)
                    .mapToObj(i -> new Entry.Spent("run-" + i % 7, Cost.Kind.BUILD_SECONDS, i))
                    .toList());
            written = lease.view();
            LedgerExport.write(url("old"), export);
        }
    }

    private String url(String name) {
        return folder.resolve(name).toString();
    }

    private List<String> lines() throws IOException {
        return new ArrayList<>(Files.readAllLines(export, US_ASCII));
    }

    private void requireRefused(List<String> lines, String... parts) throws IOException {
        Files.write(export, lines, US_ASCII);
        assertThatThrownBy(() -> LedgerImport.read(export, url("new")))
                .isInstanceOf(InvalidInputException.class)
                .satisfies(refused ->
                        assertThat(refused.getMessage()).contains(parts).doesNotContain("\n"));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("new"));
        }
    }

    @Test
    void theCopyHasTheSameEventsByteForByteAndTheSameState() throws IOException {
        LedgerExport.Content read = LedgerImport.read(export, url("new"));

        assertThat(read.events()).isEqualTo(written.events());
        assertThat(read.head()).isEqualTo(written.head());
        assertThat(folder.resolve("new.events.jsonl")).hasSameBinaryContentAs(folder.resolve("old.events.jsonl"));
        try (Ledger copy = Ledger.open(url("new"))) {
            assertThat(copy.verify().problems()).isEmpty();
            assertThat(copy.view().head()).isEqualTo(written.head());
            assertThat(copy.view().dossiers()).isEqualTo(written.dossiers());
            try (Lease lease = copy.acquire("test", Duration.ofMinutes(1))) {
                lease.commit(new Entry.Spent("run-1", Cost.Kind.BUILD_SECONDS, 1));
            }
        }
        Path again = folder.resolve("again.jsonl");
        LedgerImport.read(export, url("newer"));
        LedgerExport.write(url("newer"), again);
        assertThat(again).hasSameBinaryContentAs(export);
    }

    @Test
    void aServersCopyIsMadeInOneTransactionOrNotAtAll() throws IOException {
        String server = TestPostgres.server().url(TestPostgres.schema(), folder);
        List<String> lines = lines();
        Path cut = Files.write(folder.resolve("cut.jsonl"), lines.subList(0, lines.size() - 1), US_ASCII);
        assertThatThrownBy(() -> LedgerImport.read(cut, server)).hasMessageContaining("cut off");

        LedgerImport.read(export, server);

        try (Ledger copy = Ledger.open(server)) {
            assertThat(copy.verify().problems()).isEmpty();
            assertThat(copy.view().dossiers()).isEqualTo(written.dossiers());
        }
        Path again = folder.resolve("again.jsonl");
        LedgerExport.write(server, again);
        assertThat(again).hasSameBinaryContentAs(export);
        assertThatThrownBy(() -> LedgerImport.read(export, server))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("holds " + written.events() + " events");
    }

    @Test
    void theEventFileOfALostDatabaseIsEnoughAndItsTornEndIsLeftOut() throws IOException {
        Path events = folder.resolve("old.events.jsonl");
        Files.writeString(events, Files.readString(events, US_ASCII) + "{\"seq\":", US_ASCII);

        LedgerImport.read(events, url("new"));

        try (Ledger copy = Ledger.open(url("new"))) {
            assertThat(copy.view().head()).isEqualTo(written.head());
        }
    }

    @Test
    void anExistingLedgerIsNeverOverwritten() throws IOException {
        byte[] before = Files.readAllBytes(folder.resolve("old.mv.db"));

        assertThatThrownBy(() -> LedgerImport.read(export, url("old")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("old.mv.db exists");

        assertThat(Files.readAllBytes(folder.resolve("old.mv.db"))).isEqualTo(before);
    }

    @Test
    void whatAKilledImportLeftIsTakenAway() throws IOException {
        try (Ledger half = Ledger.open(url("new.importing"));
                Lease lease = half.acquire("import", Duration.ofMinutes(1))) {
            lease.commit(Entries.family());
        }

        LedgerImport.read(export, url("new"));

        try (Ledger copy = Ledger.open(url("new"))) {
            assertThat(copy.view().head()).isEqualTo(written.head());
        }
        assertThat(folder.resolve("new.importing.mv.db")).doesNotExist();
    }

    @Test
    void theFirstBadLineIsNamed() throws IOException {
        List<String> altered = lines();
        altered.set(9, altered.get(9).replaceFirst("\"at\":\"2", "\"at\":\"1"));
        requireRefused(altered, "line 10", "not what was written");

        exportAgain();
        List<String> without = lines();
        without.remove(20);
        requireRefused(without, "line 21", "holds event 21, expected 20");

        exportAgain();
        List<String> swapped = lines();
        swapped.set(5, swapped.get(6));
        requireRefused(swapped, "line 6", "holds event 6, expected 5");

        exportAgain();
        List<String> garbled = lines();
        garbled.set(3, "garbage");
        requireRefused(garbled, "line 4", "not an event");
    }

    @Test
    void aFileThatIsCutOffIsRefused() throws IOException {
        List<String> lines = lines();

        requireRefused(lines.subList(0, lines.size() - 1), "line " + lines.size(), "cut off");
        requireRefused(lines.subList(0, 1), "line 2", "cut off");
        requireRefused(List.of(), "line 1", "not the first line");
        List<String> more = new ArrayList<>(lines);
        more.add("{}");
        requireRefused(more, "after the end");
    }

    @Test
    void whatALaterVersionWroteIsRefusedAndBothVersionsAreNamed() throws IOException {
        List<String> lines = lines();
        int mine = LedgerStore.schemaVersion();
        lines.set(0, lines.get(0).replace("\"schema\":" + mine, "\"schema\":" + (mine + 1)));

        requireRefused(lines, "schema version " + (mine + 1), "up to " + mine, "update the library");
    }

    @Test
    void anEventOfAnUnknownKindIsRefusedAndNeverSkipped() throws IOException {
        List<String> lines = lines();
        dev.amdahl.core.ledger.event.Event unknown = dev.amdahl.core.ledger.event.Event.after(
                written.head(), written.events() + 1, Entries.START, "Dreamt", "h1", "{}");
        lines.add(lines.size() - 1, dev.amdahl.core.internal.ledger.file.EventLine.of(unknown));

        requireRefused(lines, "line " + (lines.size() - 1), "'Dreamt'", "written by a later version");
        Files.write(folder.resolve("later.events.jsonl"), lines.subList(1, lines.size() - 1), US_ASCII);
        assertThatThrownBy(() -> LedgerReader.view(url("later"))).hasMessageContaining("written by a later version");
    }

    private void exportAgain() throws IOException {
        LedgerExport.write(url("old"), export);
    }
}
