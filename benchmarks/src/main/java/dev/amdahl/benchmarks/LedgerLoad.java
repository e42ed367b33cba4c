package dev.amdahl.benchmarks;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.Cost;
import dev.amdahl.core.ledger.Entry;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.hypothesis.Fingerprint;
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
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a ledger bears its size. For each size, a ledger of that many events is written through the public API in the mix of a real
 * loop, and then measured: size of the file, opening (which checks the tail and finds what is in flight), an idle cycle, a cycle with
 * 1,000 trials in flight, the look-up of a fingerprint and a durable commit; the last two beside H2 alone, interleaved in this process.
 *
 * <p>Arguments: a folder on the disk to measure; the sizes in events, with commas; {@code cycle} to commit as a loop does, one
 * step at a time, or {@code story} to write each hypothesis in one commit, which fills a large ledger sooner. The files are deleted at the end.
 */
public final class LedgerLoad {
    private static final int IN_FLIGHT = 1000;
    private static final int ROUNDS = 15;
    private static final long SEED = 4;

    private final Path folder;
    private final boolean byStory;

    private LedgerLoad(Path folder, boolean byStory) {
        this.folder = folder;
        this.byStory = byStory;
    }

    public static void main(String[] arguments) throws IOException, SQLException {
        Path parent = Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target"));
        String sizes = arguments.length > 1 ? arguments[1] : "1000,100000";
        boolean byStory = arguments.length > 2 && arguments[2].equals("story");
        Path folder = Files.createTempDirectory(parent, "ledger-load");
        try {
            for (String size : sizes.split(",", -1)) {
                new LedgerLoad(folder, byStory).measure(Long.parseLong(size));
            }
        } finally {
            delete(folder);
        }
    }

    private void measure(long events) throws IOException, SQLException {
        Path path = folder.resolve("ledger-" + events);
        List<Fingerprint> known = new ArrayList<>();
        long start = System.nanoTime();
        LoadStory story = fill(path, events, known);
        say("%,d events, committed by %s, in %.0f s", events, byStory ? "story" : "step", since(start) / 1e9);
        say("  file %.0f MB, event file %.0f MB", megabytes(path, ".mv.db"), megabytes(path, ".events.jsonl"));
        opening(path);
        try (Ledger ledger = Ledger.open(path.toString())) {
            look(ledger.view(), known);
            cycles(ledger, "idle cycle");
        }
        try (Ledger ledger = Ledger.open(path.toString());
                Lease lease = ledger.acquire("load", Duration.ofHours(9))) {
            for (int i = 0; i < IN_FLIGHT; i++) {
                commit(lease, story.inFlight(), true);
            }
        }
        try (Ledger ledger = Ledger.open(path.toString())) {
            cycles(ledger, "cycle with 1,000 trials in flight");
        }
        commits(path);
    }

    private LoadStory fill(Path path, long events, List<Fingerprint> known) {
        LoadStory story = new LoadStory(SEED);
        try (Ledger ledger = Ledger.open(path.toString());
                Lease lease = ledger.acquire("load", Duration.ofHours(9))) {
            commit(lease, LoadStory.families(), false);
            while (lease.view().events() < events) {
                List<List<Entry>> commits = story.next();
                if (commits.get(0).get(0) instanceof Entry.Proposed proposed) {
                    known.add(proposed.hypothesis().fingerprint());
                }
                commit(lease, commits, byStory);
            }
        }
        return story;
    }

    private static void commit(Lease lease, List<List<Entry>> commits, boolean atOnce) {
        if (atOnce) {
            lease.commit(commits.stream().flatMap(List::stream).toList());
        } else {
            commits.forEach(lease::commit);
        }
    }

    private static void opening(Path path) {
        double[] seconds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            try (Ledger ledger = Ledger.open(path.toString())) {
                ledger.view().inFlight();
                seconds[i] = since(start) / 1e9;
            }
        }
        print("open, tail check, what is in flight", "ms", scaled(seconds, 1e3));
    }

    private void cycles(Ledger ledger, String name) {
        List<JobSpec> jobs = IntStream.range(0, 8)
                .mapToObj(i ->
                        JobSpec.builder(LoadStory.family(i), List.of("true")).build())
                .toList();
        AmdahlLoop loop = AmdahlLoop.builder(ledger)
                .jobs(jobs)
                .ideaSources(List.of())
                .policy(LoopPolicy.DEFAULT)
                .scheduler(new BusyScheduler())
                .directory(folder.resolve("work"))
                .build();
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

    private void look(LedgerView view, List<Fingerprint> known) throws SQLException {
        try (RawTable raw = new RawTable(folder.resolve("raw-" + known.size()))) {
            raw.fill(known);
            SplittableRandom random = new SplittableRandom(SEED);
            double[] ours = new double[4000];
            double[] theirs = new double[4000];
            for (int i = -2000; i < 4000; i++) {
                Fingerprint fingerprint = i % 2 == 0
                        ? known.get(random.nextInt(known.size()))
                        : new Fingerprint(String.format(Locale.ROOT, "%064x", random.nextLong(1L << 60)));
                long start = System.nanoTime();
                int found = view.standings(fingerprint).size();
                long between = System.nanoTime();
                int rows = raw.find(fingerprint);
                long end = System.nanoTime();
                if (found != rows) {
                    throw new IllegalStateException(fingerprint + ": " + found + " and " + rows);
                }
                if (i >= 0) {
                    ours[i] = (between - start) / 1e3;
                    theirs[i] = (end - between) / 1e3;
                }
            }
            print("look-up of a fingerprint among " + known.size(), "us", ours);
            print("  H2 alone", "us", theirs);
            say("  ratio of the medians %.2f", median(ours) / median(theirs));
        }
    }

    /** One event in each commit, as a booking makes it. */
    private void commits(Path path) throws SQLException {
        double[] ours = new double[ROUNDS];
        double[] theirs = new double[ROUNDS];
        try (Ledger ledger = Ledger.open(path.toString());
                Lease lease = ledger.acquire("load", Duration.ofHours(9));
                RawTable raw = new RawTable(folder.resolve("raw-commits"))) {
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
