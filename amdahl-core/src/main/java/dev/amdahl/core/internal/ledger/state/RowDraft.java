package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.internal.ledger.store.Row;
import dev.amdahl.core.internal.ledger.store.Table;
import dev.amdahl.core.ledger.entry.EntryCodec;
import java.util.List;

/**
 * A row whose body is not written yet: most change again before they are stored, and a reader stores none.
 *
 * @param body the rest, immutable
 */
record RowDraft(Table table, String id, long ordinal, List<String> keys, Object body) {
    Row row() {
        return new Row(table, id, ordinal, keys, EntryCodec.write(body));
    }

    /** With the ordinal of its birth. */
    RowDraft born(long first) {
        return new RowDraft(table, id, first, keys, body);
    }
}
