package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.Standing;
import dev.amdahl.core.ledger.view.TestRecord;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;
import org.pcollections.PVector;
import org.pcollections.TreePMap;
import org.pcollections.TreePVector;

/** An archive in persistent collections, for ledgers in memory and for projections of an event file. */
record MemoryArchive(
        InsertionOrderedMap<Dossier> all,
        HashPMap<Fingerprint, PVector<String>> identities,
        InsertionOrderedMap<Run> submissions,
        HashPMap<String, TreePMap<Long, Run>> byHypothesis,
        HashPMap<String, TreePMap<Long, Run>> measured,
        PVector<Cost> bookings,
        HashPMap<String, Snapshot.FoundIdea> ideas,
        PVector<Entry.EvidenceKept> kept,
        InsertionOrderedMap<ModelCall> called)
        implements Archive {
    static final MemoryArchive EMPTY = new MemoryArchive(
            InsertionOrderedMap.empty(),
            HashTreePMap.empty(),
            InsertionOrderedMap.empty(),
            HashTreePMap.empty(),
            HashTreePMap.empty(),
            TreePVector.empty(),
            HashTreePMap.empty(),
            TreePVector.empty(),
            InsertionOrderedMap.empty());

    @Override
    public Optional<Dossier> dossier(String id, long asOf) {
        return all.get(id);
    }

    @Override
    public List<Standing> standings(Fingerprint fingerprint, long asOf) {
        return byFingerprint(fingerprint, asOf).stream()
                .map(dossier -> new Standing(dossier.id(), dossier.state()))
                .toList();
    }

    @Override
    public List<Dossier> byFingerprint(Fingerprint fingerprint, long asOf) {
        return identities.getOrDefault(fingerprint, TreePVector.empty()).stream()
                .flatMap(id -> all.get(id).stream())
                .toList();
    }

    @Override
    public List<Dossier> bySource(String family, String source, long asOf) {
        return of(family)
                .filter(dossier -> dossier.hypothesis().provenance().source().equals(source))
                .toList();
    }

    @Override
    public List<Dossier> recent(String family, int most, long asOf) {
        List<Dossier> dossiers = of(family).toList();
        return dossiers.subList(Math.max(0, dossiers.size() - most), dossiers.size());
    }

    private Stream<Dossier> of(String family) {
        return all.byBirth().values().stream()
                .filter(dossier -> dossier.hypothesis().family().equals(family));
    }

    @Override
    public Optional<Run> run(String key, long asOf) {
        return submissions.get(key);
    }

    @Override
    public TreePMap<Long, Run> runsOf(String hypothesis, long asOf) {
        return byHypothesis.getOrDefault(hypothesis, TreePMap.empty());
    }

    @Override
    public TreePMap<Long, Run> recentRuns(String family, int most, long asOf) {
        return newest(most, submissions.byBirth(), run -> run.plan().family().equals(family));
    }

    @Override
    public TreePMap<Long, Run> measurements(String family, int most, long asOf) {
        return newest(most, measured.getOrDefault(family, TreePMap.empty()), run -> true);
    }

    private static TreePMap<Long, Run> newest(int most, TreePMap<Long, Run> runs, Predicate<Run> wanted) {
        TreePMap<Long, Run> found = TreePMap.empty();
        for (var run : runs.descendingMap().entrySet()) {
            if (found.size() == most) {
                break;
            }
            if (wanted.test(run.getValue())) {
                found = found.plus(run.getKey(), run.getValue());
            }
        }
        return found;
    }

    @Override
    public TreePMap<Long, TestRecord> tests(long asOf) {
        TreePMap<Long, TestRecord> tests = TreePMap.empty();
        for (Dossier dossier : all.byBirth().values()) {
            Optional<TestRecord> test = TestRecord.of(dossier);
            if (test.isPresent()) {
                tests = tests.plus(test.get().designedAtEvent(), test.get());
            }
        }
        return tests;
    }

    @Override
    public Optional<Snapshot.FoundIdea> idea(String id, long asOf) {
        return Optional.ofNullable(ideas.get(id));
    }

    @Override
    public List<Dossier> dossiers(long asOf) {
        return all.inOrder();
    }

    @Override
    public List<Run> runs(long asOf) {
        return submissions.inOrder();
    }

    @Override
    public List<Cost> costs(long asOf) {
        return bookings;
    }

    @Override
    public List<Entry.EvidenceKept> keptOf(String key, long asOf) {
        return kept.stream().filter(file -> file.key().equals(key)).toList();
    }

    @Override
    public boolean isKept(String digest) {
        return kept.stream().anyMatch(file -> file.digest().equals(digest));
    }

    @Override
    public Optional<ModelCall> call(String id, long asOf) {
        return called.get(id);
    }

    @Override
    public List<ModelCall> calls(long asOf) {
        return called.inOrder();
    }

    @Override
    public List<ModelCall> callsOf(String question, long asOf) {
        return called.byBirth().values().stream()
                .filter(call -> call.question().equals(question))
                .toList();
    }

    @Override
    public List<ModelCall> callsAbout(String about, long asOf) {
        return called.byBirth().values().stream()
                .filter(call -> call.about().equals(about))
                .toList();
    }

    @Override
    public boolean isCommitted() {
        return false;
    }

    @Override
    public MemoryArchive with(long birth, Dossier dossier) {
        return new MemoryArchive(
                all.with(dossier.id(), birth, dossier),
                all.holds(dossier.id()) ? identities : identified(dossier),
                submissions,
                byHypothesis,
                measured,
                bookings,
                ideas,
                kept,
                called);
    }

    private HashPMap<Fingerprint, PVector<String>> identified(Dossier dossier) {
        Fingerprint fingerprint = dossier.hypothesis().fingerprint();
        PVector<String> same = identities.getOrDefault(fingerprint, TreePVector.empty());
        return identities.plus(fingerprint, same.plus(dossier.id()));
    }

    @Override
    public MemoryArchive with(long birth, Run run) {
        RunPlan plan = run.plan();
        long first = submissions.birth(plan.key()).orElse(birth);
        return new MemoryArchive(
                all,
                identities,
                submissions.with(plan.key(), first, run),
                added(byHypothesis, plan.hypothesis(), first, run),
                plan.purpose().isOfExperiment() ? measured : added(measured, plan.family(), first, run),
                bookings,
                ideas,
                kept,
                called);
    }

    private static HashPMap<String, TreePMap<Long, Run>> added(
            HashPMap<String, TreePMap<Long, Run>> all, String name, long birth, Run run) {
        return all.plus(name, all.getOrDefault(name, TreePMap.empty()).plus(birth, run));
    }

    @Override
    public MemoryArchive with(Cost cost) {
        return new MemoryArchive(
                all, identities, submissions, byHypothesis, measured, bookings.plus(cost), ideas, kept, called);
    }

    @Override
    public MemoryArchive with(String id, Snapshot.FoundIdea idea) {
        return new MemoryArchive(
                all, identities, submissions, byHypothesis, measured, bookings, ideas.plus(id, idea), kept, called);
    }

    @Override
    public MemoryArchive with(Entry.EvidenceKept file) {
        return new MemoryArchive(
                all, identities, submissions, byHypothesis, measured, bookings, ideas, kept.plus(file), called);
    }

    @Override
    public MemoryArchive with(ModelCall call) {
        long birth = called.byBirth().isEmpty() ? 1 : called.byBirth().lastKey() + 1;
        return new MemoryArchive(
                all,
                identities,
                submissions,
                byHypothesis,
                measured,
                bookings,
                ideas,
                kept,
                called.with(call.id(), birth, call));
    }
}
