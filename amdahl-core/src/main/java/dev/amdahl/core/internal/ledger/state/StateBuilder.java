package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.internal.ledger.store.RowChange;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.Standing;
import dev.amdahl.core.ledger.view.TestRecord;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** A state in the making, with the rows that change on the way. Thrown away when an entry is refused. Not thread-safe. */
public final class StateBuilder {
    private final RowChanges changes = new RowChanges();
    private final Map<String, Dossier> dossiers = new LinkedHashMap<>();
    private final Map<String, Run> runs = new HashMap<>();
    private final Map<String, Snapshot.FoundIdea> ideas = new HashMap<>();
    private final Map<String, ModelCall> calls = new HashMap<>();
    private final boolean isStored;
    private Snapshot state;
    private long seq;
    private Instant at = Instant.EPOCH;
    private String head;

    /** Returns a draft that starts from a state. */
    public StateBuilder(Snapshot from) {
        this(from, true);
    }

    private StateBuilder(Snapshot from, boolean isStored) {
        this.isStored = isStored;
        state = from;
        seq = from.events();
        head = from.head();
    }

    /** Returns the same for who only reads, and stores none of the rows that change. */
    public static StateBuilder toRead(Snapshot from) {
        return new StateBuilder(from, false);
    }

    void begin(Event event, Instant time) {
        if (seq == 0) {
            note(() -> true, () -> RowMapper.of(Totals.NONE, event.seq()));
        }
        seq = event.seq();
        at = time;
        head = event.hash();
    }

    /** Place of the event now applied. */
    public long seq() {
        return seq;
    }

    /** Time of the event now applied. */
    public Instant at() {
        return at;
    }

    /** The state after all that was applied, once it is committed. */
    public Snapshot snapshot() {
        return state.at(seq, head);
    }

    /** Returns the changes since the last call, in order, several updates of one row made one. */
    public List<RowChange> drain() {
        return changes.drain();
    }

    Optional<Family> family(String name) {
        return state.family(name);
    }

    void put(Family family) {
        note(() -> family(family.name()).isEmpty(), () -> RowMapper.of(family, seq));
        state = state.with(family);
    }

    Optional<Dossier> dossier(String id) {
        return Optional.ofNullable(dossiers.get(id)).or(() -> state.dossier(id));
    }

    /** Returns where the hypotheses with this identity stand, newest last. */
    List<Standing> standings(Fingerprint fingerprint) {
        Map<String, Standing> known = new LinkedHashMap<>();
        state.standings(fingerprint).forEach(standing -> known.put(standing.id(), standing));
        for (Dossier dossier : dossiers.values()) {
            if (dossier.hypothesis().fingerprint().equals(fingerprint)) {
                known.put(dossier.id(), new Standing(dossier.id(), dossier.state()));
            }
        }
        return new ArrayList<>(known.values());
    }

    /** Stores a dossier and each of its parts that differs from what was there. */
    void put(Dossier dossier) {
        Optional<Dossier> before = dossier(dossier.id());
        note(before::isEmpty, () -> RowMapper.of(dossier, seq));
        if (isStored) {
            replace(before.flatMap(Dossier::experiment), dossier.experiment(), part -> RowMapper.of(part, seq));
            replace(before.flatMap(Dossier::verdict), dossier.verdict(), part -> RowMapper.of(part, seq));
            replace(before.flatMap(Dossier::review), dossier.review(), part -> RowMapper.of(part, seq));
            replace(
                    before.flatMap(RowMapper.Panel::of),
                    RowMapper.Panel.of(dossier),
                    panel -> RowMapper.of(panel, seq));
            replace(
                    before.flatMap(TestRecord::of),
                    TestRecord.of(dossier),
                    test -> RowMapper.of(dossier.id(), test, seq));
        }
        Totals totals = state.totals().with(before, dossier);
        if (!totals.equals(state.totals())) {
            note(() -> false, () -> RowMapper.of(totals, seq));
        }
        state = state.with(seq, before, dossier, totals);
        if (state.archive().isCommitted()) {
            dossiers.put(dossier.id(), dossier);
        }
    }

    Optional<Run> run(String key) {
        return Optional.ofNullable(runs.get(key)).or(() -> state.run(key));
    }

    boolean hasRuns(String hypothesis) {
        return !state.window(hypothesis).isEmpty();
    }

