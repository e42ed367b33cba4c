package dev.amdahl.examples.embed;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.spi.AmdahlException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One cycle, as any timer may call it. The ledger is open only meanwhile, so that other hosts get their turn; nothing is thrown at the
 * timer, since the next call goes on from the ledger in any case. One call at a time.
 */
public final class CycleTask implements Runnable {
    private final String ledgerUrl;
    private final Function<Ledger, AmdahlLoop> assembly;
    private final CompletableFuture<Void> idle = new CompletableFuture<>();
    private @Nullable AmdahlLoop loop;

    public CycleTask(String ledgerUrl, Function<Ledger, AmdahlLoop> assembly) {
        this.ledgerUrl = ledgerUrl;
        this.assembly = assembly;
    }

    @Override
    public synchronized void run() {
        try (Ledger ledger = Ledger.open(ledgerUrl)) {
            loop = loop == null ? assembly.apply(ledger) : loop.withLedger(ledger);
            CycleReport report = loop.runCycle();
            if (report.isIdle()) {
                idle.complete(null);
            }
        } catch (LedgerBusyException elsewhere) {
            System.out.println("skipped: " + elsewhere.getMessage());
        } catch (AmdahlException failed) {
            System.out.println("failed, next time again: " + failed.getMessage());
        }
    }

    /** Done once there is nothing left to find out; a service that runs for ever does not ask. */
    public CompletableFuture<Void> idle() {
        return idle;
    }
}
