package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The table of the one lease; each call runs inside a transaction of the caller. Not thread-safe. */
record LeaseTable(Handle handle, Dialect dialect, String place) {
    long acquire(String holder, Instant processTime, Duration timeToLive) {
        Optional<Held> held = held(dialect.rowLock());
        Instant now = dialect.now(handle, processTime);
        held.filter(lease -> !lease.holder().equals(holder) && now.isBefore(lease.expires()))
                .filter(lease -> !dialect.isAbandoned(handle, lease.fence()))
                .ifPresent(lease -> {
                    throw new LedgerBusyException(
                            place, "is leased to " + lease.holder() + " until " + lease.expires(), null);
                });
        long fence = held.map(Held::fence).orElse(0L) + 1;
        String expires = now.plus(timeToLive).toString();
        if (held.isPresent()) {
            handle.execute("UPDATE lease SET holder = ?, fence = ?, expires = ? WHERE id = 1", holder, fence, expires);
        } else {
            handle.execute("INSERT INTO lease VALUES (1, ?, ?, ?)", holder, fence, expires);
        }
        dialect.hold(handle, fence);
        return fence;
    }

    void extend(long fence, Instant processTime, Duration timeToLive) {
        String expires = dialect.now(handle, processTime).plus(timeToLive).toString();
        handle.execute("UPDATE lease SET expires = ? WHERE id = 1 AND fence = ?", expires, fence);
    }

    /** Nobody takes the lease over before the end of the transaction. */
    void require(long fence) {
        long current = held(dialect.rowLock()).map(Held::fence).orElse(0L);
        if (current != fence) {
            throw new StaleLeaseException(place, fence, current);
        }
    }

    /** Nobody takes the lease over, or commits, before the end of the transaction. */
    void lock() {
        held(dialect.rowLock());
    }

    long fence() {
        return held("").map(Held::fence).orElse(0L);
    }

    private Optional<Held> held(String rowLock) {
        return handle.createQuery("SELECT holder, fence, expires FROM lease WHERE id = 1" + rowLock)
                .map((row, context) -> new Held(row.getString(1), row.getLong(2), Instant.parse(row.getString(3))))
                .findOne();
    }

    private record Held(String holder, long fence, Instant expires) {}
}
