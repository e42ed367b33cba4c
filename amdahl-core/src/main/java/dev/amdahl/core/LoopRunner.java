package dev.amdahl.core;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.ledger.file.FreeSpace;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.ErrorCategory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the cycles of a loop until nothing is left to do. A ledger in a file is open while cycles run and closed while trials run, so that
 * others may read it or take their turn; where trials are short it is closed in some of the waits only, since opening takes some tens of
 * milliseconds. A ledger in memory, or on a server, stays open. After a commit that failed the ledger is opened again, which shows what was
 * kept, and the cycle is repeated.
 *
 * <p>One thread runs cycles; {@link #stop} and {@link #cancel} may be called from any.
 */
public final class LoopRunner implements AutoCloseable {
    private static final long ROOM_BYTES = 64L << 20;
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration MAX_TICK = Duration.ofSeconds(15);
    private static final Duration MAX_HOLD = Duration.ofSeconds(3);
    private static final long PAUSE_MILLIS = 200;

    /** How often a cycle whose ledger went down under it is repeated. */
    private static final int MAX_REOPENINGS = 4;

    /** How often somebody else who holds the ledger is waited for, some seconds each time. */
    private static final int MAX_OPENINGS = 10;

    /** How long a cycle waits for its turn on a server. */
    private static final Duration TURN = Duration.ofMinutes(1);

    private final String url;
    private final Function<Ledger, AmdahlLoop> assembly;
    private final ReentrantLock turn = new ReentrantLock();
    private Clock clock = Clock.systemUTC();
    private boolean isHeld;
    private Duration patience = Duration.ZERO;
    private Consumer<String> remarks = line -> {};
    private volatile boolean isStopped;
    private String lastReason = "";

    private @Nullable AmdahlLoop loop;
    private @Nullable Ledger ledger;
    private boolean isOpen;
    private Instant openedAt = Instant.EPOCH;

    private LoopRunner(String url, Function<Ledger, AmdahlLoop> assembly) {
        this.url = requireNonNull(url);
        this.assembly = requireNonNull(assembly);
        LedgerLocation location = LedgerLocation.of(url);
        isHeld = location.base().isEmpty() || location.isOnServer();
    }

    /**
     * Returns a runner that opens its ledger when it is first used.
     *
     * @param ledger a path or URL, as {@link Ledger#open(String)} takes it
     * @param assembly builds the loop; called once
     */
    public static LoopRunner of(String ledger, Function<Ledger, AmdahlLoop> assembly) {
        return new LoopRunner(ledger, assembly);
    }

    /** Sets the only source of time; default the system's. */
    public LoopRunner clock(Clock value) {
        clock = requireNonNull(value);
        return this;
    }

    /** Keeps a ledger in a file open between cycles. */
    public LoopRunner held() {
        isHeld = true;
        return this;
    }

    /** Sets how long a server that went away is waited for; default not at all. */
    public LoopRunner patience(Duration value) {
        patience = requireNonNull(value);
        return this;
    }

    /** Sets what hears of a server that went away; default nothing. */
    public LoopRunner remarks(Consumer<String> value) {
        remarks = requireNonNull(value);
        return this;
    }

    /** Returns the ledger as this runner last saw it; opens it at first. */
    public LedgerView view() {
        return ledger().view();
    }

    /**
     * Runs one cycle.
     *
     * @throws dev.amdahl.spi.AmdahlException if the ledger is held by another cycle or cannot be written
     */
    public CycleReport runCycle() {
        Instant since = clock.instant();
        for (int attempt = 1; ; attempt++) {
            turn.lock();
            try {
                return repeatedly();
            } catch (LedgerUnusableException down) {
                requirePatience(down, since, attempt);
                close();
            } finally {
                turn.unlock();
            }
            LockSupport.parkNanos(min(TICK.multipliedBy(attempt), MAX_TICK).toNanos());
        }
    }

    /** Runs cycles until one finds nothing to do, or {@link #stop} is called. */
    public int runUntilIdle() throws InterruptedException {
        return runUntilIdle(Integer.MAX_VALUE, report -> {});
    }

    /**
     * Runs cycles until one finds nothing to do, {@link #stop} is called, or so many have run.
     *
     * @param after called after each cycle, by this thread; what it throws ends the run
     * @return how many have run
     */
    public int runUntilIdle(int maxCycles, Consumer<CycleReport> after) throws InterruptedException {
        int cycles = 0;
        Duration tick = TICK;
        while (cycles < maxCycles && !isStopped) {
            CycleReport report = runCycle();
            cycles++;
            after.accept(report);
            if (report.isIdle()) {
                break;
            }
            if (cycles < maxCycles && !isStopped) {
                tick = report.hasChanged() ? TICK : min(tick.multipliedBy(2), MAX_TICK);
                await(report, tick);
            }
        }
        return cycles;
    }

    private void await(CycleReport report, Duration tick) throws InterruptedException {
        if (report.runsInFlight() == 0 && !report.hasChanged()) {
            new CountDownLatch(1).await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            requireNonNull(loop).await(tick);
        }
    }

    /** Lets the run end after the present cycle; runs in flight go on, and a later runner collects them. */
    public void stop() {
        isStopped = true;
    }

    /** Cancels every run in flight at the scheduler. */
    public void cancel() {
        AmdahlLoop present = loop;
        if (present != null) {
            view().runs().stream()
                    .filter(run -> run.state().isInFlight())
                    .flatMap(run -> run.worker().stream())
                    .forEach(present.setup().scheduler()::cancel);
        }
    }

    /** Cancels every run in flight; no cycle begins after it. For the last thread of a program. */
    @SuppressWarnings("LockNotBeforeTry")
    public void end() {
        turn.lock();
        cancel();
    }

    /** Returns why others keep all runs in flight waiting, where the scheduler says and it did not say so before. */
    public Optional<String> waiting(LedgerView view) {
        AmdahlLoop present = requireNonNull(loop);
        Optional<String> reason = Optional.empty();
        for (Run run : view.inFlight()) {
            reason = run.worker().flatMap(present.setup().scheduler()::reason);
            if (reason.isEmpty()) {
                return reason;
            }
        }
        String own = present.setup().directory().toAbsolutePath().normalize().toString();
        String self = " of process " + ProcessHandle.current().pid() + ",";
        Optional<String> news =
                reason.filter(line -> !line.equals(lastReason) && !line.contains(own) && !line.contains(self));
        news.ifPresent(line -> lastReason = line);
        return news;
    }

    private void requirePatience(LedgerUnusableException down, Instant since, int attempt) {
        Duration waited = Duration.between(since, clock.instant()).abs();
        if (down.category() != ErrorCategory.TRANSIENT
                || waited.compareTo(patience) >= 0
                || Thread.currentThread().isInterrupted()) {
            throw down;
        }
        if (attempt == 1) {
            remarks.accept(down.getMessage() + "; trying again for " + patience.toSeconds() + " s");
        }
    }

    private CycleReport repeatedly() {
        for (int attempt = 1; ; attempt++) {
            try {
                return once();
            } catch (LedgerUnusableException down) {
                if (isHeld
                        || attempt == MAX_REOPENINGS
                        || Thread.currentThread().isInterrupted()) {
                    throw down;
                }
                close();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(attempt * PAUSE_MILLIS));
            }
        }
    }

    /** With room on the disk for it. */
    private CycleReport once() {
        if (loop != null) {
            FreeSpace.require(loop.setup().directory(), ROOM_BYTES);
        }
        Ledger open = reopened();
        CycleReport report = patiently(open);
        if (!isHeld && Duration.between(openedAt, clock.instant()).compareTo(MAX_HOLD) >= 0) {
            close();
        }
        return report;
    }

    /** On a server, others may be at their cycle. */
    private CycleReport patiently(Ledger open) {
        Instant since = clock.instant();
        while (true) {
            try {
                return requireNonNull(loop).runCycle();
            } catch (LedgerBusyException held) {
                if (!open.location().isOnServer()
                        || Duration.between(since, clock.instant()).abs().compareTo(TURN) > 0
                        || Thread.currentThread().isInterrupted()) {
                    throw held;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
            }
        }
    }

    private Ledger ledger() {
        Ledger present = ledger;
        return present == null ? reopened() : present;
    }

    private Ledger reopened() {
        Ledger present = ledger;
        if (isOpen && present != null) {
            return present;
        }
        Ledger opened = opened();
        try {
            loop = loop == null ? assembly.apply(opened) : loop.withLedger(opened);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
        ledger = opened;
        isOpen = true;
        openedAt = clock.instant();
        return opened;
    }

    /** Returns a runner that had it open before waits for others; one that opens it for the first time does not. */
    private Ledger opened() {
        for (int attempt = 1; ; attempt++) {
            try {
                return Ledger.open(url, clock);
            } catch (LedgerBusyException held) {
                if (loop == null || attempt == MAX_OPENINGS) {
                    throw held;
                }
            }
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Closes the ledger. Runs in flight go on. */
    @Override
    public void close() {
        if (isOpen) {
            isOpen = false;
            requireNonNull(ledger).close();
        }
    }
}
