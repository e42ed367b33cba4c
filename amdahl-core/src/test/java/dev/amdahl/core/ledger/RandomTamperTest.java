package dev.amdahl.core.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.contract.Requires;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random edits by somebody who may write to the database and to the event file: all are found, and the first bad event is named. */
final class RandomTamperTest {
    private static final List<String> STATE = List.of(
            "family",
            "hypothesis",
            "experiment",
            "trial",
            "test",
            "total",
            "vote",
            "verdict",
            "review",
            "cost",
            "idea");

    @TempDir
    Path folder;

    private final long seed = Long.getLong("amdahl.seed", 20260302);
    private final SplittableRandom random = new SplittableRandom(seed);
    private Path base = Path.of("unset");
    private List<Event> events = List.of();
    private byte[] lines = new byte[0];
    private int last;
    private String edited = "";

    /** What is done; each returns the first bad event. */
    private enum Edit {
        COLUMN,
        BIT,
        DELETE,
        SWAP,
        INSERT,
        FORGE_FROM,
        FORGE_END,
        CUT,
        ROW_COLUMN,
        ROW_DELETE,
        ROW_INSERT,
        LINE_BIT,
        LINE_DELETE,
        LINE_TWICE,
        LINE_SWAP,
        FILE_CUT,
        FILE_LONGER
    }

    @Test
    void everyEditIsFoundAndTheFirstBadEventNamed() throws Exception {
        write();
        int edits = Requires.fullSize() ? 1000 : 34;
        Map<Edit, Integer> done = new EnumMap<>(Edit.class);
        try (LedgerStore store = LedgerStore.open(LedgerLocation.of(base.toString()));
                Connection connection = DriverManager.getConnection(
                        "jdbc:h2:file:" + base,
                        "amdahl",
                        Files.readString(beside(".secret")).strip());
                Statement sql = connection.createStatement()) {
            prepare(sql);
            for (int i = 0; i < edits; i++) {
                Edit edit = Edit.values()[i % Edit.values().length];
                long firstBad = apply(edit, sql);
                Verification found = new Verifier().verify(store, location().eventFile(), List.of());
                assertThat(found.isOk())
                        .as("seed %d, edit %d, %s", seed, i, edit)
                        .isFalse();
                assertThat(found.firstBad())
                        .as("seed %d, edit %d, %s: %s", seed, i, edit, found.problems())
                        .hasValue(firstBad);
                restore(sql);
                done.merge(edit, 1, Integer::sum);
            }
            sql.execute(TamperTest.TRIGGER);
            assertThat(new Verifier()
                            .verify(store, location().eventFile(), List.of())
                            .problems())
                    .isEmpty();
        }
        assertThat(done).containsOnlyKeys(Edit.values());
    }

    private void write() throws IOException {
        base = folder.resolve("memory");
        try (Ledger ledger = Ledger.open(base.toString(), new SettableClock(Entries.START))) {
            Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
            lease.commit(Entries.wholeStory("h1"));
            for (int i = 0; i < 40; i++) {
                lease.commit(new Entry.Spent("run-" + i % 7, Cost.Kind.BUILD_SECONDS, i));
            }
        }
        events = EventLog.read(LedgerReader.file(base.toString())).stream()
                .map(EventLog.Recorded::event)
                .toList();
        assertThat(events).anyMatch(event -> event.kind().equals("Sealed"));
        lines = Files.readAllBytes(beside(".events.jsonl"));
        last = events.size();
    }

    private LedgerLocation location() {
        return LedgerLocation.of(base.toString());
    }

    private Path beside(String suffix) {
        return Path.of(base + suffix);
    }

    private static void prepare(Statement sql) throws SQLException {
        sql.execute("DROP TRIGGER event_append_only");
        sql.execute("CREATE SCHEMA kept");
        sql.execute("CREATE TABLE kept.event AS SELECT * FROM event");
        for (String table : STATE) {
            sql.execute("CREATE TABLE kept." + table + " AS SELECT * FROM " + table);
        }
    }

