package dev.amdahl.core.ledger.store;

import com.google.common.collect.Lists;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/** The tables of state rows. Not thread-safe. */
final class StateTables {
    private static final HexFormat HEX = HexFormat.of();

    private final Handle handle;
    private final Statements statements;

    StateTables(Handle handle, Statements statements) {
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
        rows.forEach(row -> change(new RowChange(RowChange.Kind.INSERT, row)));
    }

    void change(RowChange change) {
        Row row = change.row();
        List<Object> values = new ArrayList<>();
        String sql;
        switch (change.kind()) {
            case INSERT -> {
                sql = row.table().insert();
                values.add(row.id());
                values.add(row.ordinal());
                addKeys(values, row);
                values.add(row.body());
            }
            case UPDATE -> {
                sql = row.table().update();
                addKeys(values, row);
                values.add(row.body());
                values.add(row.id());
            }
            default -> {
                sql = row.table().delete();
                values.add(row.id());
            }
        }
        int rows = statements.update(sql, values);
        if (rows != 1) {
            throw new IllegalStateException(
                    change.kind() + " of " + row.table() + " " + row.id() + " met " + rows + " rows");
        }
    }

    private static Row row(Table table, ResultSet row) throws SQLException {
        List<String> keys = new ArrayList<>();
        int keyCount = table.keys().size();
        for (int i = 0; i < keyCount; i++) {
            keys.add(read(table.keys().get(i), row, 3 + i));
        }
        return new Row(table, row.getString(1), row.getLong(2), keys, row.getString(3 + keyCount));
    }
}
