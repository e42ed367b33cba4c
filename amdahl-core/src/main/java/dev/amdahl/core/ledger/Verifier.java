package dev.amdahl.core.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.amdahl.core.internal.ledger.state.Projector;
import dev.amdahl.core.internal.ledger.state.Snapshot;
import dev.amdahl.core.internal.ledger.state.StateBuilder;
import dev.amdahl.core.internal.ledger.store.EventFile;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.Row;
import dev.amdahl.core.internal.ledger.store.RowChange;
import dev.amdahl.core.internal.ledger.store.Table;
import dev.amdahl.core.ledger.budget.BudgetExceededException;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.evidence.EvidenceDamagedException;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.proof.Peaks;
import dev.amdahl.core.ledger.proof.Seal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Rebuilds everything from the events and compares. Used once. Not thread-safe. */
final class Verifier {
    private static final int MAX_PROBLEMS = 30;
    /** Events between which the rows that they changed are kept as objects, and written only as the last leaves them. */
    private static final int EVENTS_AT_ONCE = 1_000;

    private final List<String> problems = new ArrayList<>();
    private final StateBuilder draft;
    private final Map<Table, Map<String, Row>> rebuilt = new EnumMap<>(Table.class);
    private final Map<String, Long> keptFiles = new LinkedHashMap<>();
    private final List<String> hashes = new ArrayList<>();
    private Peaks peaks = Peaks.EMPTY;
    private long firstBadEvent = Long.MAX_VALUE;
    private long firstBadRow = Long.MAX_VALUE;
    private long expected = 1;
    private String previous = Event.GENESIS;
    private boolean isReplayable = true;

    Verifier() {
        this(new StateBuilder(Snapshot.EMPTY));
    }

    private Verifier(StateBuilder draft) {
        this.draft = draft;
    }

    /** Returns one that keeps no state rows. */
    static Verifier ofEvents() {
        return new Verifier(StateBuilder.toRead(Snapshot.EMPTY));
    }

    /** Returns whether the events in a database are sound, follow each other and from the state before them, whatever its rows say. */
    Verification verifyEvents(LedgerStore store) {
        store.atOneMoment(() -> {
            attempt(() -> store.forEachEvent(1, this::check));
            return true;
        });
        return result();
    }

    /** Returns the same of event files, which a loop may be writing. */
    Verification verifyFiles(Path file) {
        attempt(() -> EventFile.forEach(file, this::check));
        return result();
    }

    /** Returns the same, with the files that the events name, and heads that somebody has kept elsewhere. */
    Verification verifyFiles(Path file, Optional<EvidenceStore> evidence, Collection<String> knownHeads) {
        verifyFiles(file);
        evidence.ifPresent(files -> checkKept(files, false));
        checkKnown(knownHeads);
        return result();
    }

    /** Returns what is wrong with a database that cannot be read. */
    Verification failed(String problem) {
        note(problem);
        return result();
    }

    long events() {
        return hashes.size();
    }

    /** Returns the hash of an event that was seen; that before the first of 0. */
    String hashAt(long seq) {
        return seq == 0 ? Event.GENESIS : hashes.get((int) seq - 1);
    }

    /** Also whether the chain holds these hashes, which somebody has kept elsewhere. */
    Verification verify(LedgerStore store, Optional<Path> eventFile, Collection<String> knownHeads) {
        attempt(store, () -> store.forEachEvent(1, this::check));
        foldChanges();
        attempt(store, () -> checkCounts(store.countsByIndex()));
        if (isReplayable && store.schema() == LedgerStore.schemaVersion()) {
            for (Table table : Table.values()) {
                attempt(store, () -> compare(table, store.rows(table)));
                if (!store.isShared() && problems.isEmpty()) {
                    attempt(
                            store,
                            () -> new IndexCheck(store).check(table, rows(table).values(), this::badRow));
                }
            }
        }
        if (problems.isEmpty()) {
            if (!store.isShared()) {
                attempt(store, () -> checkLookups(store));
            }
            attempt(
                    store,
                    () -> store.missingGuards()
                            .forEach(
                                    guard -> note(
                                            "the " + guard
                                                    + " is missing, without which events can be altered: the next cycle makes it again")));
            attempt(store, () -> store.miscounted().forEach(odd -> note("the state tables hold " + odd)));
        }
        eventFile.ifPresent(file -> attempt(store, () -> compare(file)));
        EvidenceStore.of(store.location()).ifPresent(files -> checkKept(files, store.isShared()));
        attempt(store, store::fence);
        checkKnown(knownHeads);
        return result();
    }

    private void checkKnown(Collection<String> heads) {
        Set<String> missing = new TreeSet<>(heads);
        missing.remove(Event.GENESIS);
        hashes.forEach(missing::remove);
        missing.forEach(head -> note("head " + head + " is not in the chain: it was rolled back or rewritten"));
    }

    /**
     * Returns the state rows that follow from the events.
     *
     * @throws LedgerDamagedException naming the first event that does not follow from those before it
     */
    List<Row> rebuild(LedgerStore store) {
        store.forEachEvent(1, this::check);
        foldChanges();
        if (!problems.isEmpty()) {
            throw new LedgerDamagedException(
                    store.location().name(),
                    0,
                    problems.get(0),
                    firstBadEvent > 1 && firstBadEvent < Long.MAX_VALUE
                            ? "run ledger verify; ledger import --until " + (firstBadEvent - 1)
                                    + " makes a ledger of what is sound before it"
                            : "run ledger verify",
                    null);
        }
        return rebuilt.values().stream().flatMap(rows -> rows.values().stream()).toList();
    }

