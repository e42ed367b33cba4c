package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.store.Event;
import dev.amdahl.core.ledger.store.LedgerDamagedException;
import dev.amdahl.core.ledger.store.LedgerStore;
import java.util.List;

/** The quick check at open: the newest events and the counts of the indexes. */
record TailCheck(String place) {
    private static final int EVENTS = 100;

    /**
     * The last event; an empty ledger's has seq 0 and the genesis hash.
     *
     * @throws LedgerDamagedException naming the first event found bad
     */
    Event last(LedgerStore store) {
        long events = store.events();
        List<Long> counts = store.countsByIndex();
        if (counts.stream().anyMatch(count -> count != events)) {
            throw damaged(0, "the last event is " + events + " but the indexes count " + counts);
        }
        Event[] last = {none()};
        store.forEachEvent(Math.max(1, events - EVENTS + 1), event -> {
            boolean startsInside = last[0].seq() == 0 && event.seq() > 1;
            boolean isNext =
                    event.seq() == last[0].seq() + 1 && event.previous().equals(last[0].hash());
            if (!(startsInside || isNext) || !event.isSound()) {
                throw damaged(event.seq(), "is not what was written");
            }
            last[0] = event;
        });
        return last[0];
    }

    private LedgerDamagedException damaged(long seq, String problem) {
        return new LedgerDamagedException(
                place,
                seq,
                problem,
                "run ledger verify; the file was kept, and the .events.jsonl file beside it holds every event",
                null);
    }

    private static Event none() {
        return new Event(0, "", "", "", "", "", Event.GENESIS);
    }
}