    private void restore(Statement sql) throws SQLException, IOException {
        if (edited.isEmpty()) {
            Files.write(beside(".events.jsonl"), lines);
        } else {
            sql.execute("DELETE FROM " + edited);
            sql.execute("INSERT INTO " + edited + " SELECT * FROM kept." + edited);
        }
    }

    private long apply(Edit edit, Statement sql) throws SQLException, IOException {
        edited = edit.name().startsWith("LINE") || edit.name().startsWith("FILE") ? "" : "event";
        long seq = random.nextInt(1, last + 1);
        switch (edit) {
            case COLUMN -> {
                List<String> columns = List.of(
                        "at = '2026-03-01T12:00:0" + random.nextInt(1, 10) + "Z'",
                        "kind = kind || 'x'",
                        "subject = subject || ' '",
                        "payload = '{}  '",
                        "prev_hash = HASH('SHA-256', payload)",
                        "hash = HASH('SHA-256', payload)");
                run(sql, "UPDATE event SET " + columns.get(random.nextInt(columns.size())) + " WHERE seq = " + seq);
            }
            case BIT -> flipInDatabase(sql, seq);
            case DELETE -> run(sql, "DELETE FROM event WHERE seq = " + seq);
            case SWAP -> {
                long other = random.nextInt(1, last + 1);
                other = other == seq ? seq % last + 1 : other;
                run(sql, "UPDATE event SET seq = -1 WHERE seq = " + seq);
                run(sql, "UPDATE event SET seq = " + seq + " WHERE seq = " + other);
                run(sql, "UPDATE event SET seq = " + other + " WHERE seq = -1");
                return Math.min(seq, other);
            }
            case INSERT -> {
                run(sql, "UPDATE event SET seq = -seq WHERE seq >= " + seq);
                run(sql, "UPDATE event SET seq = 1 - seq WHERE seq < 0");
                run(sql, "UPDATE event SET prev_hash = HASH('SHA-256', 'x') WHERE seq = " + (seq + 1));
                insert(sql, forged(seq, previous(seq)));
            }
            case FORGE_FROM -> {
                run(sql, "DELETE FROM event WHERE seq >= " + seq);
                Event event = forged(seq, previous(seq));
                insert(sql, event);
                for (long next = seq + 1; next <= last; next++) {
                    Event real = events.get((int) next - 1);
                    event = Event.after(
                            event.hash(), next, Instant.parse(real.at()), real.kind(), real.subject(), real.payload());
                    insert(sql, event);
                }
            }
            case FORGE_END -> {
                insert(sql, forged(last + 1L, previous(last + 1L)));
                return last + 1L;
            }
            case CUT -> run(sql, "DELETE FROM event WHERE seq >= " + seq);
            case ROW_COLUMN, ROW_DELETE, ROW_INSERT -> {
                return changeRow(edit, sql);
            }
            default -> {
                return changeFile(edit, (int) seq);
            }
        }
        return seq;
    }

