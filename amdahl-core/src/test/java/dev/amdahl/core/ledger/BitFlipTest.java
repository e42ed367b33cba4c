package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.Row;
import dev.amdahl.core.internal.ledger.store.Table;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single bits of a closed database file that flip: each is refused, found by the check, or changes nothing that is read. */
@Tag("harness")
final class BitFlipTest {
    private static final int HYPOTHESES = 12;

    @TempDir
    Path folder;

    private final long seed = Long.getLong("amdahl.seed", 20260304);
    private final SplittableRandom random = new SplittableRandom(seed);

    /** What became of a flip. */
    private enum Outcome {
        REFUSED,
        FOUND,
        NO_CHANGE
    }

    @Test
    void noFlippedBitChangesAnythingUnseen() throws IOException {
        Path base = folder.resolve("memory");
        write(base);
        List<Object> expected;
        try (LedgerStore store = LedgerStore.open(LedgerLocation.of(base.toString()))) {
            expected = read(store);
        }
        byte[] whole = Files.readAllBytes(folder.resolve("memory.mv.db"));
        int flips = Integer.getInteger("amdahl.flips", Requires.fullSize() ? 150 : 20);
        Map<Outcome, Integer> seen = new EnumMap<>(Outcome.class);
        for (int i = 0; i < flips; i++) {
            int place = random.nextInt(whole.length);
            int bit = random.nextInt(8);
            byte[] flipped = whole.clone();
            flipped[place] ^= (byte) (1 << bit);
            seen.merge(
                    outcome(copy(i, flipped), expected, "seed %d, byte %d, bit %d".formatted(seed, place, bit)),
                    1,
                    Integer::sum);
        }
        System.out.println(getClass().getSimpleName() + ": seed " + seed + ", " + seen);
        assertThat(seen).containsKeys(Outcome.FOUND, Outcome.NO_CHANGE);
    }

    /** Each in its own place, since a database that broke may hold its file until the process ends. */
    private Path copy(int number, byte[] database) throws IOException {
        Path there = Files.createDirectory(folder.resolve("copy-" + number));
        for (String beside : List.of("memory.secret", "memory.events.jsonl")) {
            Files.copy(folder.resolve(beside), there.resolve(beside));
        }
        Files.write(there.resolve("memory.mv.db"), database);
        return there.resolve("memory");
    }

    private static Outcome outcome(Path base, List<Object> expected, String flip) {
        LedgerLocation location = LedgerLocation.of(base.toString());
        LedgerStore opened;
        try {
            opened = LedgerStore.open(location);
        } catch (LedgerBusyException e) {
            throw new AssertionError(flip, e);
        } catch (AmdahlException e) {
            assertThat(e.getMessage()).as(flip).contains(base.toString()).doesNotContain("\n");
            return Outcome.REFUSED;
        }
        try (LedgerStore store = opened) {
            if (!new Verifier().verify(store, location.eventFile(), List.of()).isOk()) {
                return Outcome.FOUND;
            }
            assertThat(read(store)).as(flip).isEqualTo(expected);
            return Outcome.NO_CHANGE;
        }
    }

    private static void write(Path base) {
        try (Ledger ledger = Ledger.open(base.toString(), new SettableClock(Entries.START))) {
            Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
            lease.commit(Entries.wholeStory("h0"));
            for (int i = 1; i < HYPOTHESES; i++) {
                String id = "h" + i;
                lease.commit(Entries.underTest(id));
                if (i % 2 == 0) {
                    lease.commit(Entries.intoReview(id));
                }
            }
        }
    }

    /** All that anybody can read: the events, and the rows of each table whole, by id and by each key. */
    private static List<Object> read(LedgerStore store) {
        List<Object> all = new ArrayList<>();
        store.forEachEvent(1, all::add);
        for (long seq = 1; seq <= store.events(); seq++) {
            all.add(store.event(seq).map(Event::hash));
        }
        all.add(store.fence());
        for (Table table : Table.values()) {
            for (Row row : store.rows(table)) {
                all.add(row);
                all.add(store.row(table, row.id()));
            }
        }
        for (int i = 0; i < HYPOTHESES; i++) {
            String id = "h" + i;
            all.add(store.rows(
                    Table.HYPOTHESIS,
                    "fingerprint",
                    Entries.hypothesis(id).fingerprint().hex()));
            all.add(store.rows(Table.TRIAL, "hypothesis", id));
        }
        for (String state : List.of("PROPOSED", "TESTING", "IN_REVIEW", "PROMOTED")) {
            all.add(store.rows(Table.HYPOTHESIS, "state", state));
        }
        for (Table table : List.of(Table.HYPOTHESIS, Table.TRIAL)) {
            all.add(store.rows(table, "family", Entries.FAMILY));
            all.add(store.newestRows(table, "family", Entries.FAMILY, 5));
        }
        for (RunState state : RunState.values()) {
            all.add(store.rows(Table.TRIAL, "state", state.name()));
        }
        return all;
    }
}
