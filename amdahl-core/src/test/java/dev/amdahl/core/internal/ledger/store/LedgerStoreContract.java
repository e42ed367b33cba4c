package dev.amdahl.core.internal.ledger.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store must do; each test gets a fresh one. */
abstract class LedgerStoreContract {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private LedgerStore store;

    /** A new, empty ledger. */
    abstract LedgerStore create();

    /** Opens what was created again, as after a restart. */
    abstract LedgerStore reopen(LedgerStore before);

    @BeforeEach
    void open() {
        store = create();
    }

    @AfterEach
    void close() {
        // Nothing was created where what it needs is missing.
        if (store != null) {
            store.close();
        }
    }

    @Test
    void emptyStoreHoldsNothing() {
        assertThat(store.events()).isZero();
        assertThat(store.event(1)).isEmpty();
        assertThat(store.countsByIndex()).containsExactly(0L, 0L);
        assertThat(store.keptCounts()).containsExactly(0L, 0L);
        assertThat(store.seqAfter(Event.GENESIS)).isEmpty();
        assertThat(store.fence()).isZero();
        assertThat(store.rows(Table.HYPOTHESIS)).isEmpty();
    }

    @Test
    void committedEventsAndRowsAreThereAfterReopening() {
        List<Event> events = chain(Event.GENESIS, 1, 3);
        Row row = hypothesis("h1", 2, "fam", "TESTING");
        store.commit(lease(), events, List.of(insert(row)));
        store = reopen(store);
        assertThat(eventsFrom(1)).isEqualTo(events);
        assertThat(eventsFrom(3)).containsExactly(events.get(2));
        assertThat(store.event(2)).contains(events.get(1));
        assertThat(store.events()).isEqualTo(3);
        assertThat(store.countsByIndex()).containsExactly(3L, 3L);
        assertThat(store.keptCounts()).containsExactly(3L, 3L);
        assertThat(store.seqAfter(events.get(1).hash())).contains(3L);
        assertThat(store.seqAfter(events.get(2).hash())).isEmpty();
        assertThat(store.rows(Table.HYPOTHESIS)).containsExactly(row);
    }

    @Test
    void hostileTextComesBackByteForByte() {
        String text = "'; DROP TABLE event; -- \"\\ \u00e9\ud83d\ude00\n\t<x> ${a} :b ?";
        Event event = Event.after(Event.GENESIS, 1, NOON, "Kind", text, "{\"x\":\"" + text + "\"}");
        Row row = new Row(Table.HYPOTHESIS, text, 1, List.of(text, "ab".repeat(32), text, text), text);
        store.commit(lease(), List.of(event), List.of(insert(row)));
        assertThat(store.event(1)).contains(event);
        assertThat(store.row(Table.HYPOTHESIS, text)).contains(row);
        assertThat(store.rows(Table.HYPOTHESIS, "source", text)).containsExactly(row);
    }

