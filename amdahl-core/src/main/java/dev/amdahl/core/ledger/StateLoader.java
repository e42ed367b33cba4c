package dev.amdahl.core.ledger;

import dev.amdahl.core.ledger.store.Row;
import dev.amdahl.core.ledger.store.Table;
import dev.amdahl.core.roi.Balance;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;
import org.pcollections.PVector;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/** Reads a snapshot back from the state tables. */
final class StateLoader {
    private final Function<Table, List<Row>> tables;

    StateLoader(Function<Table, List<Row>> tables) {
        this.tables = tables;
    }

    /**
     * @throws IllegalArgumentException if a row cannot be read
     */
    Snapshot load(long events, String head) {
        Map<String, Dossier> dossiers = dossiers();
        Map<String, Run> runs = runs();
        Map<String, Snapshot.FoundIdea> ideas = byId(Table.IDEA, Snapshot.FoundIdea.class);
        return new Snapshot(
                events,
                head,
                TreePMap.from(byId(Table.FAMILY, Family.class)),
                HashTreePMap.from(dossiers),
                TreePVector.from(dossiers.keySet()),
                grouped(dossiers, (Dossier dossier) -> dossier.hypothesis().fingerprint()),
                HashTreePMap.from(runs),
                TreePVector.from(runs.keySet()),
                grouped(runs, run -> run.plan().hypothesis()),
                TreePVector.from(costs()),
                byId(Table.BALANCE, Balance.class).values().stream().findFirst().orElse(Balance.EMPTY),
                HashTreePMap.from(byId(Table.RESERVATION, Balance.Reservation.class)),
                TreePMap.from(ideas),
                TreePVector.from(ideas.keySet()),
                TreePMap.from(reviewers()));
    }

    private Map<String, Dossier> dossiers() {
        Map<String, Experiment> experiments = byId(Table.EXPERIMENT, Experiment.class);
        Map<String, Verdict> verdicts = byId(Table.VERDICT, Verdict.class);
        Map<String, Review> reviews = byId(Table.REVIEW, Review.class);
        Map<String, List<Vote>> votes = votes();
        Map<String, Dossier> dossiers = new LinkedHashMap<>();
        byId(Table.HYPOTHESIS, Rows.Claim.class)
                .forEach((id, claim) -> dossiers.put(
                        id,
                        new Dossier(
                                claim.hypothesis(),
                                claim.state(),
                                claim.reason(),
                                claim.proposedAt(),
                                claim.movedAt(),
                                claim.screening(),
                                Optional.ofNullable(experiments.get(id)),
                                claim.comparison(),
                                votes.getOrDefault(id, List.of()),
                                Optional.ofNullable(verdicts.get(id)),
                                claim.evidenceHead(),
                                Optional.ofNullable(reviews.get(id)),
                                claim.designedAtEvent(),
                                claim.decidedAtEvent(),
                                claim.reopens())));
        return dossiers;
    }

    /** A later round may have added votes: place counts, not age. */
    private Map<String, List<Vote>> votes() {
        Map<String, TreeMap<String, Vote>> byPlace = new HashMap<>();
        for (Row row : tables.apply(Table.VOTE)) {
            byPlace.computeIfAbsent(row.keys().get(0), hypothesis -> new TreeMap<>())
                    .put(row.id(), EntryCodec.read(row.body(), Vote.class));
        }
        return byPlace.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> List.copyOf(entry.getValue().values())));
    }

    private Map<String, Run> runs() {
        Map<String, RunResult> results = byId(Table.SAMPLE, RunResult.class);
        Map<String, Run> runs = new LinkedHashMap<>();
        byId(Table.TRIAL, Rows.Submission.class)
                .forEach((key, submission) -> runs.put(
                        key,
                        new Run(
                                submission.plan(),
                                submission.state(),
                                submission.worker(),
                                Optional.ofNullable(results.get(key)),
                                submission.note(),
                                submission.intendedAt())));
        return runs;
    }

    private Collection<Cost> costs() {
        return new ArrayList<>(byId(Table.COST, Cost.class).values());
    }

    private Map<String, String> reviewers() {
        return byId(Table.REVIEWER, Entry.ReviewerAdmitted.class).values().stream()
                .collect(Collectors.toMap(Entry.ReviewerAdmitted::name, Entry.ReviewerAdmitted::publicKey));
    }

    private <T> Map<String, T> byId(Table table, Class<T> type) {
        Map<String, T> parts = new LinkedHashMap<>();
        for (Row row : tables.apply(table)) {
            parts.put(row.id(), EntryCodec.read(row.body(), type));
        }
        return parts;
    }

    private static <K, T> HashPMap<K, PVector<String>> grouped(Map<String, T> parts, Function<T, K> key) {
        Map<K, List<String>> groups = new HashMap<>();
        parts.forEach((id, part) -> groups.computeIfAbsent(key.apply(part), group -> new ArrayList<>())
                .add(id));
        HashPMap<K, PVector<String>> grouped = HashTreePMap.empty();
        for (Map.Entry<K, List<String>> group : groups.entrySet()) {
            grouped = grouped.plus(group.getKey(), TreePVector.from(group.getValue()));
        }
        return grouped;
    }
}
