package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import java.util.List;
import java.util.Optional;

/**
 * The quick check at open, in a time that does not grow with the ledger: the newest events are sound, follow each other and stand in
 * both indexes, nothing stands behind them, and the last place is the number of events that each index says it holds. What lies
 * before is read by the full check alone.
 */
record TailCheck(String place) {
    private static final int EVENTS = 200;

    /**
     * Returns the last event; an empty ledger's has seq 0 and the genesis hash.
     *
     * @throws LedgerDamagedException naming the first event found bad
     */
    Event last(LedgerStore store) {
        long events = store.events();
        List<Long> counts = store.keptCounts();
        if (counts.stream().anyMatch(count -> count != events)) {
            throw damaged(store, 0, "the last event is " + events + " but the indexes count " + counts);
        }
        Event[] last = {none()};
        store.forEachEvent(Math.max(1, events - EVENTS + 1), event -> {
            boolean startsInside = last[0].seq() == 0 && event.seq() > 1;
            boolean isNext =
                    event.seq() == last[0].seq() + 1 && event.previous().equals(last[0].hash());
            if (!(startsInside || isNext) || !event.isSound()) {
                throw damaged(store, event.seq(), "is not what was written");
            }
            requireIndexed(store, event.previous(), Optional.of(event.seq()));
            last[0] = event;
        });
        requireIndexed(store, last[0].hash(), Optional.empty());
        return last[0];
    }

    private void requireIndexed(LedgerStore store, String previous, Optional<Long> seq) {
        Optional<Long> found = store.seqAfter(previous);
        if (!found.equals(seq)) {
            throw damaged(
                    store,
                    seq.or(() -> found).orElse(0L),
                    "stands " + words(seq) + " but " + words(found) + " in the index of the hashes before");
        }
    }

    private static String words(Optional<Long> seq) {
        return seq.map(place -> "at place " + place).orElse("nowhere");
    }

    private LedgerDamagedException damaged(LedgerStore store, long seq, String problem) {
        return new LedgerDamagedException(
                place,
                seq,
                problem,
                store.isShared()
                        ? "run ledger verify, and restore a copy; nothing was changed"
                        : "run ledger repair, which rebuilds it from the event files; the file was kept",
                null);
    }

    private static Event none() {
        return new Event(0, "", "", "", "", "", Event.GENESIS);
    }
}
