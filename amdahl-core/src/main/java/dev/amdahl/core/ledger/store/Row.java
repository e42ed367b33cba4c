package dev.amdahl.core.ledger.store;

import java.util.List;

/**
 * One row of a state table. Immutable.
 *
 * @param table where
 * @param id its primary key
 * @param ordinal seq of the event that made it
 * @param keys its indexed columns, in the table's order
 * @param body the rest, as canonical JSON
 */
public record Row(Table table, String id, long ordinal, List<String> keys, String body) {
    /**
     * One of its keys.
     *
     * @throws IllegalArgumentException if its table has no such key
     */
    public String key(String name) {
        return keys.get(table.place(name));
    }

    /** With the ordinal of its birth. */
    public Row born(long first) {
        return new Row(table, id, first, keys, body);
    }

    public Row {
        keys = List.copyOf(keys);
        if (keys.size() != table.keys().size()) {
            throw new IllegalArgumentException(table + " has the keys " + table.keys() + ", got " + keys);
        }
    }
}
