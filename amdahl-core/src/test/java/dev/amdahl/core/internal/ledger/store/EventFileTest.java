package dev.amdahl.core.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.file.EventLine;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The event file in several files: readers see no gap, and what is missing comes back. */
final class EventFileTest {
    private static final long SMALL = 2000;

    @TempDir
    Path folder;

    private Path first() {
        return folder.resolve("memory.events.jsonl");
    }

    private LedgerStore store() {
        return LedgerStore.open(LedgerLocation.of(folder.resolve("memory").toString()));
    }

    private Path part(int number) {
        return folder.resolve("memory.events." + number + ".jsonl");
    }

    private static void write(LedgerStore store, EventFile file, int commits) {
        for (int i = 0; i < commits; i++) {
            long last = store.events();
            String previous = store.event(last).map(Event::hash).orElse(Event.GENESIS);
            Event event = Event.after(previous, last + 1, Instant.EPOCH, "Spent", "s", "{\"n\":" + last + "}");
            store.commit(store.fence(), List.of(event), List.of());
            file.append(List.of(event));
        }
    }

    private List<Long> read() {
        List<Long> seqs = new ArrayList<>();
        EventFile.forEach(first(), event -> seqs.add(event.seq()));
        return seqs;
    }

    private void fill(int commits) {
        try (LedgerStore store = store();
                EventFile file = EventFile.open(first(), store, SMALL)) {
            write(store, file, commits);
        }
    }

    private void align() {
        try (LedgerStore store = store()) {
            EventFile.open(first(), store, SMALL).close();
        }
    }

    @Test
    void aGrownFileGoesOnInTheNextAndAllAreReadInOrder() {
        fill(40);
        fill(20);
        assertThat(part(4)).exists();
        assertThat(read()).hasSize(60).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aFileThatIsMissingBetweenOthersIsNamedAndComesBack() throws IOException {
        fill(60);
        List<Path> files = List.of(first(), part(1), part(2), part(3));
        for (List<Path> lost : List.of(List.of(first()), List.of(part(2)), List.of(first(), part(1)), files)) {
            byte[] kept = Files.readAllBytes(part(3));
            long bad = lost.get(0).equals(first()) ? 1 : firstSeq(lost.get(0));
            for (Path file : lost) {
                Files.delete(file);
            }
            assertThatThrownBy(this::read)
                    .isInstanceOfSatisfying(
                            LedgerDamagedException.class,
                            e -> assertThat(e.seq()).hasValue(bad))
                    .hasMessageContaining(lost.get(0).getFileName() + "")
                    .hasMessageContaining("rewritten");
            align();
            assertThat(read()).hasSize(60);
            if (lost.size() == 1) {
                assertThat(part(3)).hasBinaryContent(kept);
            }
        }
    }

    private static long firstSeq(Path file) throws IOException {
        return EventLine.parse(Files.readAllLines(file).get(0)).orElseThrow().seq();
    }

    @Test
    void aFileBegunButNotWrittenIsTakenUpOrGoes() throws IOException {
        fill(30);
        int next = 1;
        while (Files.exists(part(next))) {
            next++;
        }
        Files.createFile(part(next));
        assertThat(read()).hasSize(30);
        align();
        assertThat(part(next)).doesNotExist();
        Files.writeString(part(next), "{\"seq\":31,", StandardOpenOption.CREATE);
        assertThat(read()).hasSize(30);
        align();
        fill(30);
        assertThat(read()).hasSize(60);
    }

    @Test
    void theFileOfARolledBackDatabaseIsRefusedInWhateverPartItEnds() throws IOException {
        fill(30);
        Path old = Files.copy(folder.resolve("memory.mv.db"), folder.resolve("old"));
        fill(30);
        Files.delete(folder.resolve("memory.mv.db"));
        Files.move(old, folder.resolve("memory.mv.db"));
        assertThatThrownBy(this::align)
                .isInstanceOfSatisfying(
                        LedgerDamagedException.class, e -> assertThat(e.seq()).hasValue(31))
                .hasMessageContaining("rolled back");
        assertThat(read()).as("nothing was changed").hasSize(60);
    }

    @Test
    void readersSeeNoGapWhileAnotherProcessWritesAndBeginsNewFiles() throws Exception {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Writer.class.getName(),
                        folder.resolve("memory").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream out = writer.getInputStream()) {
            assertThat(out.read()).as("the writer has begun").isEqualTo('!');
            int reads = 0;
            int seen = 0;
            int grown = 0;
            while (writer.isAlive()) {
                List<Long> seqs = read();
                assertThat(seqs.size()).isGreaterThanOrEqualTo(seen);
                grown += seqs.size() > seen ? 1 : 0;
                seen = seqs.size();
                reads++;
            }
            assertThat(writer.waitFor()).isZero();
            assertThat(reads).isPositive();
            assertThat(grown).as("reads that saw more than the one before").isPositive();
            assertThat(read()).hasSize(Writer.COMMITS);
            assertThat(part(5)).exists();
        } finally {
            writer.destroyForcibly();
        }
    }

    /** Writes many events, opening the ledger again every now and then. */
    static final class Writer {
        static final int COMMITS = 300;

        private Writer() {}

        public static void main(String[] arguments) {
            LedgerLocation location = LedgerLocation.of(arguments[0]);
            for (int part = 0; part < 5; part++) {
                try (LedgerStore store = LedgerStore.open(location);
                        EventFile file = EventFile.open(location.eventFile().orElseThrow(), store, 8000)) {
                    for (int i = 0; i < COMMITS / 5; i++) {
                        write(store, file, 1);
                        if (part == 0 && i == 0) {
                            System.out.print('!');
                            System.out.flush();
                        }
                    }
                }
            }
        }
    }
}
