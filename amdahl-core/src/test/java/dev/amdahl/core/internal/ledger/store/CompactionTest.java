package dev.amdahl.core.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerOverStore;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.LedgerView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database file does not grow for ever, and making it smaller loses nothing, wherever the process ends. */
final class CompactionTest {
    private static final long LARGE = 1 << 18;

    @TempDir
    private Path folder;

    private LedgerLocation location() {
        return LedgerLocation.of(folder.resolve("memory").toString());
    }

    private LedgerView work(long large, int commits) {
        try (Ledger ledger = LedgerOverStore.open(JdbcStore.open(location(), 1, large), Clock.systemUTC())) {
            Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
            for (int i = 0; i < commits; i++) {
                lease.commit(new Entry.CycleEnded("done"));
            }
            return ledger.view();
        }
    }

    private long size() throws IOException {
        return Files.size(location().database().orElseThrow());
    }

    private List<String> drafts() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains("compact"))
                    .toList();
        }
    }

    @Test
    void theFileStaysSmallOverManyOpenings() throws Exception {
        AtomicInteger points = new AtomicInteger();
        long most = 0;
        try (FailPoints.Installed counted =
                FailPoints.install(point -> points.addAndGet(point == FailPoint.COPY_WRITTEN ? 1 : 0))) {
            for (int i = 0; i < 12; i++) {
                work(LARGE, 10);
                most = Math.max(most, size());
            }
            assertThat(counted).isNotNull();
        }
        assertThat(points.get()).isPositive();
        assertThat(most).isLessThan(4 * LARGE);
        assertThat(drafts()).isEmpty();
        try (Ledger ledger = Ledger.open(location().name())) {
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void aProcessThatEndsBetweenTheStepsLeavesALedgerThatOpensWithTheSameHead() throws Exception {
        LedgerView before = work(Long.MAX_VALUE, 1);
        while (size() < 2 * LARGE) {
            before = work(Long.MAX_VALUE, 10);
        }
        for (int fatal = 1; fatal <= 2; fatal++) {
            AtomicInteger hits = new AtomicInteger();
            int last = fatal;
            try (FailPoints.Installed armed = FailPoints.install(point -> {
                if (point == FailPoint.COPY_WRITTEN && hits.incrementAndGet() == last) {
                    throw new IllegalStateException("ends here");
                }
            })) {
                assertThat(armed).isNotNull();
                assertThatThrownBy(() -> JdbcStore.open(location(), 1, LARGE)).hasMessage("ends here");
            }
            assertThat(drafts()).hasSize(fatal == 1 ? 1 : 0);
            try (Ledger ledger = Ledger.open(location().name())) {
                assertThat(ledger.view().head()).isEqualTo(before.head());
                assertThat(ledger.verify().problems()).isEmpty();
            }
        }
        assertThat(size()).isLessThan(LARGE);
    }
}
