package dev.amdahl.benchmarks.loop;

import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.loop.Announcer;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.LoopSetup;
import dev.amdahl.core.internal.loop.dream.Inject;
import dev.amdahl.core.internal.loop.dream.Search;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.stats.resample.CpuResampler;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.llm.knowledge.KnowledgeFolder;
import dev.amdahl.llm.knowledge.KnowledgeSource;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How long a dream takes, search and injection, on a ledger of many verdicts: 40 diagnosed families, a third of the hypotheses screened
 * out, one in fifty promoted, half of those that were tested out of dreams; the catalogue, a folder of notes, transfers of wins,
 * recipes and what ended in other circumstances. The first dream finds everything new; the others come a day later each, with the ledger
 * opened again.
 *
 * <p>Arguments: a folder on the disk to measure; the number of verdicts; the number of notes, each of 200 lines. The files are deleted at
 * the end.
 */
public final class DreamLoad {
    private static final int FAMILIES = 40;
    private static final int NOTES = 200;
    private static final int LINES = 200;
    private static final int ROUNDS = 11;
    private static final int BATCH = 2_000;

    private DreamLoad() {}

    public static void main(String[] arguments) throws IOException {
        Path parent = Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target"));
        int verdicts = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000;
        Path folder = Files.createTempDirectory(parent, "dream-load");
        int notes = arguments.length > 2 ? Integer.parseInt(arguments[2]) : NOTES;
        try {
            measure(folder, verdicts, notes);
        } finally {
            delete(folder);
        }
    }

    private static void measure(Path folder, int verdicts, int count) throws IOException {
        Path path = folder.resolve("ledger");
        SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
        fill(path, clock, verdicts);
        KnowledgeSource notes = new KnowledgeSource(new KnowledgeFolder(notes(folder.resolve("notes"), count)));
        LoopSetup setup = new LoopSetup(
                jobs(),
                Optional.empty(),
                Optional.empty(),
                new BusyScheduler(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                List.of(IdeaCatalogue.shipped(), notes),
                List.of(),
                new ScriptedGate(),
                LoopPolicy.DEFAULT,
                Budget.UNLIMITED,
                clock,
                folder,
                new CpuResampler(1));
        double[] seconds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            clock.advance(Duration.ofHours(25));
            seconds[i] = dream(path, clock, setup);
            if (i == 0) {
                say("the first dream: %.0f ms", 1e3 * seconds[0]);
            }
        }
        double[] later = Arrays.copyOfRange(seconds, 1, ROUNDS);
        Arrays.sort(later);
        say(
                "%d later ones: median %.0f ms, largest %.0f ms",
                later.length, 1e3 * later[later.length / 2], 1e3 * later[later.length - 1]);
    }

    private static double dream(Path path, SettableClock clock, LoopSetup setup) {
        try (Ledger ledger = Ledger.open(path.toString(), clock);
                Lease lease = ledger.acquire("dream", Duration.ofMinutes(10))) {
            Cycle cycle = new Cycle(setup, lease, ledger.view(), new Announcer(List.of()));
            long before = cycle.view().events();
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long start = System.nanoTime();
            long used = threads.getCurrentThreadCpuTime();
            new Search(cycle).run();
            new Inject(cycle).run();
            double seconds = (System.nanoTime() - start) / 1e9;
            used = threads.getCurrentThreadCpuTime() - used;
            LedgerView view = cycle.view();
            if (view.events() == before) {
                throw new IllegalStateException("no dream was due");
            }
            say(
                    "  %.0f ms, %.0f ms of a processor, %d events; recipes %d, sources %s",
                    1e3 * seconds,
                    used / 1e6,
                    view.events() - before,
                    view.recipes().size(),
                    view.totals().sources());
            return seconds;
        }
    }

    private static void fill(Path path, SettableClock clock, int verdicts) {
        long start = System.nanoTime();
        VerdictStory story = new VerdictStory(7, FAMILIES);
        try (Ledger ledger = Ledger.open(path.toString(), clock);
                Lease lease = ledger.acquire("load", Duration.ofHours(9))) {
            lease.commit(story.families());
            List<Entry> batch = new ArrayList<>();
            for (int i = 0; i < verdicts; i++) {
                batch.addAll(story.next());
                if (batch.size() > BATCH) {
                    lease.commit(batch);
                    batch.clear();
                }
            }
            lease.commit(batch);
            say(
                    "%,d verdicts in %,d events, written in %.0f s",
                    verdicts, lease.view().events(), (System.nanoTime() - start) / 1e9);
        }
    }

    private static List<JobSpec> jobs() {
        return IntStream.range(0, FAMILIES)
                .mapToObj(i -> JobSpec.builder(VerdictStory.family(i), List.of("true"))
                        .levers(List.of(new Lever(
                                "batch",
                                new LeverSetting.Environment("BATCH"),
                                "8",
                                List.of("16"),
                                List.of(Bottleneck.UNDER_BATCHED),
                                Optional.empty())))
                        .build())
                .toList();
    }

    private static Path notes(Path folder, int count) throws IOException {
        Files.createDirectories(folder);
        List<String> words =
                List.of("loader", "prefetch", "kernel", "allreduce", "checkpoint", "batch", "worker", "plain");
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder("# Note " + i + "\n");
            for (int line = 0; line < LINES; line++) {
                text.append("- the ")
                        .append(words.get((i + line) % words.size()))
                        .append(" and its ")
                        .append(words.get((i * 3 + line * 5) % words.size()))
                        .append(" were seen in run ")
                        .append(line)
                        .append('\n');
            }
            Files.writeString(folder.resolve("note-" + i + ".md"), text);
        }
        return folder;
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
