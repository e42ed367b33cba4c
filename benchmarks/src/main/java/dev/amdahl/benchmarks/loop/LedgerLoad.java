package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a ledger bears its size. For each size, a ledger of that many events is written through the public API in the mix of a real
 * loop, and then measured: size of the file, opening (which checks the tail and finds what is in flight), an idle cycle, a cycle with
 * 1,000 trials in flight, a durable commit and the look-up of a fingerprint; the last two beside H2 alone, interleaved in this process,
 * and at the end idle cycles of the smallest beside those of the largest ledger.
 *
 * <p>Arguments: a folder on the disk to measure; the sizes in events, with commas; {@code cycle} to commit as a loop does, one
 * step at a time, or {@code bulk} for thousands of events in each commit, which fills a large ledger sooner. A size {@code look1000000} measures
 * the look-up of a fingerprint among that many hypotheses instead. The files are deleted at the end.
 */
public final class LedgerLoad {
    private static final int IN_FLIGHT = 1000;
    private static final int BATCH = 5000;
    private static final int ROUNDS = 15;
    private static final long SEED = 4;

    private final Path folder;
    private final boolean inBulk;

    LedgerLoad(Path folder, boolean inBulk) {
        this.folder = folder;
        this.inBulk = inBulk;
    }

    public static void main(String[] arguments) throws IOException, SQLException {
        Path parent = Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target"));
        String sizes = arguments.length > 1 ? arguments[1] : "1000,100000";
        boolean inBulk = arguments.length > 2 && arguments[2].equals("bulk");
        Path folder = Files.createTempDirectory(parent, "ledger-load");
        LedgerLoad load = new LedgerLoad(folder, inBulk);
        List<Path> filled = new ArrayList<>();
        try {
            for (String size : sizes.split(",", -1)) {
                if (size.startsWith("look")) {
                    look(folder, Integer.parseInt(size.substring(4)));
                } else {
                    filled.add(load.measure(Long.parseLong(size)));
                }
            }
            if (filled.size() > 1) {
                load.flatness(filled.get(0), filled.get(filled.size() - 1));
            }
        } finally {
            delete(folder);
        }
    }

    private Path measure(long events) throws IOException, SQLException {
        Path path = folder.resolve("ledger-" + events);
        long start = System.nanoTime();
        LoadStory story = fill(path, events);
        say("%,d events, committed by %s, in %.0f s", events, inBulk ? "thousands" : "step", since(start) / 1e9);
        say("  file %.0f MB, event file %.0f MB", megabytes(path, ".mv.db"), megabytes(path, ".events.jsonl"));
        opening(path);
        say("  file %.0f MB after the first opening", megabytes(path, ".mv.db"));
        try (Ledger ledger = Ledger.open(path.toString())) {
            cycles(ledger, "idle cycle");
        }
        try (Ledger ledger = Ledger.open(path.toString());
                Lease lease = ledger.acquire("load", Duration.ofHours(9))) {
            for (int i = 0; i < IN_FLIGHT; i++) {
                lease.commit(story.inFlight().stream().flatMap(List::stream).toList());
            }
        }
        try (Ledger ledger = Ledger.open(path.toString())) {
            cycles(ledger, "cycle with 1,000 trials in flight");
        }
        commits(path, events);
        return path;
    }

    LoadStory fill(Path path, long events) {
        LoadStory story = new LoadStory(SEED);
        try (Ledger ledger = Ledger.open(path.toString());
                Lease lease = ledger.acquire("load", Duration.ofHours(9))) {
            LoadStory.families().forEach(lease::commit);
            List<Entry> batch = new ArrayList<>();
            while (lease.view().events() + batch.size() < events) {
                List<List<Entry>> commits = story.next();
                if (inBulk) {
                    commits.forEach(batch::addAll);
                } else {
                    commits.forEach(lease::commit);
                }
                if (batch.size() > BATCH) {
                    lease.commit(batch);
                    batch.clear();
                }
            }
            lease.commit(batch);
        }
        return story;
    }

    private static void opening(Path path) {
        double[] seconds = new double[ROUNDS];
        for (int i = -1; i < ROUNDS; i++) {
            long start = System.nanoTime();
            try (Ledger ledger = Ledger.open(path.toString())) {
                ledger.view().inFlight();
                if (i < 0) {
                    say("  the first opening, which may make the file smaller: %.0f ms", since(start) / 1e6);
                } else {
                    seconds[i] = since(start) / 1e9;
                }
            }
        }
        print("open, tail check, what is in flight", "ms", scaled(seconds, 1e3));
    }

