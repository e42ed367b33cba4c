package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.store.LedgerLocation;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Projects the state from the event file, so that reports work while a loop runs; opens no database. Thread-safe. */
public final class LedgerReader {
    private LedgerReader() {}

    /**
     * The state as of the last event that is in the file.
     *
     * @param url as {@link Ledger#open} takes it
     * @throws dev.amdahl.core.ledger.store.LedgerDamagedException naming the first event that is not what was written
     * @throws InvalidInputException if there is no ledger
     */
    public static LedgerView view(String url) {
        Draft draft = new Draft(Snapshot.EMPTY);
        EventLog.forEach(file(url), recorded -> {
            Projector.apply(draft, recorded.event(), recorded.entry());
            draft.drain();
        });
        return draft.snapshot();
    }

    /**
     * The event file of a ledger.
     *
     * @throws InvalidInputException if there is none
     */
    public static Path file(String url) {
        return LedgerLocation.of(url)
                .eventFile()
                .filter(Files::exists)
                .orElseThrow(() -> new InvalidInputException(
                        "ledger '" + url + "'", "there is none", "run a loop with it first, or name another"));
    }
}