    private Verification result() {
        long firstBad = firstBadEvent < Long.MAX_VALUE ? firstBadEvent : firstBadRow;
        return new Verification(
                problems.isEmpty(),
                hashes.size(),
                previous,
                firstBad == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(firstBad),
                problems);
    }

    private void check(Event event) {
        if (event.seq() != expected) {
            bad(expected, "event " + expected + " is missing, the next is " + event.seq());
            isReplayable = false;
        } else if (!event.previous().equals(previous)) {
            bad(event.seq(), "event " + event.seq() + " does not follow the event before it");
        }
        if (!event.isSound()) {
            bad(event.seq(), "event " + event.seq() + " is not what was written");
            isReplayable = false;
        }
        if (isReplayable) {
            replay(event);
        }
        checkSeal(event);
        hashes.add(event.hash());
        peaks = peaks.plus(event.hash());
        previous = event.hash();
        expected = event.seq() + 1;
    }

    private void checkSeal(Event event) {
        if (Seal.is(event) && event.seq() == expected && event.isSound()) {
            try {
                if (!Seal.peaks(event).equals(peaks)) {
                    bad(event.seq(), "event " + event.seq() + " does not seal the events before it");
                }
            } catch (IllegalArgumentException | JsonProcessingException e) {
                bad(event.seq(), "event " + event.seq() + " holds no peaks: " + e.getMessage());
            }
        }
    }

    private void replay(Event event) {
        try {
            Entry entry = EntryCodec.entry(event);
            Projector.apply(draft, event, entry);
            if (entry instanceof Entry.EvidenceKept kept) {
                keptFiles.putIfAbsent(kept.digest(), event.seq());
            }
            if (event.seq() % EVENTS_AT_ONCE == 0) {
                foldChanges();
            }
        } catch (IllegalArgumentException | IllegalMoveException | BudgetExceededException e) {
            bad(event.seq(), "event " + event.seq() + ": " + e.getMessage());
            isReplayable = false;
        }
    }

    private void foldChanges() {
        draft.drain().forEach(this::fold);
    }

    private void fold(RowChange change) {
        Map<String, Row> rows = rows(change.row().table());
        Row row = change.row();
        switch (change.kind()) {
            case INSERT -> rows.put(row.id(), row);
            case UPDATE -> rows.compute(row.id(), (id, before) -> before == null ? row : row.born(before.ordinal()));
            default -> rows.remove(row.id());
        }
    }

    private Map<String, Row> rows(Table table) {
        return rebuilt.computeIfAbsent(table, first -> new HashMap<>());
    }

    private void checkCounts(List<Long> counts) {
        if (counts.stream().anyMatch(count -> count != hashes.size())) {
            bad(
                    Math.min(
                                    hashes.size(),
                                    counts.stream()
                                            .mapToLong(count -> count)
                                            .min()
                                            .orElse(0))
                            + 1,
                    "the indexes of the events disagree: " + counts + " rows, " + hashes.size() + " events");
        }
    }

    /** Looks each event up as readers do, since the tree of a damaged file may hide one that a scan still meets. */
    private void checkLookups(LedgerStore store) {
        for (long seq = 1; seq <= hashes.size(); seq++) {
            if (!store.event(seq).map(Event::hash).equals(Optional.of(hashAt(seq)))) {
                bad(seq, "event " + seq + " is not found by its number");
            } else if (!store.seqAfter(hashAt(seq - 1)).equals(Optional.of(seq))) {
                bad(seq, "event " + seq + " is not found by the event before it");
            }
        }
    }

    private void compare(Table table, List<Row> stored) {
        Map<String, Row> missing = new HashMap<>(rows(table));
        for (Row row : stored) {
            Row expectedRow = missing.remove(row.id());
            if (!row.equals(expectedRow)) {
                badRow(expectedRow == null ? row : expectedRow, "does not follow from the events");
            }
        }
        missing.values().forEach(row -> badRow(row, "is missing"));
    }

    private void compare(Path file) {
        if (!Files.exists(file)) {
            if (!hashes.isEmpty()) {
                bad(1, file + " is missing");
            }
            return;
        }
        long[] seen = {0};
        EventFile.forEach(file, event -> {
            seen[0] = event.seq();
            boolean isSame = event.seq() <= hashes.size()
                    && hashes.get((int) event.seq() - 1).equals(event.hash());
            if (!isSame) {
                bad(event.seq(), file + ", event " + event.seq() + ": not the database's");
            }
        });
        if (seen[0] < hashes.size()) {
            bad(seen[0] + 1, file + " ends at event " + seen[0] + ", the database at " + hashes.size());
        }
    }

    /** On a server, a file may lie on the host of another loop. */
    private void checkKept(EvidenceStore files, boolean isShared) {
        keptFiles.forEach((digest, seq) -> {
            try {
                files.open(digest);
            } catch (EvidenceDamagedException e) {
                if (!e.isMissing() || !isShared) {
                    bad(seq, "event " + seq + ": " + e.getMessage());
                }
            }
        });
    }

    private void attempt(LedgerStore store, Runnable part) {
        attempt(() -> store.atOneMoment(() -> {
            part.run();
            return true;
        }));
    }

    private void attempt(Runnable part) {
        try {
            part.run();
        } catch (LedgerDamagedException e) {
            bad(e.seq().orElse(expected), String.valueOf(e.getMessage()));
        }
    }

    private void bad(long seq, String problem) {
        firstBadEvent = Math.min(firstBadEvent, seq);
        note(problem);
    }

    private void badRow(Row row, String problem) {
        firstBadRow = Math.min(firstBadRow, row.ordinal());
        note("row " + row.table() + " " + row.id() + " " + problem);
    }

    private void note(String problem) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(problem);
        }
    }
}