    @Test
    void rowsComeInOrderOfBirthByIdOrByKey() {
        Row late = hypothesis("a", 3, "fam", "TESTING");
        Row early = hypothesis("z", 1, "fam", "REFUTED");
        Row other = hypothesis("m", 2, "other", "TESTING");
        store.commit(lease(), chain(Event.GENESIS, 1, 3), List.of(insert(late), insert(early), insert(other)));
        assertThat(store.rows(Table.HYPOTHESIS)).containsExactly(early, other, late);
        List<Row> streamed = new ArrayList<>();
        store.forEachRow(Table.HYPOTHESIS, streamed::add);
        assertThat(streamed).containsExactly(early, other, late);
        assertThat(store.row(Table.HYPOTHESIS, "m")).contains(other);
        assertThat(store.row(Table.HYPOTHESIS, "none")).isEmpty();
        assertThat(store.rows(Table.HYPOTHESIS, "family", "fam")).containsExactly(early, late);
        assertThat(store.rows(Table.HYPOTHESIS, "state", "TESTING")).containsExactly(other, late);
        assertThat(store.rows(Table.HYPOTHESIS, "fingerprint", early.key("fingerprint")))
                .containsExactly(early);
        assertThat(store.newestRows(Table.HYPOTHESIS, "family", "fam", 1)).containsExactly(late);
        assertThat(store.newestRows(Table.HYPOTHESIS, "family", "fam", 9)).containsExactly(early, late);
        assertThatThrownBy(() -> store.rows(Table.HYPOTHESIS, "body", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("body");
    }

    @Test
    void updateKeepsTheOrdinalAndMovesTheKeysAndDeleteRemoves() {
        long fence = lease();
        store.commit(
                fence,
                chain(Event.GENESIS, 1, 1),
                List.of(insert(hypothesis("h1", 1, "fam", "TESTING")), insert(hypothesis("h2", 1, "fam", "TESTING"))));
        Row moved = hypothesis("h1", 9, "fam", "REFUTED");
        store.commit(
                fence,
                chain(head(), 2, 1),
                List.of(
                        new RowChange(RowChange.Kind.UPDATE, moved),
                        new RowChange(RowChange.Kind.DELETE, hypothesis("h2", 1, "fam", "TESTING"))));
        assertThat(store.rows(Table.HYPOTHESIS)).containsExactly(hypothesis("h1", 1, "fam", "REFUTED"));
        assertThat(store.rows(Table.HYPOTHESIS, "state", "TESTING")).isEmpty();
        assertThat(store.rows(Table.HYPOTHESIS, "state", "REFUTED")).hasSize(1);
    }

    @Test
    void rebuildReplacesAllRows() {
        store.commit(lease(), chain(Event.GENESIS, 1, 1), List.of(insert(hypothesis("h1", 1, "fam", "TESTING"))));
        Row rebuilt = hypothesis("h2", 1, "fam", "REFUTED");
        store.rebuild(() -> List.of(rebuilt));
        assertThat(store.rows(Table.HYPOTHESIS)).containsExactly(rebuilt);
        assertThat(store.rows(Table.HYPOTHESIS, "state", "TESTING")).isEmpty();
    }

    @Test
    void whatTheLogHoldsOnceIsNotWrittenAgain() {
        long fence = lease();
        Row once = new Row(Table.ONCE, "proposed h1", 1, List.of(), "");
        store.commit(fence, chain(Event.GENESIS, 1, 1), List.of(insert(once)));
        assertThatThrownBy(() -> store.commit(fence, chain(head(), 2, 1), List.of(insert(once.born(2)))))
                .isInstanceOf(LedgerDamagedException.class)
                .hasMessageContaining("'proposed h1' is in the log already")
                .hasMessageContaining("ledger repair");
        store = reopen(store);
        assertThat(store.events()).isEqualTo(1);
        assertThat(store.rows(Table.ONCE)).containsExactly(once);
        assertThat(store.miscounted()).isEmpty();
    }

    @Test
    void staleFenceCommitsNothing() {
        long stale = lease();
        store.acquireLease("a", NOON, MINUTE);
        assertThatThrownBy(() -> store.commit(
                        stale, chain(Event.GENESIS, 1, 1), List.of(insert(hypothesis("h1", 1, "fam", "TESTING")))))
                .isInstanceOf(StaleLeaseException.class);
        assertThat(store.events()).isZero();
        assertThat(store.rows(Table.HYPOTHESIS)).isEmpty();
    }

    @Test
    void forkedOrGappedEventsAreRefused() {
        long fence = lease();
        List<Event> events = chain(Event.GENESIS, 1, 2);
        store.commit(fence, events, List.of());
        Event fork = Event.after(events.get(0).hash(), 3, NOON, "Kind", "fork", "{}");
        assertThatThrownBy(() -> store.commit(fence, List.of(fork), List.of()))
                .isInstanceOf(LedgerUnusableException.class);
        store = reopen(store);
        assertThat(eventsFrom(1)).isEqualTo(events);
    }

    @Test
    void failingCommitLeavesNothing() {
        long fence = lease();
        Row row = hypothesis("h1", 1, "fam", "TESTING");
        assertThatThrownBy(() -> store.commit(fence, chain(Event.GENESIS, 1, 2), List.of(insert(row), insert(row))))
                .isInstanceOf(LedgerUnusableException.class);
        store = reopen(store);
        assertThat(store.events()).isZero();
        assertThat(store.rows(Table.HYPOTHESIS)).isEmpty();
    }

    @Test
    void heldLeaseIsRefusedToOthersButNotToItsHolder() {
        long first = store.acquireLease("a", NOON, MINUTE);
        assertThatThrownBy(() -> store.acquireLease("b", NOON, MINUTE))
                .isInstanceOf(LedgerBusyException.class)
                .hasMessageContaining("leased to a");
        assertThat(store.acquireLease("a", NOON, MINUTE)).isGreaterThan(first);
    }

    @Test
    void givenBackLeaseMayBeTakenOver() {
        long first = store.acquireLease("a", NOON, MINUTE);
        store.extendLease(first, NOON, Duration.ZERO);
        long second = store.acquireLease("b", NOON, MINUTE);
        assertThat(second).isGreaterThan(first);
        store.extendLease(first, NOON, Duration.ZERO);
        assertThatThrownBy(() -> store.acquireLease("c", NOON, MINUTE)).isInstanceOf(LedgerBusyException.class);
    }

    private long lease() {
        return store.acquireLease("a", NOON, MINUTE);
    }

    private String head() {
        return store.event(store.events()).map(Event::hash).orElse(Event.GENESIS);
    }

    private List<Event> eventsFrom(long seq) {
        List<Event> events = new ArrayList<>();
        store.forEachEvent(seq, events::add);
        return events;
    }

    static List<Event> chain(String previous, long from, int count) {
        List<Event> events = new ArrayList<>();
        String head = previous;
        for (long seq = from; seq < from + count; seq++) {
            Event event = Event.after(head, seq, NOON, "Kind", "subject " + seq, "{\"seq\":" + seq + "}");
            events.add(event);
            head = event.hash();
        }
        return events;
    }

    static Row hypothesis(String id, long ordinal, String family, String state) {
        return new Row(
                Table.HYPOTHESIS,
                id,
                ordinal,
                List.of(family, fingerprint(id), state, "source"),
                "{\"id\":\"" + id + "\"}");
    }

    static RowChange insert(Row row) {
        return new RowChange(RowChange.Kind.INSERT, row);
    }

    private static String fingerprint(String id) {
        return String.format("%064x", id.hashCode() & 0xffffffffL);
    }
}
