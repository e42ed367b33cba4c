package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.store.Row;
import dev.amdahl.core.ledger.store.RowChange;
import dev.amdahl.core.ledger.store.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Row changes in order; a further update of a row is folded into the change that waits. Not thread-safe. */
final class RowChanges {
    private final List<RowChange> changes = new ArrayList<>();
    private final Map<Place, Integer> lastChange = new HashMap<>();

    void add(RowChange change) {
        Place place = new Place(change.row().table(), change.row().id());
        Integer last = lastChange.get(place);
        boolean folds = last != null
                && change.kind() == RowChange.Kind.UPDATE
                && changes.get(last).kind() != RowChange.Kind.DELETE;
        if (last != null && folds) {
            RowChange waiting = changes.get(last);
            changes.set(
                    last,
                    new RowChange(
                            waiting.kind(), born(change.row(), waiting.row().ordinal())));
        } else {
            lastChange.put(place, changes.size());
            changes.add(change);
        }
    }

    List<RowChange> drain() {
        List<RowChange> drained = List.copyOf(changes);
        changes.clear();
        lastChange.clear();
        return drained;
    }

    /** The row with the ordinal of its birth. */
    static Row born(Row row, long ordinal) {
        return new Row(row.table(), row.id(), ordinal, row.keys(), row.body());
    }

    private record Place(Table table, String id) {}
}
