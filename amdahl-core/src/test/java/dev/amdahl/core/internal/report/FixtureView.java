package dev.amdahl.core.internal.report;

import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A ledger that says what a test wants. */
public record FixtureView(
        List<Family> families, List<Dossier> dossiers, List<Run> runs, List<Cost> costs, List<Entry.IdeaFound> ideas)
        implements LedgerView {
    public static final FixtureView EMPTY = new FixtureView(List.of(), List.of(), List.of(), List.of(), List.of());

    public FixtureView with(List<Dossier> other) {
        return new FixtureView(families, other, runs, costs, ideas);
    }

    @Override
    public long events() {
        return 412;
    }

    @Override
    public String head() {
        return "0".repeat(64);
    }

    @Override
    public Optional<Family> family(String name) {
        return families.stream().filter(family -> family.name().equals(name)).findFirst();
    }

    @Override
    public Optional<Dossier> dossier(String id) {
        return dossiers.stream().filter(dossier -> dossier.id().equals(id)).findFirst();
    }

    @Override
    public List<Dossier> byFingerprint(Fingerprint fingerprint) {
        return dossiers.stream()
                .filter(dossier -> dossier.hypothesis().fingerprint().equals(fingerprint))
                .toList();
    }

    @Override
    public Optional<Run> run(String key) {
        return runs.stream().filter(run -> run.plan().key().equals(key)).findFirst();
    }

    @Override
    public List<Entry.EvidenceKept> keptOf(String key) {
        return List.of();
    }

    @Override
    public boolean isKept(String digest) {
        return false;
    }

    @Override
    public List<Run> runsOf(String hypothesis) {
        return runs.stream()
                .filter(run -> run.plan().hypothesis().equals(hypothesis))
                .toList();
    }

    @Override
    public Balance balance() {
        return Balance.EMPTY;
    }

    @Override
    public Map<String, Balance.Reservation> reservations() {
        return Map.of();
    }

    @Override
    public Map<String, String> reviewerKeys() {
        return Map.of();
    }
}
