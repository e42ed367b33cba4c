package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.Row;
import dev.amdahl.core.internal.ledger.store.RowChange;
import dev.amdahl.core.internal.ledger.store.Table;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The look-up of a fingerprint among many: rows of ended hypotheses as a loop left one, put into the real table under fingerprints
 * of their own, beside H2 alone with as many rows of the same bodies under the same kind of index. Not thread-safe.
 */
final class LookupLoad {
    private static final long SEED = 4;
    private static final int BATCH = 10_000;
    private static final int WARM = 4000;
    private static final int LOOKS = 20_000;

    private final int rows;

    LookupLoad(int rows) {
        this.rows = rows;
    }

    /** Of how many seconds each, ours first; every other fingerprint is unknown. */
    double[][] measure(Path folder) throws SQLException {
        Path path = folder.resolve("lookup");
        Row model = model(path);
        try (LedgerStore store = LedgerStore.open(LedgerLocation.of(path.toString()));
                RawTable raw = new RawTable(folder.resolve("lookup-raw"))) {
            long fence = store.acquireLease("load", Instant.EPOCH, Duration.ofHours(9));
            for (int from = 0; from < rows; from += BATCH) {
                List<RowChange> batch = new ArrayList<>();
                for (int i = from; i < Math.min(rows, from + BATCH); i++) {
                    Row row = row(model, i);
                    batch.add(new RowChange(RowChange.Kind.INSERT, row));
                    raw.put(fingerprint(i), row.body());
                }
                store.commit(fence, List.of(), batch);
                raw.keep();
            }
        }
        try (Ledger ledger = Ledger.open(path.toString());
                RawTable raw = new RawTable(folder.resolve("lookup-raw"))) {
            return look(ledger.view(), raw);
        }
    }

    private double[][] look(LedgerView view, RawTable raw) throws SQLException {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] ours = new double[LOOKS];
        double[] theirs = new double[LOOKS];
        for (int i = -WARM; i < LOOKS; i++) {
            int known = random.nextInt(rows);
            Fingerprint fingerprint = fingerprint(i % 2 == 0 ? known : rows + known);
            long start = System.nanoTime();
            int found = view.standings(fingerprint).size();
            long between = System.nanoTime();
            int there = raw.find(fingerprint);
            long end = System.nanoTime();
            if (found != there || found != (i % 2 == 0 ? 1 : 0)) {
                throw new IllegalStateException(fingerprint + ": " + found + " and " + there);
            }
            if (i >= 0) {
                ours[i] = (between - start) / 1e9;
                theirs[i] = (end - between) / 1e9;
            }
        }
        return new double[][] {ours, theirs};
    }

    /** Returns the row of one that was screened out. */
    private static Row model(Path path) {
        LoadStory story = new LoadStory(SEED);
        try (Ledger ledger = Ledger.open(path.toString());
                Lease lease = ledger.acquire("load", Duration.ofHours(9))) {
            LoadStory.families().forEach(lease::commit);
            for (int i = 0; i < 3; i++) {
                lease.commit(story.next().stream().flatMap(List<Entry>::stream).toList());
            }
        }
        try (LedgerStore store = LedgerStore.open(LedgerLocation.of(path.toString()))) {
            List<Row> all = store.rows(Table.HYPOTHESIS);
            return all.get(all.size() - 1);
        }
    }

    private static Row row(Row model, int number) {
        String hex = fingerprint(number).hex();
        int place = model.keys().indexOf(model.key("fingerprint"));
        List<String> keys = new ArrayList<>(model.keys());
        String old = keys.set(place, hex);
        String id = hex.substring(0, 20);
        String body = model.body().replace(old, hex).replace(model.id(), id);
        return new Row(Table.HYPOTHESIS, id, model.ordinal(), keys, body);
    }

    /** Spread over all values, each another. */
    static Fingerprint fingerprint(int number) {
        SplittableRandom random = new SplittableRandom(number);
        return new Fingerprint(String.format(
                Locale.ROOT,
                "%016x%016x%016x%016x",
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                random.nextLong()));
    }
}
