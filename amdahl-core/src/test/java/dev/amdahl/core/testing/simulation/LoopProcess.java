package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Ledger;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One of the processes that run the loop: it opens the ledger when it starts, keeps it open, and starts again after it died. Not thread-safe. */
final class LoopProcess {
    private final Supplier<ProcessStore> disk;
    private final Function<ProcessStore, Ledger> open;
    private final Function<Ledger, AmdahlLoop> build;
    private @Nullable ProcessStore store;
    private @Nullable AmdahlLoop loop;

    LoopProcess(Supplier<ProcessStore> disk, Function<ProcessStore, Ledger> open, Function<Ledger, AmdahlLoop> build) {
        this.disk = disk;
        this.open = open;
        this.build = build;
    }

    /** One cycle, after a start if it is not running. */
    CycleReport cycle() {
        AmdahlLoop running = loop;
        if (running == null) {
            ProcessStore mine = disk.get();
            store = mine;
            running = build.apply(open.apply(mine));
            loop = running;
        }
        return running.runCycle();
    }

    /** Waits until a run in flight may have ended; one that is not running waits for nothing. */
    void await(Duration atMost) {
        AmdahlLoop running = loop;
        if (running != null) {
            try {
                running.await(atMost);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** It dies here. */
    SimulatedCrash kill(String where) {
        return Optional.ofNullable(store).map(mine -> mine.kill(where)).orElseGet(() -> new SimulatedCrash(where));
    }

    /** It has died, or is stopped. */
    void forget() {
        store = null;
        loop = null;
    }

    boolean isRunning() {
        return loop != null;
    }
}
