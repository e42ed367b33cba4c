package dev.amdahl.core.ledger;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.ledger.state.Projector;
import dev.amdahl.core.internal.ledger.state.Snapshot;
import dev.amdahl.core.internal.ledger.state.StateBuilder;
import dev.amdahl.core.internal.ledger.store.CommitWitness;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The memory of the loop: events that are only ever appended, and the state that follows from them. Thread-safe; one process at a time, on a server several. */
public final class Ledger implements AutoCloseable {
    private final LedgerLocation location;
    private final Clock clock;
    private final LedgerStore store;
    private final DetachableStore source;
    private final CommitWitness witness;
    private final MountainRangeCheckpoints seals;
    private Snapshot state;
    private Instant latest;
    private boolean isDown;

    private Ledger(
            LedgerLocation location,
            Clock clock,
            LedgerStore store,
            DetachableStore source,
            CommitWitness witness,
            Snapshot state,
            Instant latest) {
        this.location = location;
        this.clock = clock;
        this.store = store;
        this.source = source;
        this.witness = witness;
        this.seals = new MountainRangeCheckpoints(store);
        this.state = state;
        this.latest = latest;
    }

    /** Opens or creates a ledger with the system's clock. */
    public static Ledger open(String url) {
        return open(url, Clock.systemUTC());
    }

    /**
     * Opens or creates the ledger at {@code jdbc:h2:file:PATH}, {@code jdbc:h2:mem:NAME}, {@code jdbc:postgresql:} or a plain path, and checks its newest events.
     * Waits some seconds for a process that holds it.
     *
     * @throws dev.amdahl.core.ledger.event.LedgerBusyException if it is still held
     * @throws LedgerDamagedException if it would not open, was rolled back, or its newest events are not what was written
     * @throws InvalidInputException if there is something that is not a ledger; it is left as it is
     */
    public static Ledger open(String url, Clock clock) {
        requireNonNull(clock, "clock");
        return open(LedgerStore.open(LedgerLocation.of(requireNonNull(url, "url"))), clock);
    }

    /**
     * Overload of {@code open}: over a store that is open; closing the ledger closes it.
     *
     * @throws LedgerDamagedException if it was rolled back, or its newest events are not what was written
     */
    static Ledger open(LedgerStore store, Clock clock) {
        CommitWitness witness = null;
        try {
            DetachableStore source = new DetachableStore(store);
            Opening.upgrade(store);
            Snapshot state = Opening.load(store, source);
            witness = CommitWitness.open(store);
            Opening.guard(store);
            if (!store.isShared()) {
                store.extendLease(store.fence(), Instant.EPOCH, Duration.ZERO);
            }
            Instant latest = store.event(state.events()).map(Event::time).orElse(Instant.EPOCH);
            return new Ledger(store.location(), clock, store, source, witness, state, latest);
        } catch (RuntimeException e) {
            if (witness != null) {
                witness.close();
            }
            store.close();
            throw e;
        }
    }

    /**
     * Checks a ledger that may be too damaged to open; changes nothing in it.
     *
     * @throws InvalidInputException if there is none
     * @throws dev.amdahl.core.ledger.event.LedgerBusyException if a process holds it
     */
    public static Verification verify(String url) {
        return verify(url, List.of());
    }

    /**
     * Overload of {@code verify}: heads that were kept elsewhere must be in the chain, which shows even that all files were rolled back together.
     *
     * @param knownHeads hashes as {@link LedgerView#head} gave them
     */
    public static Verification verify(String url, Collection<String> knownHeads) {
        LedgerLocation location = LedgerLocation.of(url);
        if (!location.isOnServer() && !isThere(location)) {
            throw new InvalidInputException(
                    "ledger '" + location.name() + "'", "there is none", "check the path, which ends before .mv.db");
        }
        try (LedgerStore store = LedgerStore.openToCheck(location)) {
            CommitWitness.requireReached(store);
            return store.atOneMoment(() -> new Verifier().verify(store, location.eventFile(), knownHeads));
        } catch (LedgerDamagedException e) {
            return new Verification(false, 0, Event.GENESIS, e.seq(), List.of(String.valueOf(e.getMessage())));
        }
    }

    /**
     * Checks the event files and the files that their events name alone, also while a loop writes them: the chain, the seals, and that
     * each event follows from the state before it.
     *
     * @param knownHeads as for {@link #verify(String, Collection)}
     * @throws InvalidInputException if there are no event files, as on a server
     */
    public static Verification verifyFiles(String url, Collection<String> knownHeads) {
        LedgerLocation location = LedgerLocation.of(url);
        if (location.isOnServer()) {
            throw new InvalidInputException(
                    "ledger " + location.name(), "a server's has no event files", "check it without --files");
        }
        return Verifier.ofEvents().verifyFiles(LedgerReader.file(location), EvidenceStore.of(location), knownHeads);
    }

    /** Event files without a database are a ledger too: a damaged one. */
    static boolean isThere(LedgerLocation location) {
        return location.database().filter(Files::exists).isPresent()
                || location.eventFile()
                        .filter(file ->
                                Files.isRegularFile(file) && file.toFile().length() > 0)
                        .isPresent();
    }

    /** Returns the state now: an immutable snapshot. */
    public synchronized LedgerView view() {
        return state;
    }

    /** Returns where it lies. */
    public LedgerLocation location() {
        return location;
    }

