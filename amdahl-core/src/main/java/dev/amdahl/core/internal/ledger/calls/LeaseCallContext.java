package dev.amdahl.core.internal.ledger.calls;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.view.LedgerView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A desk over a lease, without a cycle. Thread-safe. */
public record LeaseCallContext(Lease lease, Consumer<String> notes) implements CallContext {
    @Override
    public LedgerView view() {
        return lease.view();
    }

    @Override
    public void commit(List<Entry> entries) {
        lease.commit(entries);
    }

    @Override
    public Optional<EvidenceStore> evidence() {
        return lease.evidence();
    }

    @Override
    public Instant now() {
        return lease.now();
    }

    @Override
    public void note(String line) {
        notes.accept(line);
    }
}
