package dev.amdahl.core.internal.ledger.store;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The state tables: id, place of birth, a few indexed keys, and the rest as JSON. */
public enum Table {
    /** Recurring workloads. */
    FAMILY,
    /** Hypotheses and where they stand. */
    HYPOTHESIS("family", "fingerprint", "state", "source"),
    /** Designs, by hypothesis. */
    EXPERIMENT,
    /** What online error control needs of each design, by hypothesis. */
    TEST,
    /** Submissions and what was collected, by key; "measures" is the family of a run that belongs to no experiment. */
    TRIAL("family", "hypothesis", "state", "measures"),
    /** The votes of a panel, by hypothesis. */
    VOTE,
    /** Verdicts, by hypothesis. */
    VERDICT("state"),
    /** Answers of people, by hypothesis. */
    REVIEW("reviewer"),
    /** Files in the evidence store; "trial" is the key of the submission that left one behind. */
    EVIDENCE("trial", "digest"),
    /** Calls of models; "question" is the digest of what was asked. */
    MODEL_CALL("question", "about"),
    /** Bookings. */
    COST,
    /** Running totals: over all, and of each day. */
    TOTAL,
    /** Where the budget stands: one row. */
    BALANCE,
    /** What is set aside, by what for. */
    RESERVATION,
    /** Ideas that the dream phase found. */
    IDEA("family", "used"),
    /** Public keys of reviewers, by name. */
    REVIEWER,
    /** What promoted wins teach, and what people say of it. */
    RECIPE,
    /** What the log holds once, such as the proposal of each hypothesis: its rows are only ever added. */
    ONCE;

    private final String column;
    private final ImmutableList<String> keys;
    private final String select;
    private final String selectOne;
    private final ImmutableList<String> selectBy;
    private final ImmutableList<String> selectNewest;
    private final String insert;
    private final String update;
    private final String delete;
    private final String clear;

    Table(String... keys) {
        this.keys = ImmutableList.copyOf(keys);
        String name = name().toLowerCase(Locale.ROOT);
        column = name;
        String columns = Stream.of(Stream.of("id", "ordinal"), this.keys.stream(), Stream.of("body"))
                .flatMap(column -> column)
                .collect(Collectors.joining(", "));
        String places = "?, ".repeat(keys.length + 2) + "?";
        String settings = this.keys.stream().map(key -> key + " = ?, ").collect(Collectors.joining());
        String from = "SELECT " + columns + " FROM " + name;
        select = from + " ORDER BY ordinal, id";
        selectOne = from + " WHERE id = ?";
        selectBy = this.keys.stream()
                .map(key -> from + " WHERE " + key + " = ? ORDER BY ordinal, id")
                .collect(ImmutableList.toImmutableList());
        selectNewest = this.keys.stream()
                .map(key -> from + " WHERE " + key + " = ? ORDER BY " + key + " DESC, ordinal DESC LIMIT ?")
                .collect(ImmutableList.toImmutableList());
        insert = "INSERT INTO " + name + " (" + columns + ") VALUES (" + places + ")";
        update = "UPDATE " + name + " SET " + settings + "body = ? WHERE id = ?";
        delete = "DELETE FROM " + name + " WHERE id = ?";
        clear = "DELETE FROM " + name;
    }

    /** Returns its key columns. */
    public List<String> keys() {
        return keys;
    }

    /** Returns what it is called in the database, and its column where its rows are counted. */
    String column() {
        return column;
    }

    String select() {
        return select;
    }

    String selectOne() {
        return selectOne;
    }

    String selectBy(String key) {
        return selectBy.get(place(key));
    }

    String selectNewest(String key) {
        return selectNewest.get(place(key));
    }

    /** Returns whether a key is kept as the bytes that its hexadecimal digits stand for. */
    static boolean isBinary(String key) {
        return key.equals("fingerprint");
    }

    /** Returns where a key stands among the keys. */
    int place(String key) {
        int place = keys.indexOf(key);
        if (place < 0) {
            throw new IllegalArgumentException(this + " has the keys " + keys + ", not " + key);
        }
        return place;
    }

    String insert() {
        return insert;
    }

    String update() {
        return update;
    }

    String delete() {
        return delete;
    }

    String clear() {
        return clear;
    }
}