    void put(Run run) {
        String key = run.plan().key();
        note(() -> run(key).isEmpty(), () -> RowMapper.of(run, seq));
        state = state.with(seq, run);
        if (state.archive().isCommitted()) {
            runs.put(key, run);
        }
    }

    void add(Cost cost) {
        LocalDate day = Totals.day(cost);
        note(() -> true, () -> RowMapper.of(cost, seq));
        boolean isFirst = !state.totals().spentOn().containsKey(day);
        state = state.with(cost);
        note(() -> false, () -> RowMapper.of(state.totals(), seq));
        note(() -> isFirst, () -> RowMapper.of(state.totals(), day, seq));
    }

    void add(Entry.EvidenceKept kept) {
        note(() -> true, () -> RowMapper.of(kept, seq));
        state = state.with(kept);
    }

    Optional<ModelCall> call(String id) {
        return Optional.ofNullable(calls.get(id)).or(() -> state.call(id));
    }

    void put(ModelCall call) {
        note(() -> call(call.id()).isEmpty(), () -> RowMapper.of(call, seq));
        state = state.with(call);
        if (state.archive().isCommitted()) {
            calls.put(call.id(), call);
        }
    }

    Balance balance() {
        return state.balance();
    }

    void put(Balance next) {
        note(() -> balance().equals(Balance.EMPTY), () -> RowMapper.of(next, seq));
        state = state.with(state.funds().with(next));
    }

    Optional<Balance.Reservation> reservation(String key) {
        return Optional.ofNullable(state.reservations().get(key));
    }

    void put(String key, Balance.Reservation reservation) {
        note(() -> true, () -> RowMapper.of(key, reservation, seq));
        state = state.with(state.funds().with(key, reservation));
    }

    void removeReservation(String key) {
        reservation(key).ifPresent(gone -> drop(RowMapper.of(key, gone, seq)));
        state = state.with(state.funds().without(key));
    }

    /** Ideas that have not become hypotheses. */
    List<String> ideaIds() {
        return state.openIdeas().inOrder().stream().map(RowMapper::id).toList();
    }

    Optional<Snapshot.FoundIdea> idea(String id) {
        return Optional.ofNullable(ideas.get(id)).or(() -> state.idea(id));
    }

    void put(String id, Snapshot.FoundIdea idea) {
        note(() -> idea(id).isEmpty(), () -> RowMapper.of(id, idea, seq));
        state = state.with(seq, id, idea);
        if (state.archive().isCommitted()) {
            ideas.put(id, idea);
        }
    }

    Optional<String> reviewerKey(String name) {
        return Optional.ofNullable(state.reviewerKeys().get(name));
    }

    void put(Entry.ReviewerAdmitted reviewer) {
        note(() -> true, () -> RowMapper.of(reviewer, seq));
        state = state.with(reviewer);
    }

    Optional<RecipeStanding> recipe(String id) {
        return Optional.ofNullable(state.recipeById().get(id));
    }

    void put(RecipeStanding recipe) {
        note(() -> recipe(recipe.recipe().id()).isEmpty(), () -> RowMapper.of(recipe, seq));
        state = state.with(recipe);
    }

    /** The log holds this once. */
    void once(String what) {
        note(() -> true, () -> RowMapper.once(what, seq));
    }

    /** Ideas were looked for now. */
    void searched() {
        keep(state.totals().searched(at));
    }

    /** A burn-in found this. */
    void examined(HostHealth health) {
        keep(state.totals().examined(health));
    }

    /** A cluster was accepted or sent back. */
    void judged(HostHealth.ClusterVerdict verdict) {
        keep(state.totals().judged(verdict));
    }

    private void keep(Totals totals) {
        note(() -> false, () -> RowMapper.of(totals, seq));
        state = state.with(totals);
    }

    private void note(BooleanSupplier isNew, Supplier<RowDraft> row) {
        if (isStored) {
            changes.add(isNew.getAsBoolean() ? RowChange.Kind.INSERT : RowChange.Kind.UPDATE, row.get());
        }
    }

    private void drop(RowDraft row) {
        if (isStored) {
            changes.add(RowChange.Kind.DELETE, row);
        }
    }

    private <T> void replace(Optional<T> before, Optional<T> now, Function<T, RowDraft> row) {
        if (now.isPresent() && !now.equals(before)) {
            note(before::isEmpty, () -> row.apply(now.get()));
        } else if (now.isEmpty() && before.isPresent()) {
            drop(row.apply(before.get()));
        }
    }
}
