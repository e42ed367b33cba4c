package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.Event;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/** The table of events. Not thread-safe. */
record EventTable(Handle handle, Statements statements) {
    private static final HexFormat HEX = HexFormat.of();
    private static final String COLUMNS = "SELECT seq, at, kind, subject, payload, prev_hash, hash FROM event ";

    long last() {
        return handle.createQuery("SELECT COALESCE(MAX(seq), 0) FROM event")
                .mapTo(Long.class)
                .one();
    }

    Optional<Event> event(long seq) {
        return handle.createQuery(COLUMNS + "WHERE seq = ?")
                .bind(0, seq)
                .map((row, context) -> event(row))
                .findOne();
    }

    void forEach(long from, Consumer<Event> reader) {
        handle.createQuery(COLUMNS + "WHERE seq >= ? ORDER BY seq")
                .bind(0, from)
                .map((row, context) -> event(row))
                .useStream(events -> events.forEach(reader));
    }

    Optional<Long> seqAfter(String hash) {
        return statements
                .query("SELECT seq FROM event WHERE prev_hash = ?", List.of(HEX.parseHex(hash)), row -> row.getLong(1))
                .stream()
                .findFirst();
    }

    void insert(List<Event> events) {
        for (Event event : events) {
            statements.update(
                    "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)",
                    List.of(
                            event.seq(),
                            event.at(),
                            event.kind(),
                            event.subject(),
                            event.payload(),
                            HEX.parseHex(event.previous()),
                            HEX.parseHex(event.hash())));
        }
    }

    private static Event event(ResultSet row) throws SQLException {
        return new Event(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                HEX.formatHex(row.getBytes(6)),
                HEX.formatHex(row.getBytes(7)));
    }
}
