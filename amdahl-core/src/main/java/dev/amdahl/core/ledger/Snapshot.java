package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.store.Event;
import dev.amdahl.core.roi.Balance;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.util.List;
import java.util.Optional;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;
import org.pcollections.PVector;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/** A view made of persistent collections, so that the next one shares all but what changed. Immutable. */
record Snapshot(
        long events,
        String head,
        TreePMap<String, Family> familyByName,
        HashPMap<String, Dossier> dossierById,
        PVector<String> dossierOrder,
        HashPMap<Fingerprint, PVector<String>> identities,
        HashPMap<String, Run> runByKey,
        PVector<String> runOrder,
        HashPMap<String, PVector<String>> runsByHypothesis,
        PVector<Cost> costs,
        Balance balance,
        HashPMap<String, Balance.Reservation> reservations,
        TreePMap<String, FoundIdea> ideaById,
        PVector<String> ideaOrder,
        TreePMap<String, String> reviewerKeys)
        implements LedgerView {

    static final Snapshot EMPTY = new Snapshot(
            0,
            Event.GENESIS,
            TreePMap.empty(),
            HashTreePMap.empty(),
            TreePVector.empty(),
            HashTreePMap.empty(),
            HashTreePMap.empty(),
            TreePVector.empty(),
            HashTreePMap.empty(),
            TreePVector.empty(),
            Balance.EMPTY,
            HashTreePMap.empty(),
            TreePMap.empty(),
            TreePVector.empty(),
            TreePMap.empty());

    @Override
    public List<Family> families() {
        return List.copyOf(familyByName.values());
    }

    @Override
    public Optional<Family> family(String name) {
        return Optional.ofNullable(familyByName.get(name));
    }

    @Override
    public List<Dossier> dossiers() {
        return dossierOrder.stream().map(dossierById::get).toList();
    }

    @Override
    public Optional<Dossier> dossier(String id) {
        return Optional.ofNullable(dossierById.get(id));
    }

    @Override
    public List<Dossier> byFingerprint(Fingerprint fingerprint) {
        return identities.getOrDefault(fingerprint, TreePVector.empty()).stream()
                .map(dossierById::get)
                .toList();
    }

    @Override
    public List<Run> runs() {
        return runOrder.stream().map(runByKey::get).toList();
    }

    @Override
    public Optional<Run> run(String key) {
        return Optional.ofNullable(runByKey.get(key));
    }

    @Override
    public List<Run> runsOf(String hypothesis) {
        return runsByHypothesis.getOrDefault(hypothesis, TreePVector.empty()).stream()
                .map(runByKey::get)
                .toList();
    }

    @Override
    public List<Entry.IdeaFound> ideas() {
        return ideaOrder.stream()
                .map(ideaById::get)
                .filter(idea -> !idea.isUsed())
                .map(FoundIdea::found)
                .toList();
    }

    /** An idea of the dream phase, and whether it has become a hypothesis. */
    record FoundIdea(Entry.IdeaFound found, boolean isUsed) {}
}
