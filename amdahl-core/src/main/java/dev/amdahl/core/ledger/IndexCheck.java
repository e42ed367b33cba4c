package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.Row;
import dev.amdahl.core.internal.ledger.store.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** Looks rows up as the loop does, since an index of a damaged file may hide rows that the table still has. Stateless. */
record IndexCheck(LedgerStore store) {
    private static final Set<Table> INDEXED_BY_KEYS = Set.of(Table.HYPOTHESIS, Table.TRIAL);
    private static final Comparator<Row> BIRTH =
            Comparator.comparingLong(Row::ordinal).thenComparing(Row::id);

    /** Shows each of these rows that is not found, with the index that lost it. */
    void check(Table table, Collection<Row> rows, BiConsumer<Row, String> lost) {
        for (Row row : rows) {
            if (!store.row(table, row.id()).equals(Optional.of(row))) {
                lost.accept(row, "is not found by its id");
            }
        }
        if (INDEXED_BY_KEYS.contains(table)) {
            table.keys().forEach(key -> check(table, key, rows, lost));
        }
    }

    private void check(Table table, String key, Collection<Row> rows, BiConsumer<Row, String> lost) {
        int place = table.keys().indexOf(key);
        Map<String, List<Row>> expected = new HashMap<>();
        rows.forEach(row -> expected.computeIfAbsent(row.keys().get(place), first -> new ArrayList<>())
                .add(row));
        expected.forEach((value, group) -> {
            group.sort(BIRTH);
            if (!store.rows(table, key, value).equals(group)) {
                lost.accept(group.get(0), "or another is not found by its " + key + " " + value);
            }
        });
    }
}
