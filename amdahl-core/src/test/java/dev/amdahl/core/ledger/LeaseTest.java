package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.SettableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LeaseTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = new SettableClock(Entries.START);

    @TempDir
    Path folder;

    @Test
    void aLeaseThatWasTakenOverCommitsNothing() {
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:stale", clock)) {
            Lease first = ledger.acquire("first", MINUTE);
            first.commit(Entries.family());
            clock.advance(MINUTE);
            Lease second = ledger.acquire("second", MINUTE);

            LedgerView before = ledger.view();
            assertThatThrownBy(() -> first.commit(new Entry.CycleEnded("late")))
                    .isInstanceOf(StaleLeaseException.class)
                    .hasMessageContaining("lease " + first.fence() + " was taken over by lease " + second.fence());
            assertThat(ledger.view()).isSameAs(before);
            assertThat(second.commit(new Entry.CycleEnded("mine")).events()).isEqualTo(before.events() + 1);
            assertThat(second.fence()).isGreaterThan(first.fence());
        }
    }

    @Test
    void anotherHolderWaitsForTheExpiry() {
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:waits", clock)) {
            Lease first = ledger.acquire("first", MINUTE);
            assertThatThrownBy(() -> ledger.acquire("second", MINUTE))
                    .isInstanceOf(LedgerBusyException.class)
                    .hasMessageContaining("leased to first");
            clock.advance(MINUTE.minusNanos(1));
            first.renew(MINUTE);
            clock.advance(MINUTE.minusNanos(1));
            assertThatThrownBy(() -> ledger.acquire("second", MINUTE)).isInstanceOf(LedgerBusyException.class);
        }
    }

    @Test
    void aLeaseThatWasGivenBackIsFree() {
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:back", clock)) {
            ledger.acquire("first", MINUTE).close();
            assertThat(ledger.acquire("second", MINUTE).commit(Entries.family()).events())
                    .isEqualTo(3);
        }
    }

    @Test
    void aStaleLeaseGivesNothingBack() {
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:mine", clock)) {
            Lease first = ledger.acquire("same", MINUTE);
            ledger.acquire("same", MINUTE);
            first.close();
            assertThatThrownBy(() -> ledger.acquire("other", MINUTE)).isInstanceOf(LedgerBusyException.class);
        }
    }

    @Test
    void aClockThatGoesBackChangesNeitherOrderNorFence() {
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:back-in-time", clock)) {
            Lease lease = ledger.acquire("cycle", MINUTE);
            lease.commit(Entries.family());
            clock.advance(Duration.ofDays(-2));
            long before = ledger.view().events();
            lease.commit(Entries.underTest("h1"));
            assertThat(ledger.verify().problems()).isEmpty();
            assertThat(ledger.view().events())
                    .isEqualTo(before + Entries.underTest("h1").size());
        }
    }

    @Test
    void theLeaseOfADeadProcessDoesNotHoldUpTheNext() {
        String url = folder.resolve("memory").toString();
        try (Ledger ledger = Ledger.open(url, clock)) {
            ledger.acquire("dead", Duration.ofDays(1)).commit(Entries.family());
        }
        try (Ledger ledger = Ledger.open(url, clock)) {
            Lease lease = ledger.acquire("next", MINUTE);
            assertThat(lease.fence()).isEqualTo(2);
            assertThat(lease.commit(List.of()).events()).isEqualTo(3);
        }
    }
}
