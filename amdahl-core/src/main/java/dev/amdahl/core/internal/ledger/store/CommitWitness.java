package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import java.util.List;

/** What lies beside a database and remembers how far it has come. Implementations are not thread-safe. */
public interface CommitWitness extends AutoCloseable {
    /**
     * Opens the one of a store and compares it with the store.
     *
     * @throws LedgerDamagedException if the store was set back behind it
     */
    static CommitWitness open(LedgerStore store) {
        LedgerLocation location = store.location();
        if (location.eventFile().isPresent()) {
            return EventFile.open(location.eventFile().get(), store);
        }
        return location.head().isPresent() ? HeadFile.open(location.head().get(), store) : new None();
    }

    /**
     * Compares a store on a server with what this host has seen of it; changes nothing.
     *
     * @throws LedgerDamagedException if the store was set back behind it
     */
    static void requireReached(LedgerStore store) {
        store.location().head().ifPresent(file -> HeadFile.check(file, store));
    }

    /** Takes note of what was committed. */
    void append(List<Event> events);

    /** Makes what was appended safe against a power cut. */
    default void force() {}

    @Override
    void close();

    /** Beside memory lies nothing. */
    final class None implements CommitWitness {
        private None() {}

        @Override
        public void append(List<Event> events) {}

        @Override
        public void close() {}
    }
}
