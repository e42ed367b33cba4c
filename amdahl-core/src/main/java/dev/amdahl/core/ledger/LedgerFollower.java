package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.ledger.file.EventReader;
import dev.amdahl.core.internal.ledger.state.Projector;
import dev.amdahl.core.internal.ledger.state.Snapshot;
import dev.amdahl.core.internal.ledger.state.StateBuilder;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Follows a ledger while loops write it: each look reads only the events that came since the one before. Opens no embedded database.
 * Thread-safe.
 */
public final class LedgerFollower {
    private final LedgerLocation location;
    private final Supplier<Consumer<EventLog.Recorded>> readers;
    private Consumer<EventLog.Recorded> beside;
    private StateBuilder draft = StateBuilder.toRead(Snapshot.EMPTY);
    private Optional<EventReader> reader = Optional.empty();

    /**
     * Looks at nothing yet.
     *
     * @param url as {@link Ledger#open} takes it
     */
    public LedgerFollower(String url) {
        this(url, () -> recorded -> {});
    }

    /**
     * Looks at nothing yet, and shows each event that it reads.
     *
     * @param url as {@link Ledger#open} takes it
     * @param readers gives who is shown the events in order, and another one where the ledger is read from the start again; both are called
     *     within {@link #view} alone
     */
    public LedgerFollower(String url, Supplier<Consumer<EventLog.Recorded>> readers) {
        location = LedgerLocation.of(url);
        this.readers = readers;
        beside = readers.get();
    }

    /**
     * Returns the state as of the last event that is there now. A ledger that was put in the place of the one seen before is read again.
     *
     * @throws LedgerDamagedException naming the first event that is not what was written
     * @throws InvalidInputException if there is no ledger
     */
    public synchronized LedgerView view() {
        boolean isFresh = draft.seq() == 0;
        try {
            readOn();
        } catch (LedgerDamagedException e) {
            if (isFresh) {
                throw e;
            }
            readOn();
        }
        return draft.snapshot();
    }

    private void readOn() {
        boolean isRead = false;
        try {
            if (location.isOnServer()) {
                LedgerReader.forEach(location, draft.seq(), draft.snapshot().head(), this::take);
            } else {
                Path file = LedgerReader.file(location);
                EventReader open = reader.orElseGet(() -> new EventReader(file));
                reader = Optional.of(open);
                open.read(event -> take(EventLog.recorded(file.toString(), event)));
            }
            isRead = true;
        } finally {
            if (!isRead) {
                draft = StateBuilder.toRead(Snapshot.EMPTY);
                reader = Optional.empty();
                beside = readers.get();
            }
        }
    }

    private void take(EventLog.Recorded recorded) {
        Projector.follow(draft, location.name(), recorded.event(), recorded.at(), recorded.entry());
        beside.accept(recorded);
    }
}
