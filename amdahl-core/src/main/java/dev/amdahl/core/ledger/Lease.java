package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.view.LedgerView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The right to write, until another cycle takes it over; its fence number is higher than that of every lease before it. Thread-safe. */
public final class Lease implements AutoCloseable {
    private final Ledger ledger;
    private final long fence;
    private final Duration timeToLive;
    private Instant renewed;

    Lease(Ledger ledger, long fence, Instant taken, Duration timeToLive) {
        this.ledger = ledger;
        this.fence = fence;
        this.renewed = taken;
        this.timeToLive = timeToLive;
    }

    /** Returns the fence number. */
    public long fence() {
        return fence;
    }

    /**
     * Records entries in one transaction and returns the state after them, once they are on the disk. An empty list changes nothing.
     * Where others wait for the lease, it is renewed on the way before it expires.
     *
     * @throws IllegalMoveException if an entry does not follow from the state; nothing was written
     * @throws dev.amdahl.core.ledger.event.StaleLeaseException if the lease was taken over; nothing was written
     * @throws dev.amdahl.core.ledger.event.LedgerUnusableException if it is not known whether it was kept; open the ledger again
     */
    public LedgerView commit(List<? extends Entry> entries) {
        renewInTime();
        return ledger.commit(fence, List.copyOf(entries));
    }

    private synchronized void renewInTime() {
        Duration age = Duration.between(renewed, ledger.now()).abs();
        if (ledger.isShared() && age.compareTo(timeToLive.dividedBy(3)) > 0) {
            renew(timeToLive);
            renewed = ledger.now();
        }
    }

    void takeOver(List<Event> events) {
        ledger.takeOver(fence, events);
    }

    /** Varargs form of {@link #commit(List)}. */
    public LedgerView commit(Entry... entries) {
        return commit(List.of(entries));
    }

    /**
     * Asks once more before something is done outside the ledger that a commit could not take back.
     *
     * @throws dev.amdahl.core.ledger.event.StaleLeaseException if the lease was taken over
     */
    public void requireHeld() {
        ledger.requireHeld(fence);
    }

    /** Returns where files that verdicts rest on are kept; nowhere for a ledger in memory. */
    public Optional<EvidenceStore> evidence() {
        return EvidenceStore.of(ledger.location());
    }

    /** Returns what the ledger's clock says, but never less than the newest event's time. */
    public Instant now() {
        return ledger.atLeast(ledger.now());
    }

    /** As {@link Ledger#atLeast}. */
    public Instant atLeast(Instant time) {
        return ledger.atLeast(time);
    }

    /** Returns the state now. */
    public LedgerView view() {
        return ledger.view();
    }

    /** Moves the expiry to that long from now. */
    public void renew(Duration timeToLive) {
        ledger.extend(fence, timeToLive);
    }

    /** Gives the lease back; does nothing once it was taken over. */
    @Override
    public void close() {
        ledger.release(fence);
    }
}
