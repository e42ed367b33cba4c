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
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pcollections.TreePMap;

/**
 * An archive for one who reads events through once: what there is most of, runs and bookings, in collections that change in place, the rest as
 * in memory. Earlier snapshots show what later ones do. Safe for several threads once nothing is added any more.
 */
final class GrowingArchive implements Archive {
    private MemoryArchive rest = MemoryArchive.EMPTY;
    /** By key, in order of birth. */
    private final Map<String, Born> submissions = new LinkedHashMap<>();

    private final Map<String, List<Born>> byHypothesis = new HashMap<>();
    private final Map<String, List<Born>> byFamily = new HashMap<>();
    private final Map<String, List<Born>> measured = new HashMap<>();
    private final List<Cost> bookings = new ArrayList<>();

    /** A run as it is now, and the event that made it. */
    private static final class Born {
        private final long birth;
        private Run run;

        private Born(long birth, Run run) {
            this.birth = birth;
            this.run = run;
        }
    }

    private static TreePMap<Long, Run> tree(List<Born> runs) {
        TreePMap<Long, Run> tree = TreePMap.empty();
        for (Born each : runs) {
            tree = tree.plus(each.birth, each.run);
        }
        return tree;
    }

    private static TreePMap<Long, Run> newest(int most, List<Born> runs) {
        return tree(runs.subList(Math.max(0, runs.size() - most), runs.size()));
    }

    @Override
    public Archive with(long birth, Run run) {
        RunPlan plan = run.plan();
        Born known = submissions.get(plan.key());
        if (known != null) {
            known.run = run;
            return this;
        }
        Born born = new Born(birth, run);
        submissions.put(plan.key(), born);
        byHypothesis
                .computeIfAbsent(plan.hypothesis(), first -> new ArrayList<>())
                .add(born);
        byFamily.computeIfAbsent(plan.family(), first -> new ArrayList<>()).add(born);
        if (!plan.purpose().isOfExperiment()) {
            measured.computeIfAbsent(plan.family(), first -> new ArrayList<>()).add(born);
        }
        return this;
    }

    @Override
    public Archive with(Cost cost) {
        bookings.add(cost);
        return this;
    }

    @Override
    public Optional<Run> run(String key, long asOf) {
        return Optional.ofNullable(submissions.get(key)).map(born -> born.run);
    }

    @Override
    public TreePMap<Long, Run> runsOf(String hypothesis, long asOf) {
        return tree(byHypothesis.getOrDefault(hypothesis, List.of()));
    }

    @Override
    public TreePMap<Long, Run> recentRuns(String family, int most, long asOf) {
        return newest(most, byFamily.getOrDefault(family, List.of()));
    }

    @Override
    public TreePMap<Long, Run> measurements(String family, int most, long asOf) {
        return newest(most, measured.getOrDefault(family, List.of()));
    }

    @Override
    public List<Run> runs(long asOf) {
        return submissions.values().stream().map(born -> born.run).toList();
    }

    @Override
    public List<Cost> costs(long asOf) {
        return Collections.unmodifiableList(bookings);
    }

    @Override
    public boolean isCommitted() {
        return false;
    }

    @Override
    public Archive with(long birth, Dossier dossier) {
        rest = rest.with(birth, dossier);
        return this;
    }

    @Override
    public Archive with(Entry.EvidenceKept kept) {
        rest = rest.with(kept);
        return this;
    }

    @Override
    public Archive with(ModelCall call) {
        rest = rest.with(call);
        return this;
    }

    @Override
    public Archive with(String id, Snapshot.FoundIdea idea) {
        rest = rest.with(id, idea);
        return this;
    }

    @Override
    public Optional<Dossier> dossier(String id, long asOf) {
        return rest.dossier(id, asOf);
    }

    @Override
    public List<Standing> standings(Fingerprint fingerprint, long asOf) {
        return rest.standings(fingerprint, asOf);
    }

    @Override
    public List<Dossier> byFingerprint(Fingerprint fingerprint, long asOf) {
        return rest.byFingerprint(fingerprint, asOf);
    }

    @Override
    public List<Dossier> bySource(String family, String source, long asOf) {
        return rest.bySource(family, source, asOf);
    }

    @Override
    public List<Dossier> recent(String family, int most, long asOf) {
        return rest.recent(family, most, asOf);
    }

    @Override
    public TreePMap<Long, TestRecord> tests(long asOf) {
        return rest.tests(asOf);
    }

    @Override
    public Optional<Snapshot.FoundIdea> idea(String id, long asOf) {
        return rest.idea(id, asOf);
    }

    @Override
    public List<Dossier> dossiers(long asOf) {
        return rest.dossiers(asOf);
    }

    @Override
    public List<Entry.EvidenceKept> keptOf(String key, long asOf) {
        return rest.keptOf(key, asOf);
    }

    @Override
    public boolean isKept(String digest) {
        return rest.isKept(digest);
    }

    @Override
    public Optional<ModelCall> call(String id, long asOf) {
        return rest.call(id, asOf);
    }

    @Override
    public List<ModelCall> calls(long asOf) {
        return rest.calls(asOf);
    }

    @Override
    public List<ModelCall> callsOf(String question, long asOf) {
        return rest.callsOf(question, asOf);
    }

    @Override
    public List<ModelCall> callsAbout(String about, long asOf) {
        return rest.callsAbout(about, asOf);
    }
}
