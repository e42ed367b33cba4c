package dev.amdahl.core.internal.loop;

import dev.amdahl.core.internal.ledger.calls.CallContext;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.view.LedgerView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The desk of a cycle: what calls cost is recorded, and is no reason for another cycle. Not thread-safe. */
record CycleCallContext(Cycle cycle) implements CallContext {
    @Override
    public LedgerView view() {
        return cycle.view();
    }

    @Override
    public void commit(List<Entry> entries) {
        cycle.record(entries);
    }

    @Override
    public Optional<EvidenceStore> evidence() {
        return cycle.evidence();
    }

    @Override
    public Instant now() {
        return cycle.now();
    }

    @Override
    public void note(String line) {
        cycle.note(line);
    }
}
