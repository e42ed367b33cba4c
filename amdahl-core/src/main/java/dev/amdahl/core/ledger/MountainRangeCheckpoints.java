package dev.amdahl.core.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.proof.Peaks;
import dev.amdahl.core.ledger.proof.Seal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lays the peaks over all events so far into the chain itself every now and then, so that a short proof leads to any head. Not thread-safe. */
final class MountainRangeCheckpoints {
    /** A proof holds at most about so many events. */
    static final int EVERY = 64;

    private static final Logger LOG = LoggerFactory.getLogger(MountainRangeCheckpoints.class);

    private final LedgerStore store;
    private Peaks peaks = Peaks.EMPTY;

    MountainRangeCheckpoints(LedgerStore store) {
        this.store = store;
    }

    /** Returns the seal that follows these events, if they are the last of a block. */
    Optional<Entry.Sealed> after(List<Event> added) {
        long first = added.get(0).seq();
        long last = added.get(added.size() - 1).seq();
        if ((first - 1) / EVERY == last / EVERY) {
            return Optional.empty();
        }
        advance(first - 1);
        Peaks sealed = peaks;
        for (Event event : added) {
            sealed = sealed.plus(event.hash());
        }
        return Optional.of(new Entry.Sealed(sealed.hashes()));
    }

    /** Only what is committed is remembered, so that a commit that fails leaves nothing behind. */
    private void advance(long committed) {
        for (long back = 2 * EVERY; peaks.leaves() == 0 && back / 4 < committed; back *= 4) {
            newestSeal(Math.max(1, committed - back + 1), committed);
        }
        for (Event event : read(peaks.leaves() + 1, committed)) {
            peaks = peaks.plus(event.hash());
        }
    }

    private void newestSeal(long from, long committed) {
        for (Event event : read(from, committed)) {
            if (Seal.is(event)) {
                try {
                    peaks = Seal.peaks(event);
                } catch (IllegalArgumentException | JsonProcessingException e) {
                    LOG.warn("event {} holds no peaks", event.seq());
                }
            }
        }
    }

    private List<Event> read(long from, long committed) {
        List<Event> events = new ArrayList<>();
        store.forEachEvent(from, event -> {
            if (event.seq() <= committed) {
                events.add(event);
            }
        });
        return events;
    }
}
