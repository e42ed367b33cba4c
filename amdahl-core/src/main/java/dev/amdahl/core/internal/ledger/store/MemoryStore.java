package dev.amdahl.core.internal.ledger.store;

import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.PSet;

/**
 * A ledger in plain memory, for comparisons that are kept nowhere, plans and simulations. For the last it stands for the disk: closing it changes nothing, and after a simulated crash
 * it is opened again as it is. Several ledgers may have it open at once if it is shared. Not thread-safe.
 */
public final class MemoryStore implements LedgerStore {
    private static final Comparator<Row> BY_BIRTH =
            Comparator.comparingLong(Row::ordinal).thenComparing(Row::id);

    private final LedgerLocation location;
    private final boolean isShared;
    private final List<Event> events = new ArrayList<>();
    private State state = new State(HashTreePMap.empty(), HashTreePMap.empty());
    private String holder = "";
    private long fence;
    private Instant expires = Instant.MIN;

    private MemoryStore(String name, boolean isShared) {
        this.location = LedgerLocation.inMemory(name);
        this.isShared = isShared;
    }

    /** Like a file: whoever opens it knows that nobody else has it open. */
    public static MemoryStore exclusive(String name) {
        return new MemoryStore(name, false);
    }

    /** Like a server: a lease outlives its process until it expires. */
    public static MemoryStore shared(String name) {
        return new MemoryStore(name, true);
    }

    @Override
    public LedgerLocation location() {
        return location;
    }

    @Override
    public boolean isShared() {
        return isShared;
    }

    @Override
    public long events() {
        return events.size();
    }

    @Override
    public Optional<Event> event(long seq) {
        return seq < 1 || seq > events.size() ? Optional.empty() : Optional.of(events.get((int) seq - 1));
    }

    @Override
    public void forEachEvent(long from, Consumer<Event> reader) {
        List.copyOf(events.subList((int) Math.min(Math.max(from, 1) - 1, events.size()), events.size()))
                .forEach(reader);
    }

    @Override
    public <T> T atOneMoment(Supplier<T> reads) {
        return reads.get();
    }

    @Override
    public List<Long> countsByIndex() {
        return List.of(events(), events());
    }

    @Override
    public List<Long> keptCounts() {
        return countsByIndex();
    }

    @Override
    public Optional<Long> seqAfter(String hash) {
        for (int i = events.size() - 1; i >= 0; i--) {
            if (events.get(i).previous().equals(hash)) {
                return Optional.of(events.get(i).seq());
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<Row> row(Table table, String id) {
        return Optional.ofNullable(state.rows.get(new Place(table, id)));
    }

    @Override
    public List<Row> rows(Table table) {
        return state.rows(new Group(table, -1, ""));
    }

    @Override
    public List<Row> rows(Table table, String key, String value) {
        return state.rows(new Group(table, table.place(key), value));
    }

    @Override
    public List<Row> newestRows(Table table, String key, String value, int most) {
        List<Row> rows = rows(table, key, value);
        return rows.subList(Math.max(0, rows.size() - most), rows.size());
    }

    @Override
    public boolean isInMemory() {
        return true;
    }

    @Override
    public void forEachRow(Table table, Consumer<Row> reader) {
        rows(table).forEach(reader);
    }

    @Override
    public void commit(long fence, List<Event> added, List<RowChange> changes) {
        if (fence != this.fence) {
            throw new StaleLeaseException(location.name(), fence, this.fence);
        }
        requireChain(added);
        State next = state;
        for (RowChange change : changes) {
            next = next.with(change)
                    .orElseThrow(() -> change.row().table() == Table.ONCE
                            ? Failures.twice(location.name(), change.row(), null)
                            : refused(change.kind() + " of " + change.row().table() + " "
                                    + change.row().id()));
        }
        events.addAll(added);
        state = next;
    }

    @Override
    public void rebuild(Supplier<List<Row>> rows) {
        State next = new State(HashTreePMap.empty(), HashTreePMap.empty());
        for (Row row : rows.get()) {
            next = next.with(new RowChange(RowChange.Kind.INSERT, row)).orElseThrow(() -> refused("twice " + row));
        }
        state = next;
    }

    @Override
    public long acquireLease(String holder, Instant now, Duration timeToLive) {
        if (!this.holder.equals(holder) && now.isBefore(expires)) {
            throw new LedgerBusyException(location.name(), "is leased to " + this.holder + " until " + expires, null);
        }
        this.holder = holder;
        expires = now.plus(timeToLive);
        return ++fence;
    }

    @Override
    public void extendLease(long fence, Instant now, Duration timeToLive) {
        if (fence == this.fence) {
            expires = now.plus(timeToLive);
        }
    }

    @Override
    public long fence() {
        return fence;
    }

    @Override
    public void close() {}

    /** What the unique keys of a database refuse. */
    private void requireChain(List<Event> added) {
        long seq = events.size();
        String previous = seq == 0 ? Event.GENESIS : events.get((int) seq - 1).hash();
        for (Event event : added) {
            if (event.seq() != ++seq || !event.previous().equals(previous)) {
                throw refused("event " + event.seq() + " does not follow the last");
            }
            previous = event.hash();
        }
    }

    private LedgerUnusableException refused(String what) {
        return new LedgerUnusableException(location.name(), what + ": refused", "open the ledger again", null);
    }

    private record Place(Table table, String id) {}

    /** The rows with one value of a key; place -1 is the whole table. */
    private record Group(Table table, int place, String value) {}

    /** Persistent maps, so that a commit replaces all of it at once. */
    private record State(HashPMap<Place, Row> rows, HashPMap<Group, PSet<String>> ids) {
        List<Row> rows(Group group) {
            return ids.getOrDefault(group, HashTreePSet.empty()).stream()
                    .flatMap(id -> Optional.ofNullable(rows.get(new Place(group.table(), id))).stream())
                    .sorted(BY_BIRTH)
                    .toList();
        }

        /** Returns the rows after a change, if there is such a row to change, or none where one is to be. */
        Optional<State> with(RowChange change) {
            Row row = change.row();
            Place place = new Place(row.table(), row.id());
            Optional<Row> before = Optional.ofNullable(rows.get(place));
            if (before.isPresent() == (change.kind() == RowChange.Kind.INSERT)) {
                return Optional.empty();
            }
            State without = before.map(this::without).orElse(this);
            long ordinal = before.map(Row::ordinal).orElse(row.ordinal());
            return Optional.of(
                    change.kind() == RowChange.Kind.DELETE
                            ? without
                            : without.plus(new Row(row.table(), row.id(), ordinal, row.keys(), row.body())));
        }

        private State plus(Row row) {
            HashPMap<Group, PSet<String>> groups = ids;
            for (Group group : groups(row)) {
                groups = groups.plus(
                        group, groups.getOrDefault(group, HashTreePSet.empty()).plus(row.id()));
            }
            return new State(rows.plus(new Place(row.table(), row.id()), row), groups);
        }

        private State without(Row row) {
            HashPMap<Group, PSet<String>> groups = ids;
            for (Group group : groups(row)) {
                groups = groups.plus(
                        group, groups.getOrDefault(group, HashTreePSet.empty()).minus(row.id()));
            }
            return new State(rows.minus(new Place(row.table(), row.id())), groups);
        }

        private static List<Group> groups(Row row) {
            List<Group> groups = new ArrayList<>();
            groups.add(new Group(row.table(), -1, ""));
            for (int i = 0; i < row.keys().size(); i++) {
                groups.add(new Group(row.table(), i, row.keys().get(i)));
            }
            return groups;
        }
    }
}
