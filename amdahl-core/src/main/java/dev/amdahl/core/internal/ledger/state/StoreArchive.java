package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.Row;
import dev.amdahl.core.internal.ledger.store.Table;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.Standing;
import dev.amdahl.core.ledger.view.TestRecord;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.pcollections.TreePMap;

/** An archive that reads the state tables through their indexes, a few rows at a time, and keeps nothing. Thread-safe as its store is. */
final class StoreArchive implements Archive {
    private final Supplier<LedgerStore> store;

    StoreArchive(Supplier<LedgerStore> store) {
        this.store = store;
    }

    private Dossier dossier(Row row) {
        return new DossierAssembler(store.get()).dossier(row);
    }

    private Run run(Row row) {
        return read(row, Run.class);
    }

    private <T> T read(Row row, Class<T> type) {
        return new DossierAssembler(store.get()).read(row, type);
    }

    @Override
    public Optional<Dossier> dossier(String id, long asOf) {
        return store.get()
                .row(Table.HYPOTHESIS, id)
                .filter(row -> row.ordinal() <= asOf)
                .map(this::dossier);
    }

    @Override
    public List<Standing> standings(Fingerprint fingerprint, long asOf) {
        return store.get().rows(Table.HYPOTHESIS, "fingerprint", fingerprint.hex()).stream()
                .filter(row -> row.ordinal() <= asOf)
                .map(row -> new Standing(row.id(), HypothesisState.valueOf(row.key("state"))))
                .toList();
    }

    @Override
    public List<Dossier> byFingerprint(Fingerprint fingerprint, long asOf) {
        return all(store.get().rows(Table.HYPOTHESIS, "fingerprint", fingerprint.hex()), asOf, this::dossier);
    }

    @Override
    public List<Dossier> bySource(String family, String source, long asOf) {
        return all(store.get().rows(Table.HYPOTHESIS, "source", RowMapper.source(family, source)), asOf, this::dossier);
    }

    @Override
    public List<Dossier> recent(String family, int most, long asOf) {
        return all(store.get().newestRows(Table.HYPOTHESIS, "family", family, most), asOf, this::dossier);
    }

    @Override
    public Optional<Run> run(String key, long asOf) {
        return store.get()
                .row(Table.TRIAL, key)
                .filter(row -> row.ordinal() <= asOf)
                .map(this::run);
    }

    @Override
    public TreePMap<Long, Run> runsOf(String hypothesis, long asOf) {
        return byBirth(store.get().rows(Table.TRIAL, "hypothesis", hypothesis), asOf, this::run);
    }

    @Override
    public TreePMap<Long, Run> recentRuns(String family, int most, long asOf) {
        return byBirth(store.get().newestRows(Table.TRIAL, "family", family, most), asOf, this::run);
    }

    @Override
    public TreePMap<Long, Run> measurements(String family, int most, long asOf) {
        return byBirth(store.get().newestRows(Table.TRIAL, "measures", family, most), asOf, this::run);
    }

    @Override
    public TreePMap<Long, TestRecord> tests(long asOf) {
        TreePMap<Long, TestRecord> tests = TreePMap.empty();
        for (Row row : store.get().rows(Table.TEST)) {
            TestRecord test = read(row, TestRecord.class);
            if (row.ordinal() <= asOf) {
                tests = tests.plus(test.designedAtEvent(), test);
            }
        }
        return tests;
    }

    @Override
    public Optional<Snapshot.FoundIdea> idea(String id, long asOf) {
        return store.get()
                .row(Table.IDEA, id)
                .filter(row -> row.ordinal() <= asOf)
                .map(row -> read(row, Snapshot.FoundIdea.class));
    }

    @Override
    public List<Dossier> dossiers(long asOf) {
        return all(store.get().rows(Table.HYPOTHESIS), asOf, this::dossier);
    }

    @Override
    public List<Run> runs(long asOf) {
        return every(Table.TRIAL, asOf, this::run);
    }

    @Override
    public List<Cost> costs(long asOf) {
        return every(Table.COST, asOf, row -> read(row, Cost.class));
    }

    @Override
    public List<Entry.EvidenceKept> keptOf(String key, long asOf) {
        return all(store.get().rows(Table.EVIDENCE, "trial", key), asOf, row -> read(row, Entry.EvidenceKept.class));
    }

    @Override
    public boolean isKept(String digest) {
        return !store.get().newestRows(Table.EVIDENCE, "digest", digest, 1).isEmpty();
    }

    @Override
    public Optional<ModelCall> call(String id, long asOf) {
        return store.get()
                .row(Table.MODEL_CALL, id)
                .filter(row -> row.ordinal() <= asOf)
                .map(this::call);
    }

    @Override
    public List<ModelCall> calls(long asOf) {
        return every(Table.MODEL_CALL, asOf, this::call);
    }

    @Override
    public List<ModelCall> callsOf(String question, long asOf) {
        return all(store.get().rows(Table.MODEL_CALL, "question", question), asOf, this::call);
    }

    @Override
    public List<ModelCall> callsAbout(String about, long asOf) {
        return all(store.get().rows(Table.MODEL_CALL, "about", about), asOf, this::call);
    }

    private ModelCall call(Row row) {
        return read(row, ModelCall.class);
    }

    private <T> List<T> every(Table table, long asOf, Function<Row, T> part) {
        List<T> all = new ArrayList<>();
        store.get().forEachRow(table, row -> {
            if (row.ordinal() <= asOf) {
                all.add(part.apply(row));
            }
        });
        return all;
    }

    private static <T> List<T> all(List<Row> rows, long asOf, Function<Row, T> part) {
        return rows.stream().filter(row -> row.ordinal() <= asOf).map(part).toList();
    }

    private static <T> TreePMap<Long, T> byBirth(List<Row> rows, long asOf, Function<Row, T> part) {
        TreePMap<Long, T> all = TreePMap.empty();
        for (Row row : rows) {
            if (row.ordinal() <= asOf) {
                all = all.plus(row.ordinal(), part.apply(row));
            }
        }
        return all;
    }
}