    private void flipInDatabase(Statement sql, long seq) throws SQLException {
        String payload = events.get((int) seq - 1).payload();
        char[] flipped = payload.toCharArray();
        flipped[random.nextInt(flipped.length)] ^= (char) (1 << random.nextInt(7));
        try (PreparedStatement update =
                sql.getConnection().prepareStatement("UPDATE event SET payload = ? WHERE seq = ?")) {
            update.setString(1, new String(flipped));
            update.setLong(2, seq);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    private long changeRow(Edit edit, Statement sql) throws SQLException {
        edited = STATE.get(random.nextInt(STATE.size()));
        String id;
        long ordinal;
        try (ResultSet row = sql.executeQuery(
                "SELECT id, ordinal FROM " + edited + " ORDER BY RAND(" + random.nextInt(1, 100_000) + ") LIMIT 1")) {
            assertThat(row.next()).as(edited).isTrue();
            id = row.getString(1).replace("'", "''");
            ordinal = row.getLong(2);
        }
        String where = " WHERE id = '" + id + "'";
        if (edit == Edit.ROW_DELETE) {
            run(sql, "DELETE FROM " + edited + where);
        } else if (edit == Edit.ROW_COLUMN) {
            List<String> changes =
                    List.of("body = body || ' '", "body = '{}'", "ordinal = ordinal + 1000", "id = id || 'x'");
            run(sql, "UPDATE " + edited + " SET " + changes.get(random.nextInt(changes.size())) + where);
        } else {
            run(sql, "INSERT INTO " + edited + " " + copyWithNewId(sql, where));
        }
        return ordinal;
    }

    private String copyWithNewId(Statement sql, String where) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (ResultSet names = sql.executeQuery(
                "SELECT column_name FROM information_schema.columns WHERE table_schema = 'PUBLIC' AND LOWER(table_name) = '"
                        + edited + "' ORDER BY ordinal_position")) {
            while (names.next()) {
                columns.add(names.getString(1).equals("ID") ? "id || 'y'" : names.getString(1));
            }
        }
        return "SELECT " + String.join(", ", columns) + " FROM kept." + edited + where;
    }

    private long changeFile(Edit edit, int seq) throws IOException {
        List<String> all = new ArrayList<>(Arrays.asList(new String(lines, UTF_8).split("\n")));
        long firstBad = seq;
        switch (edit) {
            case LINE_DELETE -> all.remove(seq - 1);
            case LINE_TWICE -> {
                all.add(seq, all.get(seq - 1));
                firstBad = seq + 1L;
            }
            case LINE_SWAP -> {
                int other = seq % last + 1;
                String line = all.set(seq - 1, all.get(other - 1));
                all.set(other - 1, line);
                firstBad = Math.min(seq, other);
            }
            case FILE_CUT -> {
                int cut = random.nextInt(lines.length);
                Files.write(beside(".events.jsonl"), Arrays.copyOf(lines, cut));
                return new String(lines, 0, cut, UTF_8)
                                .chars()
                                .filter(c -> c == '\n')
                                .count()
                        + 1;
            }
            case FILE_LONGER -> {
                all.add(all.get(seq - 1));
                firstBad = last + 1L;
            }
            default -> {
                byte[] flipped = lines.clone();
                int place = random.nextInt(lines.length);
                flipped[place] ^= (byte) (1 << random.nextInt(8));
                Files.write(beside(".events.jsonl"), flipped);
                return new String(lines, 0, place, UTF_8)
                                .chars()
                                .filter(c -> c == '\n')
                                .count()
                        + 1;
            }
        }
        Files.writeString(beside(".events.jsonl"), String.join("\n", all) + "\n");
        return firstBad;
    }

    private String previous(long seq) {
        return seq == 1 ? Event.GENESIS : events.get((int) seq - 2).hash();
    }

    private Event forged(long seq, String previous) {
        return Event.after(
                previous, seq, Entries.START, "CycleEnded", "cycle", "{\"summary\":\"" + random.nextInt() + "\"}");
    }

    private static void run(Statement sql, String statement) throws SQLException {
        assertThat(sql.executeUpdate(statement)).as(statement).isPositive();
    }

    private static void insert(Statement sql, Event event) throws SQLException {
        try (PreparedStatement insert =
                sql.getConnection().prepareStatement("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)")) {
            insert.setLong(1, event.seq());
            insert.setString(2, event.at());
            insert.setString(3, event.kind());
            insert.setString(4, event.subject());
            insert.setString(5, event.payload());
            insert.setBytes(6, HexFormat.of().parseHex(event.previous()));
            insert.setBytes(7, HexFormat.of().parseHex(event.hash()));
            insert.executeUpdate();
        }
    }
}
