package dev.amdahl.core.ledger.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;

/** The tables of state rows. Not thread-safe. */
record StateTables(Handle handle) {
    Optional<Row> row(Table table, String id) {
        return mapped(table, handle.createQuery(table.selectOne()).bind(0, id)).findOne();
    }

    List<Row> rows(Table table) {
        return mapped(table, handle.createQuery(table.select())).list();
    }

    List<Row> rows(Table table, String query, String value) {
        return mapped(table, handle.createQuery(query).bind(0, value)).list();
    }

    void forEach(Table table, Consumer<Row> reader) {
        mapped(table, handle.createQuery(table.select())).useStream(rows -> rows.forEach(reader));
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
                values.addAll(row.keys());
                values.add(row.body());
            }
            case UPDATE -> {
                sql = row.table().update();
                values.addAll(row.keys());
                values.add(row.body());
                values.add(row.id());
            }
            default -> {
                sql = row.table().delete();
                values.add(row.id());
            }
        }
        try (Update update = handle.createUpdate(sql)) {
            for (int i = 0; i < values.size(); i++) {
                update.bind(i, values.get(i));
            }
            int rows = update.execute();
            if (rows != 1) {
                throw new IllegalStateException(
                        change.kind() + " of " + row.table() + " " + row.id() + " met " + rows + " rows");
            }
        }
    }

    private static ResultIterable<Row> mapped(Table table, Query query) {
        return query.map((row, context) -> row(table, row));
    }

    private static Row row(Table table, ResultSet row) throws SQLException {
        List<String> keys = new ArrayList<>();
        int keyCount = table.keys().size();
        for (int i = 0; i < keyCount; i++) {
            keys.add(row.getString(3 + i));
        }
        return new Row(table, row.getString(1), row.getLong(2), keys, row.getString(3 + keyCount));
    }
}
