package dev.amdahl.core.ledger;

import dev.amdahl.core.internal.ledger.state.RowMapper;
import dev.amdahl.core.internal.ledger.state.Snapshot;
import dev.amdahl.core.internal.ledger.state.StateLoader;
import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.Table;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import java.time.DateTimeException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is made good in a store before a ledger is written on: its schema, its state rows, and what keeps its events as they are. */
final class Opening {
    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);

    private Opening() {}

    static void upgrade(LedgerStore store) {
        if (store.schema() < LedgerStore.schemaVersion()) {
            try {
                store.upgrade(() -> new Verifier().rebuild(store));
            } catch (LedgerDamagedException e) {
                throw new LedgerDamagedException(
                        store.location().name(),
                        0,
                        "cannot be brought from schema version " + store.schema() + " to " + LedgerStore.schemaVersion()
                                + ", " + e.problem(),
                        "run ledger verify; nothing was changed",
                        e);
            }
        }
    }

    /** For a repair: brings it to this version's schema, and makes its state rows and what guards its events again. */
    static void makeRows(LedgerStore store) {
        upgrade(store);
        store.guard();
        fillTables(store);
    }

    /** The state tables follow from the events. */
    private static void fillTables(LedgerStore store) {
        store.rebuild(() -> new Verifier().rebuild(store));
    }

    static void guard(LedgerStore store) {
        List<String> missing = store.missingGuards();
        if (!missing.isEmpty()) {
            store.guard();
            LOG.warn(
                    "{}: the {} was missing and was made again; events could be altered without it: "
                            + "run ledger verify with a head that was kept elsewhere",
                    store.location().name(),
                    String.join(" and the ", missing));
        }
    }

    /** State rows that are lost or altered are never written on: they are rebuilt, once. */
    static Snapshot load(LedgerStore store, DetachableStore source) {
        try {
            return store.atOneMoment(() -> loadAsItIs(store, source));
        } catch (LedgerDamagedException e) {
            if (!e.isOfRows()) {
                throw e;
            }
            fillTables(store);
            Snapshot state = store.atOneMoment(() -> loadAsItIs(store, source));
            LOG.warn(
                    "{}: {}; all state rows were rebuilt from its {} events",
                    store.location().name(),
                    e.problem(),
                    state.events());
            return state;
        }
    }

    private static Snapshot loadAsItIs(LedgerStore store, DetachableStore source) {
        String place = store.location().name();
        Event last = new TailCheck(place).last(store);
        List<String> miscounted = store.miscounted();
        if (!miscounted.isEmpty()) {
            throw LedgerDamagedException.ofRows(
                    place, 0, "the state tables hold " + String.join(", ", miscounted), null);
        }
        if (last.seq() > 0 && store.row(Table.TOTAL, RowMapper.ALL).isEmpty()) {
            throw LedgerDamagedException.ofRows(place, 0, "the state tables are empty", null);
        }
        try {
            return new StateLoader(store, source).load(last.seq(), last.hash());
        } catch (IllegalArgumentException | DateTimeException e) {
            throw LedgerDamagedException.ofRows(place, 0, "a state row cannot be read: " + e.getMessage(), e);
        }
    }
}
