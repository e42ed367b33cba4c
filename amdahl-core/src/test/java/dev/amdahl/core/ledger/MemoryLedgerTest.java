package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.store.MemoryStore;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.SettableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Ledgers over plain memory, thrown away as by a crash. */
final class MemoryLedgerTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SettableClock clock = new SettableClock(Entries.START);

    @Test
    void whatWasCommittedOutlivesTheLedgerThatCrashed() {
        MemoryStore disk = MemoryStore.exclusive("crash");
        LedgerView before = Ledger.open(disk, clock).acquire("crashed", MINUTE).commit(Entries.family());
        Ledger next = Ledger.open(disk, clock);
        assertThat(next.view().head()).isEqualTo(before.head());
        Lease lease = next.acquire("next", MINUTE);
        lease.commit(Entries.underTest("h1"));
        assertThat(lease.view().dossiers()).hasSize(1);
        assertThat(next.verify().problems()).isEmpty();
    }

    @Test
    void sharedMemoryKeepsTheLeaseOfACrashedHolderUntilItExpires() {
        MemoryStore server = MemoryStore.shared("server");
        Lease zombie = Ledger.open(server, clock).acquire("crashed", MINUTE);
        Ledger next = Ledger.open(server, clock);
        assertThatThrownBy(() -> next.acquire("next", MINUTE)).isInstanceOf(LedgerBusyException.class);
        zombie.commit(Entries.family());
        clock.advance(MINUTE);
        Lease lease = next.acquire("next", MINUTE);
        assertThat(lease.view().events()).isEqualTo(3);
        assertThatThrownBy(() -> zombie.commit(Entries.underTest("h1"))).isInstanceOf(StaleLeaseException.class);
        lease.commit(Entries.underTest("h1"));
        assertThat(next.verify().problems()).isEmpty();
    }

    @Test
    void sharedLeaseIsRenewedByCommitsBeforeItExpires() {
        MemoryStore server = MemoryStore.shared("long");
        Lease lease = Ledger.open(server, clock).acquire("long", MINUTE);
        lease.commit(Entries.family());
        for (int i = 0; i < 4; i++) {
            clock.advance(MINUTE.dividedBy(2));
            lease.commit(new Entry.CycleEnded("step " + i));
        }
        Ledger other = Ledger.open(server, clock);
        assertThatThrownBy(() -> other.acquire("other", MINUTE)).isInstanceOf(LedgerBusyException.class);
        assertThat(other.view().events()).isEqualTo(7);
    }
}
