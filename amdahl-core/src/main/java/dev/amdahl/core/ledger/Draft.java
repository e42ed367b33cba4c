package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.store.Event;
import dev.amdahl.core.ledger.store.Row;
import dev.amdahl.core.ledger.store.RowChange;
import dev.amdahl.core.roi.Balance;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.pcollections.HashPMap;
import org.pcollections.PVector;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/** A state in the making, with the rows that change on the way. Thrown away when an entry is refused. Not thread-safe. */
final class Draft {
    private final RowChanges changes = new RowChanges();
    private long seq;
    private Instant at = Instant.EPOCH;
    private String head;
    private TreePMap<String, Family> families;
    private HashPMap<String, Dossier> dossiers;
    private PVector<String> dossierOrder;
    private HashPMap<Fingerprint, PVector<String>> identities;
    private HashPMap<String, Run> runs;
    private PVector<String> runOrder;
    private HashPMap<String, PVector<String>> runsByHypothesis;
    private PVector<Cost> costs;
    private Balance balance;
    private HashPMap<String, Balance.Reservation> reservations;
    private TreePMap<String, Snapshot.FoundIdea> ideas;
    private PVector<String> ideaOrder;
    private TreePMap<String, String> reviewerKeys;

    Draft(Snapshot from) {
        seq = from.events();
        head = from.head();
        families = from.familyByName();
        dossiers = from.dossierById();
        dossierOrder = from.dossierOrder();
        identities = from.identities();
        runs = from.runByKey();
        runOrder = from.runOrder();
        runsByHypothesis = from.runsByHypothesis();
        costs = from.costs();
        balance = from.balance();
        reservations = from.reservations();
        ideas = from.ideaById();
        ideaOrder = from.ideaOrder();
        reviewerKeys = from.reviewerKeys();
    }

    void begin(Event event) {
        seq = event.seq();
        at = Instant.parse(event.at());
        head = event.hash();
    }

    /** Place of the event now applied. */
    long seq() {
        return seq;
    }

    /** Time of the event now applied. */
    Instant at() {
        return at;
    }

    Snapshot snapshot() {
        return new Snapshot(
                seq,
                head,
                families,
                dossiers,
                dossierOrder,
                identities,
                runs,
                runOrder,
                runsByHypothesis,
                costs,
                balance,
                reservations,
                ideas,
                ideaOrder,
                reviewerKeys);
    }

    /** The changes since the last call, in order, several updates of one row made one. */
    List<RowChange> drain() {
        return changes.drain();
    }

    Optional<Family> family(String name) {
        return Optional.ofNullable(families.get(name));
    }

    void put(Family family) {
        note(!families.containsKey(family.name()), Rows.of(family, seq));
        families = families.plus(family.name(), family);
    }

    Optional<Dossier> dossier(String id) {
        return Optional.ofNullable(dossiers.get(id));
    }

    List<Dossier> byFingerprint(Fingerprint fingerprint) {
        return identities.getOrDefault(fingerprint, TreePVector.empty()).stream()
                .flatMap(id -> dossier(id).stream())
                .toList();
    }

    /** Stores a dossier and each of its parts that differs from what was there. */
    void put(Dossier dossier) {
        String id = dossier.id();
        Optional<Dossier> before = dossier(id);
        note(before.isEmpty(), Rows.of(dossier, seq));
        replace(before.flatMap(Dossier::experiment), dossier.experiment(), part -> Rows.of(part, seq));
        replace(before.flatMap(Dossier::verdict), dossier.verdict(), part -> Rows.of(part, seq));
        replace(before.flatMap(Dossier::review), dossier.review(), part -> Rows.of(part, seq));
        putVotes(id, before.map(Dossier::votes).orElse(List.of()), dossier.votes());
        if (before.isEmpty()) {
            Fingerprint fingerprint = dossier.hypothesis().fingerprint();
            dossierOrder = dossierOrder.plus(id);
            identities = identities.plus(
                    fingerprint,
                    identities.getOrDefault(fingerprint, TreePVector.empty()).plus(id));
        }
        dossiers = dossiers.plus(id, dossier);
    }

    private void putVotes(String id, List<Vote> before, List<Vote> now) {
        for (int i = 0; i < Math.max(before.size(), now.size()); i++) {
            int place = i;
            replace(at(before, i), at(now, i), vote -> Rows.of(id, place, vote, seq));
        }
    }

    private static Optional<Vote> at(List<Vote> votes, int place) {
        return place < votes.size() ? Optional.of(votes.get(place)) : Optional.empty();
    }

    Optional<Run> run(String key) {
        return Optional.ofNullable(runs.get(key));
    }

    boolean hasRuns(String hypothesis) {
        return runsByHypothesis.containsKey(hypothesis);
    }

    void put(Run run) {
        String key = run.plan().key();
        Optional<Run> before = run(key);
        note(before.isEmpty(), Rows.of(run, seq));
        replace(before.flatMap(Run::result), run.result(), result -> Rows.of(key, result, seq));
        if (before.isEmpty()) {
            String hypothesis = run.plan().hypothesis();
            runOrder = runOrder.plus(key);
            runsByHypothesis = runsByHypothesis.plus(
                    hypothesis,
                    runsByHypothesis
                            .getOrDefault(hypothesis, TreePVector.empty())
                            .plus(key));
        }
        runs = runs.plus(key, run);
    }

    void add(Cost cost) {
        note(true, Rows.of(cost, seq));
        costs = costs.plus(cost);
    }

    Balance balance() {
        return balance;
    }

    void put(Balance next) {
        note(balance.equals(Balance.EMPTY), Rows.of(next, seq));
        balance = next;
    }

    Optional<Balance.Reservation> reservation(String key) {
        return Optional.ofNullable(reservations.get(key));
    }

    void put(String key, Balance.Reservation reservation) {
        note(true, Rows.of(key, reservation, seq));
        reservations = reservations.plus(key, reservation);
    }

    void removeReservation(String key) {
        reservation(key).ifPresent(gone -> changes.add(new RowChange(RowChange.Kind.DELETE, Rows.of(key, gone, seq))));
        reservations = reservations.minus(key);
    }

    Iterable<String> ideaIds() {
        return ideaOrder;
    }

    Optional<Snapshot.FoundIdea> idea(String id) {
        return Optional.ofNullable(ideas.get(id));
    }

    void put(String id, Snapshot.FoundIdea idea) {
        boolean isNew = !ideas.containsKey(id);
        note(isNew, Rows.of(id, idea, seq));
        ideaOrder = isNew ? ideaOrder.plus(id) : ideaOrder;
        ideas = ideas.plus(id, idea);
    }

    Optional<String> reviewerKey(String name) {
        return Optional.ofNullable(reviewerKeys.get(name));
    }

    void put(Entry.ReviewerAdmitted reviewer) {
        note(true, Rows.of(reviewer, seq));
        reviewerKeys = reviewerKeys.plus(reviewer.name(), reviewer.publicKey());
    }

    private void note(boolean isNew, Row row) {
        changes.add(new RowChange(isNew ? RowChange.Kind.INSERT : RowChange.Kind.UPDATE, row));
    }

    private <T> void replace(Optional<T> before, Optional<T> now, Function<T, Row> row) {
        if (now.isPresent() && !now.equals(before)) {
            note(before.isEmpty(), row.apply(now.get()));
        } else if (now.isEmpty() && before.isPresent()) {
            changes.add(new RowChange(RowChange.Kind.DELETE, row.apply(before.get())));
        }
    }
}
