package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import java.time.Clock;
import java.util.List;

/** Opens ledgers over stores that a test made. */
public final class LedgerOverStore {
    private LedgerOverStore() {}

    /** Returns a ledger that closes the store. */
    public static Ledger open(LedgerStore store, Clock clock) {
        return Ledger.open(store, clock);
    }

    /** Returns all events of an open store, in order. */
    public static List<EventLog.Recorded> events(LedgerStore store) {
        return EventLog.read(store);
    }
}