    /**
     * Takes the lease, which only one holder has.
     *
     * @param holder who: the same holder may take over from itself at any time
     * @param timeToLive how long others wait for it
     * @throws dev.amdahl.core.ledger.event.LedgerBusyException if another holder's lease has not expired
     */
    public synchronized Lease acquire(String holder, Duration timeToLive) {
        requireUp();
        Instant now = clock.instant();
        long fence = store.acquireLease(holder, now, timeToLive);
        catchUp();
        return new Lease(this, fence, now, timeToLive);
    }

    /** Rebuilds the state from all events and compares it with the tables, the indexes and the event file. */
    public synchronized Verification verify() {
        requireUp();
        return store.atOneMoment(() -> new Verifier().verify(store, location.eventFile(), List.of()));
    }

    /**
     * Writes a copy of the database as of now into a ZIP file, whole or not at all; the copy that was there stays beside it as
     * {@code NAME.previous}. To use it, unpack it beside a copy of the {@code .secret} file; the files in {@code NAME.evidence} are
     * not in it and are copied as they are.
     *
     * @throws InvalidInputException if the database is a server's, or the file cannot be written
     */
    public synchronized void backup(Path copy) {
        requireUp();
        Backup.write(store, copy);
    }

    @Override
    public synchronized void close() {
        isDown = true;
        source.close();
        witness.close();
        store.close();
    }

    synchronized LedgerView commit(long fence, List<Entry> entries) {
        requireUp();
        StateBuilder draft = new StateBuilder(state);
        List<Event> events = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry instanceof Entry.Sealed) {
                throw new IllegalMoveException(entry, "is the ledger's own to write");
            }
            append(draft, events, entry);
        }
        if (events.isEmpty()) {
            return state;
        }
        seals.after(events).ifPresent(seal -> append(draft, events, seal));
        write(fence, events, draft, entries.stream().anyMatch(Entry.ReviewAsked.class::isInstance));
        state = draft.snapshot();
        return state;
    }

    /** The one place at which anything enters: what holds a secret is kept, and counts, without it. */
    private void append(StateBuilder draft, List<Event> events, Entry told) {
        Entry entry = EntryCodec.withoutSecrets(told);
        String previous =
                events.isEmpty() ? state.head() : events.get(events.size() - 1).hash();
        Event event = Event.after(
                previous,
                state.events() + events.size() + 1,
                atLeast(clock.instant()),
                EntryCodec.kind(entry),
                entry.subject(),
                EntryCodec.payload(entry));
        Projector.apply(draft, event, entry);
        events.add(event);
        latest = draft.at();
    }

    /**
     * Returns that time, or the time of the newest event if that is later: a ledger's own time never goes back, whatever the clocks of its
     * hosts do, so that what came first never looks as if it came later.
     */
    public synchronized Instant atLeast(Instant time) {
        return time.isBefore(latest) ? latest : time;
    }

    /**
     * Takes over events that another ledger has recorded, as they are; each follows the one before it.
     *
     * @throws IllegalMoveException if one does not follow from the state; nothing was written
     * @throws IllegalArgumentException if one is of a kind that this version does not know; nothing was written
     */
    synchronized void takeOver(long fence, List<Event> events) {
        requireUp();
        boolean isFirst = state.events() == 0;
        StateBuilder draft = new StateBuilder(isFirst ? Snapshot.EMPTY : state);
        for (Event event : events) {
            Projector.apply(draft, event, EntryCodec.entry(event));
            latest = atLeast(draft.at());
        }
        write(fence, events, draft, false);
        state = isFirst ? Opening.load(store, source) : draft.snapshot();
    }

    /** What other holders have written since; a server that was set back meanwhile must not be written behind the gap. */
    private void catchUp() {
        long seen = state.events();
        if (seen > 0 && !store.event(seen).map(Event::hash).equals(Optional.of(state.head()))) {
            throw new LedgerDamagedException(
                    location.name(),
                    seen,
                    "is missing or has changed: the database was set back while this process ran",
                    "end every loop and restore the newer database; nothing was written",
                    null);
        }
        StateBuilder draft = StateBuilder.toRead(state);
        EventChain chain = new EventChain(location.name(), state.events(), state.head());
        List<Event> missed = new ArrayList<>();
        store.forEachEvent(state.events() + 1, event -> {
            chain.add(event);
            EventLog.Recorded recorded = EventLog.recorded(location.name(), event);
            Projector.follow(draft, location.name(), event, recorded.at(), recorded.entry());
            missed.add(event);
            latest = atLeast(draft.at());
        });
        witness.append(missed);
        state = draft.snapshot();
    }

    private void write(long fence, List<Event> events, StateBuilder draft, boolean isHeadHandedOut) {
        try {
            store.commit(fence, events, draft.drain());
            witness.append(events);
            if (isHeadHandedOut) {
                witness.force();
            }
        } catch (LedgerUnusableException | LedgerDamagedException e) {
            isDown = true;
            throw e;
        }
    }

    Instant now() {
        return clock.instant();
    }

    synchronized void requireHeld(long fence) {
        requireUp();
        long current = store.fence();
        if (current != fence) {
            throw new StaleLeaseException(location.name(), fence, current);
        }
    }

    boolean isShared() {
        return store.isShared();
    }

    /** Nothing of what the holder wrote waits to be forced any more. */
    synchronized void release(long fence) {
        if (!isDown) {
            witness.force();
            store.extendLease(fence, clock.instant(), Duration.ZERO);
        }
    }

    synchronized void extend(long fence, Duration timeToLive) {
        if (!isDown) {
            store.extendLease(fence, clock.instant(), timeToLive);
        }
    }

    private void requireUp() {
        if (isDown) {
            throw new LedgerUnusableException(
                    location.name(), "was closed, or a commit has failed", "open the ledger again", null);
        }
    }
}
