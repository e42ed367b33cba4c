package dev.amdahl.core.internal.refine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Proposer;
import dev.amdahl.spi.refine.Speedup;
import dev.amdahl.spi.refine.Stage;
import dev.amdahl.spi.refine.Verifier;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LedgerRecorderTest {
    private final Clock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));

    @Test
    void searchGoesOnFromTheLedgerAfterAStop(@TempDir Path folder) {
        String url = "jdbc:h2:file:" + folder.resolve("ledger");
        Finding hacked = Finding.refuted(Stage.BUILT, Hack.TIMER, "reads \u0000 a \"clock\"\n");
        Finding faster = Finding.measured(
                Stage.FASTER, new Speedup(2, 1, 2, 1.5, Double.POSITIVE_INFINITY, .001, 3), "2 times as fast");
        Attempt first = new Attempt(new Candidate("c0", "", "int \u00e4;\n", "an idea"), hacked);
        try (Ledger ledger = Ledger.open(url, clock);
                Lease lease = ledger.acquire("search", Duration.ofMinutes(1))) {
            LedgerRecorder.of(lease, "other").record(new Candidate("x", "", "", ""), hacked);
            LedgerRecorder.of(lease, "axpy").record(first.candidate(), first.finding());
        }
        LedgerRecorder resumed = LedgerRecorder.resuming(url, clock, "axpy");
        assertThat(resumed.attempts()).containsExactly(first);
        Proposer next = earlier -> List.of(new Candidate("c" + earlier.size(), "c0", "faster", ""));
        Verifier othersWrite = candidate -> {
            spend(url);
            return faster;
        };
        RefinementResult refined =
                new Refinement(next, othersWrite, resumed, clock).run(RefineLimits.of(2, Duration.ofMinutes(1)));
        assertThat(refined.attempts()).hasSize(2).startsWith(first);
        assertThat(Ledger.verify(url).isOk()).isTrue();
        assertThat(LedgerRecorder.attempts(url, "axpy"))
                .hasSize(2)
                .last()
                .extracting(Attempt::finding)
                .isEqualTo(faster);
        List<Entry> entries = new ArrayList<>();
        LedgerReader.forEach(url, recorded -> entries.add(recorded.entry()));
        assertThat(entries)
                .as("what decides is measured after the choice")
                .containsSubsequence(new Entry.Frozen("axpy", "c1"), new Entry.Retested("axpy", "c1", faster));
    }

    /** As another process does while a candidate runs. */
    private void spend(String url) {
        try (Ledger ledger = Ledger.open(url, clock);
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1))) {
            lease.commit(new Entry.Spent("run-1", Cost.Kind.BUILD_SECONDS, 1));
        }
    }

    @Test
    void ofTwoSearchesOfOneNameTheSecondToWriteEnds(@TempDir Path folder) {
        String url = folder.resolve("ledger").toString();
        Finding wrong = Finding.refuted(Stage.BUILT, Hack.TIMER, "reads the clock");
        LedgerRecorder one = LedgerRecorder.resuming(url, clock, "axpy");
        LedgerRecorder two = LedgerRecorder.resuming(url, clock, "axpy");
        LedgerRecorder other = LedgerRecorder.resuming(url, clock, "matmul");
        one.record(new Candidate("c0", "", "a", ""), wrong);
        other.record(new Candidate("c0", "", "b", ""), wrong);

        assertThatThrownBy(() -> two.record(new Candidate("c0", "", "c", ""), wrong))
                .isInstanceOf(LedgerBusyException.class)
                .hasMessageContaining("another process searches 'axpy'");
        one.record(new Candidate("c1", "", "d", ""), wrong);
        assertThat(LedgerRecorder.attempts(url, "axpy")).isEqualTo(one.attempts());
    }
}
