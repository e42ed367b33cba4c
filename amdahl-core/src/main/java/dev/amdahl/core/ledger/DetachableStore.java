package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.ledger.state.Projector;
import dev.amdahl.core.internal.ledger.state.Snapshot;
import dev.amdahl.core.internal.ledger.state.StateBuilder;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.MemoryStore;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The store of a ledger while that is open; then what its readers see, so that a view outlives its ledger. Thread-safe. */
final class DetachableStore implements Supplier<LedgerStore> {
    private final LedgerStore store;
    private boolean isClosed;
    private @Nullable LedgerStore copy;

    DetachableStore(LedgerStore store) {
        this.store = store;
    }

    synchronized void close() {
        isClosed = true;
    }

    @Override
    public synchronized LedgerStore get() {
        if (!isClosed) {
            return store;
        }
        if (copy == null) {
            copy = project();
        }
        return copy;
    }

    private LedgerStore project() {
        MemoryStore projection = MemoryStore.exclusive("projection");
        StateBuilder draft = new StateBuilder(Snapshot.EMPTY);
        LedgerReader.forEach(store.location(), recorded -> {
            Projector.apply(draft, recorded.event(), recorded.at(), recorded.entry());
            projection.commit(projection.fence(), List.of(recorded.event()), draft.drain());
        });
        return projection;
    }
}
