package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.store.Event;
import dev.amdahl.core.ledger.store.EventFile;
import dev.amdahl.core.ledger.store.LedgerDamagedException;
import dev.amdahl.core.ledger.store.LedgerStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads the event file beside a ledger, while a loop may write it and without opening a database; or a store that is open. Thread-safe. */
public final class EventLog {
    private EventLog() {}

    /**
     * One recorded entry. Immutable.
     *
     * @param event the link of the chain
     * @param at when
     * @param entry what happened
     */
    public record Recorded(Event event, Instant at, Entry entry) {}

    /**
     * All events of a file, in order, the chain checked.
     *
     * @throws LedgerDamagedException naming the first event that is not what was written
     */
    public static List<Recorded> read(Path file) {
        List<Recorded> all = new ArrayList<>();
        forEach(file, all::add);
        return all;
    }

    /** As above, one at a time. */
    public static void forEach(Path file, Consumer<Recorded> reader) {
        EventFile.forEach(file, event -> reader.accept(recorded(file.toString(), event)));
    }

    /** All events of an open store, in order. */
    public static List<Recorded> read(LedgerStore store) {
        List<Recorded> all = new ArrayList<>();
        store.forEachEvent(1, event -> all.add(recorded(store.location().name(), event)));
        return all;
    }

    /**
     * One event with its entry.
     *
     * @param place what an error names
     * @throws LedgerDamagedException if it cannot be read
     */
    public static Recorded recorded(String place, Event event) {
        try {
            return new Recorded(event, event.time(), EntryCodec.entry(event));
        } catch (IllegalArgumentException e) {
            throw new LedgerDamagedException(
                    place,
                    event.seq(),
                    String.valueOf(e.getMessage()),
                    "read it with the version that wrote it, or a later one",
                    e);
        }
    }
}
