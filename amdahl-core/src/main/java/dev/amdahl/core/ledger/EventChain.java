package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;

/** Whether events follow each other as they were written. Not thread-safe. */
final class EventChain {
    private final String place;
    private long seq;
    private String head;

    EventChain(String place, long seq, String head) {
        this.place = place;
        this.seq = seq;
        this.head = head;
    }

    /**
     * Takes the next one.
     *
     * @throws LedgerDamagedException if it is not the next, or not what was written
     */
    void add(Event event) {
        seq++;
        String problem = event.seq() != seq
                ? "is missing, event " + event.seq() + " is in its place"
                : !event.previous().equals(head)
                        ? "does not follow the event before it"
                        : event.isSound() ? "" : "is not what was written";
        if (!problem.isEmpty()) {
            throw new LedgerDamagedException(place, seq, problem, "run ledger verify; nothing was changed", null);
        }
        head = event.hash();
    }
}
