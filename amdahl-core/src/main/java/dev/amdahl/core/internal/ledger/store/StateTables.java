package dev.amdahl.core.internal.ledger.store;

import com.google.common.collect.Lists;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** The tables of state rows. Not thread-safe. */
final class StateTables {
    private static final HexFormat HEX = HexFormat.of();

    private static final String SELECT_COUNTS = "SELECT "
            + Stream.of(Table.values()).map(Table::column).collect(Collectors.joining(", "))
            + " FROM counted WHERE id = 1";

    private final String place;
    private final Handle handle;
    private final Statements statements;

    StateTables(String place, Handle handle, Statements statements) {
        this.place = place;
        this.handle = handle;
        this.statements = statements;
    }

    Optional<Row> row(Table table, String id) {
        return query(table, table.selectOne(), List.of(id)).stream().findFirst();
    }

    List<Row> rows(Table table) {
        return query(table, table.select(), List.of());
    }

    List<Row> rows(Table table, String key, String value) {
        return query(table, table.selectBy(key), List.of(written(key, value)));
    }

    List<Row> newest(Table table, String key, String value, int most) {
        return Lists.reverse(query(table, table.selectNewest(key), List.of(written(key, value), most)));
    }

    private List<Row> query(Table table, String sql, List<?> values) {
        return statements.query(sql, values, row -> row(table, row));
    }

    private static Object written(String key, String value) {
        return Table.isBinary(key) ? HEX.parseHex(value) : value;
    }

    private static String read(String key, ResultSet row, int place) throws SQLException {
        return Table.isBinary(key) ? HEX.formatHex(row.getBytes(place)) : row.getString(place);
    }

    private static void addKeys(List<Object> values, Row row) {
        for (int i = 0; i < row.keys().size(); i++) {
            values.add(written(row.table().keys().get(i), row.keys().get(i)));
        }
    }

    void forEach(Table table, Consumer<Row> reader) {
        handle.createQuery(table.select())
                .map((row, context) -> row(table, row))
                .useStream(rows -> rows.forEach(reader));
    }

    void replaceAll(List<Row> rows) {
        for (Table table : Table.values()) {
            handle.execute(table.clear());
        }
        handle.execute("DELETE FROM counted");
        change(rows.stream()
                .map(row -> new RowChange(RowChange.Kind.INSERT, row))
                .toList());
    }

    /** Changes rows, and how many of them the tables are said to hold. */
    void change(List<RowChange> changes) {
        Map<Table, Long> more = new EnumMap<>(Table.class);
        for (RowChange change : changes) {
            change(change);
            long one = change.kind() == RowChange.Kind.INSERT ? 1 : change.kind() == RowChange.Kind.DELETE ? -1 : 0;
            more.merge(change.row().table(), one, Long::sum);
        }
        more.values().removeIf(rows -> rows == 0);
        if (!more.isEmpty()) {
            count(more);
        }
    }

    private void count(Map<Table, Long> more) {
        String settings = more.keySet().stream()
                .map(table -> table.column() + " = " + table.column() + " + ?")
                .collect(Collectors.joining(", "));
        List<Long> values = List.copyOf(more.values());
        if (statements.update("UPDATE counted SET " + settings + " WHERE id = 1", values) == 0) {
            statements.update("INSERT INTO counted (id) VALUES (1)", List.of());
            statements.update("UPDATE counted SET " + settings + " WHERE id = 1", values);
        }
    }

    /** Returns where a table holds another number of rows than commits have left in it, in words. */
    List<String> miscounted(List<Long> there) {
        Iterator<Long> rows = there.iterator();
        Iterator<Long> counts = counted().iterator();
        List<String> odd = new ArrayList<>();
        for (Table table : Table.values()) {
            long found = rows.next();
            long written = counts.next();
            if (found != written) {
                odd.add(found + " of " + written + " rows of " + table.column());
            }
        }
        return odd;
    }

    private List<Long> counted() {
        return statements
                .query(SELECT_COUNTS, List.of(), row -> {
                    List<Long> counts = new ArrayList<>();
                    for (int i = 1; i <= Table.values().length; i++) {
                        counts.add(row.getLong(i));
                    }
                    return counts;
                })
                .stream()
                .findFirst()
                .orElseGet(() -> Collections.nCopies(Table.values().length, 0L));
    }

    private void change(RowChange change) {
        Row row = change.row();
        List<Object> values = new ArrayList<>();
        String sql;
        switch (change.kind()) {
            case INSERT -> {
                sql = row.table().insert();
                values.add(row.id());
                values.add(row.ordinal());
                addKeys(values, row);
                values.add(row.body() + row.digest());
            }
            case UPDATE -> {
                sql = row.table().update();
                addKeys(values, row);
                values.add(row.body() + row.digest());
                values.add(row.id());
            }
            default -> {
                sql = row.table().delete();
                values.add(row.id());
            }
        }
        int rows = met(sql, values, row);
        if (rows != 1) {
            throw new IllegalStateException(
                    change.kind() + " of " + row.table() + " " + row.id() + " met " + rows + " rows");
        }
    }

    /** Returns what is in the log once, and is to be written again, was lost by the state that led to it. */
    private int met(String sql, List<?> values, Row row) {
        try {
            return statements.update(sql, values);
        } catch (StatementFailedException e) {
            if (row.table() == Table.ONCE && e.isAboutDoubles()) {
                throw Failures.twice(place, row, e);
            }
            throw e;
        }
    }

    private Row row(Table table, ResultSet row) throws SQLException {
        List<String> keys = new ArrayList<>();
        int keyCount = table.keys().size();
        for (int i = 0; i < keyCount; i++) {
            keys.add(read(table.keys().get(i), row, 3 + i));
        }
        String body = row.getString(3 + keyCount);
        int end = Math.max(0, body.length() - Row.DIGEST_LENGTH);
        Row read = new Row(table, row.getString(1), row.getLong(2), keys, body.substring(0, end));
        if (!body.endsWith(read.digest())) {
            throw LedgerDamagedException.ofRows(
                    place, read.ordinal(), "row " + table + " " + read.id() + " is not what was written", null);
        }
        return read;
    }
}
