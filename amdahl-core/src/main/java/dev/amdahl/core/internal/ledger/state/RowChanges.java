package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.internal.ledger.store.RowChange;
import dev.amdahl.core.internal.ledger.store.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Row changes in order; a further update of a row is folded into the change that waits. Not thread-safe. */
final class RowChanges {
    private final List<Change> changes = new ArrayList<>();
    private final Map<Place, Integer> lastChange = new HashMap<>();

    void add(RowChange.Kind kind, RowDraft row) {
        Place place = new Place(row.table(), row.id());
        Integer last = lastChange.get(place);
        boolean folds = last != null
                && kind == RowChange.Kind.UPDATE
                && changes.get(last).kind() != RowChange.Kind.DELETE;
        if (last != null && folds) {
            Change waiting = changes.get(last);
            changes.set(last, new Change(waiting.kind(), row.born(waiting.row().ordinal())));
        } else {
            lastChange.put(place, changes.size());
            changes.add(new Change(kind, row));
        }
    }

    List<RowChange> drain() {
        List<RowChange> drained = changes.stream()
                .map(change -> new RowChange(change.kind(), change.row().row()))
                .toList();
        clear();
        return drained;
    }

    void clear() {
        changes.clear();
        lastChange.clear();
    }

    private record Change(RowChange.Kind kind, RowDraft row) {}

    private record Place(Table table, String id) {}
}
