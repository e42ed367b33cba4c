package dev.amdahl.core.internal.ledger.calls;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.view.LedgerView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Where {@link ModelCalls} writes: a lease, or a cycle over one. Implementations are as thread-safe as what they write to. */
public interface CallContext {
    /** Returns the state now. */
    LedgerView view();

    /** One ledger transaction. */
    void commit(List<Entry> entries);

    /** Returns where prompts and replies are kept. */
    Optional<EvidenceStore> evidence();

    /** Returns what the clock says. */
    Instant now();

    /** Says something to people. */
    void note(String line);
}
