package dev.amdahl.core.testing.simulation;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.Row;
import dev.amdahl.core.internal.ledger.store.RowChange;
import dev.amdahl.core.internal.ledger.store.Table;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One process's way to the store, which outlives it: once the process is dead, nothing it does reaches the store. Not thread-safe. */
final class ProcessStore implements LedgerStore {
    private final LedgerStore disk;
    private final Dice dice;
    private final CommitLog commits;
    private boolean isDead;

    ProcessStore(LedgerStore disk, Dice dice, CommitLog commits) {
        this.disk = disk;
        this.dice = dice;
        this.commits = commits;
    }

    /** The process dies. */
    SimulatedCrash kill(String where) {
        isDead = true;
        return new SimulatedCrash(where);
    }

    @Override
    public void commit(long fence, List<Event> events, List<RowChange> changes) {
        LedgerStore store = alive();
        if (dice.strikes(Fault.CRASH_BEFORE_COMMIT)) {
            throw kill("a commit");
        }
        store.commit(fence, events, changes);
        commits.add(fence, events);
        if (dice.strikes(Fault.CRASH_AFTER_COMMIT)) {
            throw kill("the end of a commit");
        }
        if (dice.strikes(Fault.COMMIT_UNKNOWN)) {
            throw new LedgerUnusableException(
                    location().name(), "it is not known whether a commit was kept", "open the ledger again", null);
        }
    }

    @Override
    public long acquireLease(String holder, Instant now, Duration timeToLive) {
        long fence = alive().acquireLease(holder, now, timeToLive);
        commits.fenced(fence);
        return fence;
    }

    @Override
    public void extendLease(long fence, Instant now, Duration timeToLive) {
        alive().extendLease(fence, now, timeToLive);
    }

    @Override
    public <T> T atOneMoment(Supplier<T> reading) {
        return alive().atOneMoment(reading);
    }

    @Override
    public LedgerLocation location() {
        return disk.location();
    }

    @Override
    public boolean isShared() {
        return disk.isShared();
    }

    @Override
    public long events() {
        return alive().events();
    }

    @Override
    public Optional<Event> event(long seq) {
        return alive().event(seq);
    }

    @Override
    public void forEachEvent(long from, Consumer<Event> reader) {
        alive().forEachEvent(from, reader);
    }

    @Override
    public List<Long> countsByIndex() {
        return alive().countsByIndex();
    }

    @Override
    public Optional<Row> row(Table table, String id) {
        return alive().row(table, id);
    }

    @Override
    public List<Row> rows(Table table) {
        return alive().rows(table);
    }

    @Override
    public List<Row> rows(Table table, String key, String value) {
        return alive().rows(table, key, value);
    }

    @Override
    public List<Row> newestRows(Table table, String key, String value, int most) {
        return alive().newestRows(table, key, value, most);
    }

    @Override
    public List<Long> keptCounts() {
        return alive().keptCounts();
    }

    @Override
    public Optional<Long> seqAfter(String hash) {
        return alive().seqAfter(hash);
    }

    @Override
    public boolean isInMemory() {
        return disk.isInMemory();
    }

    @Override
    public void forEachRow(Table table, Consumer<Row> reader) {
        alive().forEachRow(table, reader);
    }

    @Override
    public void rebuild(Supplier<List<Row>> rows) {
        alive().rebuild(rows);
    }

    @Override
    public long fence() {
        return alive().fence();
    }

    /** What is written lies in the store; there is nothing to close. */
    @Override
    public void close() {}

    private LedgerStore alive() {
        if (isDead) {
            throw new SimulatedCrash("the end of a dead process");
        }
        return disk;
    }
}
