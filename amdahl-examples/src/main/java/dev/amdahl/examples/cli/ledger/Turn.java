package dev.amdahl.examples.cli.ledger;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Writes to a ledger between the cycles of a loop that may run beside. */
final class Turn {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private Turn() {}

    /** @throws LedgerBusyException if a cycle has held the ledger all the time */
    static CycleReport with(String url, Function<Ledger, CycleReport> word) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try (Ledger ledger = Ledger.open(url)) {
                return word.apply(ledger);
            } catch (LedgerBusyException held) {
                if (System.nanoTime() - until >= 0) {
                    throw held;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }
}