    AmdahlLoop loop(Ledger ledger) {
        List<JobSpec> jobs = IntStream.range(0, 8)
                .mapToObj(i ->
                        JobSpec.builder(LoadStory.family(i), List.of("true")).build())
                .toList();
        return AmdahlLoop.builder(ledger)
                .jobs(jobs)
                .ideaSources(List.of())
                .policy(LoopPolicy.DEFAULT)
                .scheduler(new BusyScheduler())
                .directory(folder.resolve("work"))
                .build();
    }

    /** Both have 1,000 trials in flight by now. */
    private void flatness(Path smallest, Path largest) {
        double[] few = new double[4 * ROUNDS];
        double[] many = new double[4 * ROUNDS];
        try (Ledger small = Ledger.open(smallest.toString());
                Ledger large = Ledger.open(largest.toString())) {
            AmdahlLoop one = loop(small);
            AmdahlLoop other = loop(large);
            for (int i = -ROUNDS; i < few.length; i++) {
                long start = System.nanoTime();
                one.runCycle();
                long middle = System.nanoTime();
                other.runCycle();
                if (i >= 0) {
                    few[i] = middle - start;
                    many[i] = since(middle);
                }
            }
        }
        say("cycles of the largest and the smallest in turn: ratio of the medians %.2f", median(many) / median(few));
    }

    private void cycles(Ledger ledger, String name) {
        AmdahlLoop loop = loop(ledger);
        long start = System.nanoTime();
        CycleReport report = loop.runCycle();
        double first = since(start) / 1e6;
        while (report.hasChanged()) {
            report = loop.runCycle();
        }
        double[] seconds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            start = System.nanoTime();
            loop.runCycle();
            seconds[i] = since(start) / 1e9;
        }
        say("  %s, the first after opening: %.1f ms; in flight %d", name, first, report.runsInFlight());
        print(name, "ms", scaled(seconds, 1e3));
    }

    private static void look(Path folder, int rows) throws SQLException {
        double[][] seconds = new LookupLoad(rows).measure(folder);
        say("%,d hypotheses", rows);
        print("look-up of a fingerprint, half of them unknown", "us", scaled(seconds[0], 1e6));
        print("  H2 alone", "us", scaled(seconds[1], 1e6));
        say("  ratio of the medians %.2f", median(seconds[0]) / median(seconds[1]));
    }

    /** One event in each commit, as a booking makes it. */
    private void commits(Path path, long events) throws SQLException {
        double[] ours = new double[ROUNDS];
        double[] theirs = new double[ROUNDS];
        try (Ledger ledger = Ledger.open(path.toString());
                Lease lease = ledger.acquire("load", Duration.ofHours(9));
                RawTable raw = new RawTable(folder.resolve("raw-" + events))) {
            raw.age(events);
            for (int round = -3; round < ROUNDS; round++) {
                double a = perSecond(i -> lease.commit(new Entry.Spent("run-" + i, Cost.Kind.BUILD_SECONDS, 1)));
                double b = perSecond(i -> raw.commit());
                if (round >= 0) {
                    ours[round] = a;
                    theirs[round] = b;
                }
            }
        }
        print("durable commits", "/s", ours);
        print("  H2 alone", "/s", theirs);
        say("  ratio of the medians %.2f", median(ours) / median(theirs));
    }

    private interface Commit {
        void run(int number) throws SQLException;
    }

    private static double perSecond(Commit commit) throws SQLException {
        long start = System.nanoTime();
        int count = 0;
        for (; since(start) < 500_000_000L; count++) {
            commit.run(count);
        }
        return count * 1e9 / since(start);
    }

    private static long since(long start) {
        return System.nanoTime() - start;
    }

    private static double megabytes(Path path, String suffix) throws IOException {
        return Files.size(Path.of(path + suffix)) / 1e6;
    }

    private static double[] scaled(double[] values, double by) {
        return Arrays.stream(values).map(value -> value * by).toArray();
    }

    private static double median(double[] values) {
        return quantile(values, .5);
    }

    private static double quantile(double[] values, double share) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    }

    private static void print(String name, String unit, double[] values) {
        say("  %-40s p50 %9.1f %s, p95 %9.1f %s", name, median(values), unit, quantile(values, .95), unit);
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(file);
            }
        }
    }
}
