package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database file that is cut to any length is refused, or still holds everything; it is never begun again, and nothing beside it changes. */
final class TruncationTest {
    @TempDir
    Path folder;

    private final long seed = Long.getLong("amdahl.seed", 20260401);

    @Test
    void aCutFileIsRefusedOrHoldsEverything() throws Exception {
        Path whole = Files.createDirectory(folder.resolve("whole"));
        LedgerView before = write(whole);
        byte[] bytes = Files.readAllBytes(whole.resolve("memory.mv.db"));
        byte[] lines = Files.readAllBytes(whole.resolve("memory.events.jsonl"));
        int refused = 0;
        for (int length : lengths(bytes.length)) {
            Path copy = Files.createDirectory(folder.resolve("cut-" + length));
            for (String name : new String[] {"memory.events.jsonl", "memory.secret"}) {
                Files.copy(whole.resolve(name), copy.resolve(name));
            }
            Path database = Files.write(copy.resolve("memory.mv.db"), Arrays.copyOf(bytes, length));
            String url = copy.resolve("memory").toString();
            Verification found = Ledger.verify(url);
            try (Ledger ledger = Ledger.open(url)) {
                assertThat(ledger.view()).as("seed %d, length %d", seed, length).isEqualTo(before);
                assertThat(ledger.verify().problems()).isEmpty();
            } catch (AmdahlException e) {
                refused++;
                assertThat(e)
                        .as("seed %d, length %d", seed, length)
                        .isInstanceOf(LedgerDamagedException.class)
                        .hasMessageContaining("memory");
                assertThat(found.isOk())
                        .as("seed %d, length %d: %s", seed, length, found)
                        .isFalse();
                assertThat(Files.size(database)).isGreaterThanOrEqualTo(Math.min(length, 1));
            }
            assertThat(copy.resolve("memory.events.jsonl")).hasBinaryContent(lines);
        }
        assertThat(refused).isPositive();
    }

    private static LedgerView write(Path folder) {
        try (Ledger ledger = Ledger.open(folder.resolve("memory").toString(), new SettableClock(Entries.START))) {
            Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
            lease.commit(Entries.wholeStory("h1"));
            for (int i = 0; i < 10; i++) {
                lease.commit(new Entry.Spent("run-" + i, Cost.Kind.BUILD_SECONDS, i));
            }
            lease.close();
            return ledger.view();
        }
    }

    private Set<Integer> lengths(int whole) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Set<Integer> lengths =
                new TreeSet<>(Set.of(0, 1, 4096, 8191, 8192, 8193, 12288, whole / 2, whole - 4096, whole - 1));
        while (lengths.size() < (Requires.fullSize() ? 60 : 16)) {
            lengths.add(random.nextInt(whole));
        }
        return lengths;
    }
}
