package dev.amdahl.core.internal.ledger.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.util.List;
import java.util.stream.Stream;

/**
 * One row of a state table.
 *
 * @param table where
 * @param id its primary key
 * @param ordinal seq of the event that made it
 * @param keys its indexed columns, in the table's order
 * @param body the rest, as canonical JSON
 */
public record Row(Table table, String id, long ordinal, List<String> keys, String body) {
    /** Of hexadecimal digits. */
    static final int DIGEST_LENGTH = 16;

    /**
     * Returns one of its keys.
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

    /** Eight bytes of SHA-256 of its table, id, keys and body; not of its ordinal, which an update does not know. */
    String digest() {
        Hasher sha = Hashing.sha256().newHasher();
        Stream.of(Stream.of(table.name(), id), keys.stream(), Stream.of(body))
                .flatMap(texts -> texts)
                .forEach(text -> sha.putInt(text.length()).putString(text, UTF_8));
        return sha.hash().toString().substring(0, DIGEST_LENGTH);
    }

    public Row {
        keys = List.copyOf(keys);
        if (keys.size() != table.keys().size()) {
            throw new IllegalArgumentException(table + " has the keys " + table.keys() + ", got " + keys);
        }
    }
}
