package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.ledger.file.EventSegments;
import dev.amdahl.core.internal.ledger.state.Projector;
import dev.amdahl.core.internal.ledger.state.Snapshot;
import dev.amdahl.core.internal.ledger.state.StateBuilder;
import dev.amdahl.core.internal.ledger.store.CommitWitness;
import dev.amdahl.core.internal.ledger.store.EventFile;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.proof.Proof;
import dev.amdahl.core.ledger.proof.Prover;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a ledger while loops run: the file of events beside an embedded database, which is not opened, or the tables of a server.
 * Thread-safe.
 */
public final class LedgerReader {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerReader.class);

    private LedgerReader() {}

    /**
     * Returns the state as of the last event that is there.
     *
     * @param url as {@link Ledger#open} takes it
     * @throws LedgerDamagedException naming the first event that is not what was written
     * @throws InvalidInputException if there is no ledger
     */
    public static LedgerView view(String url) {
        return view(url, recorded -> {});
    }

    /**
     * Returns the same, and each event shown on the way, so that the ledger is read once.
     *
     * @param url as {@link Ledger#open} takes it
     * @throws LedgerDamagedException naming the first event that is not what was written
     * @throws InvalidInputException if there is no ledger
     */
    public static LedgerView view(String url, Consumer<EventLog.Recorded> reader) {
        LedgerLocation location = LedgerLocation.of(url);
        StateBuilder draft = StateBuilder.toRead(Snapshot.emptyToRead());
        forEach(location, recorded -> {
            reader.accept(recorded);
            Projector.follow(draft, location.name(), recorded.event(), recorded.at(), recorded.entry());
        });
        return draft.snapshot();
    }

    /**
     * Returns how many events there are by the number of the newest one, at which alone it looks: for whoever wants to say how far reading is.
     *
     * @param url as {@link Ledger#open} takes it
     * @throws InvalidInputException if there is no ledger
     */
    public static long events(String url) {
        LedgerLocation location = LedgerLocation.of(url);
        if (!location.isOnServer()) {
            return EventFile.newest(file(location));
        }
        try (LedgerStore store = LedgerStore.openToRead(location)) {
            return store.events();
        }
    }

    /**
     * Shows all events in order, the chain checked.
     *
     * @param url as {@link Ledger#open} takes it
     * @throws LedgerDamagedException naming the first event that is not what was written
     * @throws InvalidInputException if there is no ledger
     */
    public static void forEach(String url, Consumer<EventLog.Recorded> reader) {
        forEach(LedgerLocation.of(url), reader);
    }

    static void forEach(LedgerLocation location, Consumer<EventLog.Recorded> reader) {
        if (location.isOnServer()) {
            forEach(location, 0, Event.GENESIS, reader);
        } else {
            EventLog.forEach(file(location), reader);
        }
    }

    /** Those of a server that come after the one with that number and hash. */
    static void forEach(LedgerLocation location, long seq, String head, Consumer<EventLog.Recorded> reader) {
        try (LedgerStore store = LedgerStore.openToRead(location)) {
            CommitWitness.requireReached(store);
            EventChain chain = new EventChain(location.name(), seq, head);
            store.forEachEvent(seq + 1, event -> {
                chain.add(event);
                reader.accept(EventLog.recorded(location.name(), event));
            });
        }
    }

    /**
     * Returns the newest events in order, checked against each other alone, in a time that does not grow with the ledger; where these are not
     * whole, all are read.
     *
     * @param url as {@link Ledger#open} takes it
     * @param most how many at most
     * @throws LedgerDamagedException naming the first event that is not what was written
     * @throws InvalidInputException if there is no ledger
     */
    public static List<EventLog.Recorded> newest(String url, int most) {
        LedgerLocation location = LedgerLocation.of(url);
        if (location.isOnServer()) {
            return newestOnServer(location, most);
        }
        Optional<List<Event>> newest = EventFile.newest(file(location), most);
        if (newest.isPresent()) {
            return newest.get().stream()
                    .map(event -> EventLog.recorded(location.name(), event))
                    .toList();
        }
        List<EventLog.Recorded> all = new ArrayList<>();
        forEach(location, all::add);
        return all.subList(Math.max(0, all.size() - most), all.size());
    }

    private static List<EventLog.Recorded> newestOnServer(LedgerLocation location, int most) {
        try (LedgerStore store = LedgerStore.openToRead(location)) {
            CommitWitness.requireReached(store);
            return store.atOneMoment(() -> {
                long before = Math.max(0, store.events() - most);
                String head = store.event(before).map(Event::hash).orElse(Event.GENESIS);
                EventChain chain = new EventChain(location.name(), before, head);
                List<EventLog.Recorded> newest = new ArrayList<>();
                store.forEachEvent(before + 1, event -> {
                    chain.add(event);
                    newest.add(EventLog.recorded(location.name(), event));
                });
                return newest;
            });
        }
    }

    /**
     * Returns the proof that an event is in a ledger, for a check without it.
     *
     * @param seq the event
     * @param head the hash of the last event to prove it under; empty for the newest
     * @throws LedgerDamagedException naming the first event that is not what was written
     * @throws InvalidInputException if there is no ledger, no such event, or no such head
     */
    public static Proof prove(String url, long seq, Optional<String> head) {
        Prover prover = new Prover(seq, head);
        forEach(url, recorded -> prover.see(recorded.event()));
        return prover.proof();
    }

    /**
     * Returns what the clock says by which leases of a ledger are judged: the server's, else this process's.
     *
     * @param processTime what this process takes for the time
     */
    public static Instant time(String url, Instant processTime) {
        LedgerLocation location = LedgerLocation.of(url);
        if (!location.isOnServer()) {
            return processTime;
        }
        try (LedgerStore store = LedgerStore.openToRead(location)) {
            return store.now(processTime);
        }
    }

    /**
     * Returns the event file of a ledger.
     *
     * @throws InvalidInputException if there is none
     */
    public static Path file(String url) {
        return file(LedgerLocation.of(url));
    }

    static Path file(LedgerLocation location) {
        Path file = existing(location);
        try {
            if (!new EventSegments(file).holdSomething()) {
                requireNoEvents(location, file);
            }
        } catch (IOException e) {
            throw new LedgerUnusableException(file, e);
        }
        return file;
    }

    /** A database that cannot be asked, such as one that a loop has open, is left to whoever opens it: that writes the file again. */
    private static void requireNoEvents(LedgerLocation location, Path file) {
        if (location.database().filter(Files::exists).isEmpty()) {
            return;
        }
        long events;
        try (LedgerStore store = LedgerStore.openToCheck(location)) {
            events = store.events();
        } catch (AmdahlException e) {
            LOG.debug("{}: {}", file, e.getMessage());
            return;
        }
        if (events > 0) {
            throw new LedgerDamagedException(
                    file.toString(),
                    1,
                    "is empty although the database holds " + events + " events",
                    "run a cycle, or ledger repair, which rewrites it from the database",
                    null);
        }
    }

    private static Path existing(LedgerLocation location) {
        return location.eventFile().filter(Files::exists).orElseThrow(() -> {
            LedgerStore.requireKnown(location);
            return new InvalidInputException(
                    "ledger '" + location.name() + "'", "there is none", "run a loop with it first, or name another");
        });
    }
}
