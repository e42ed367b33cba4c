package dev.amdahl.benchmarks.loop;

import com.sun.management.OperatingSystemMXBean;
import dev.amdahl.core.internal.report.HtmlReport;
import dev.amdahl.core.internal.report.ReportInputs;
import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.Passage;
import dev.amdahl.core.internal.roi.Rates;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.testing.SettableClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * How long the report of a large ledger takes, and how large it becomes: reading the events, the accounts, and writing the page.
 *
 * <p>Arguments: a folder, in which the ledger stays; the number of verdicts; {@code trials} for a ledger that also holds the 24 trials of
 * each test.
 */
public final class ReportLoad {
    private static final int FAMILIES = 40;
    private static final int BATCH = 2_000;
    private static final int ROUNDS = 3;

    private ReportLoad() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments.length > 0 ? arguments[0] : "target/report-load"));
        int verdicts = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000;
        boolean withTrials = arguments.length > 2 && arguments[2].equals("trials");
        Path path = folder.resolve("ledger");
        if (!Files.exists(folder.resolve("ledger.events.jsonl"))) {
            fill(path, verdicts, withTrials);
        }
        for (int i = 0; i < ROUNDS; i++) {
            measure(path, folder.resolve("report"));
        }
    }

    private static void measure(Path path, Path out) throws IOException {
        Passage passage = new Passage();
        double[] start = now();
        LedgerView view = LedgerReader.view(path.toString(), passage);
        double[] read = now();
        ReportInputs inputs = ReportInputs.builder()
                .accounts(Accounts.of(view, List.of(), passage, Rates.DEFAULT))
                .build();
        double[] accounted = now();
        HtmlReport report = HtmlReport.write(view, inputs, out);
        double[] written = now();
        say(
                "%,d events, %.2f MB; wall and processor: read %s, accounts %s, page %s",
                view.events(),
                Files.size(report.report()) / 1e6,
                passed(start, read),
                passed(read, accounted),
                passed(accounted, written));
    }

    /** Wall and processor time of this process, its compilers and its collector included, s. */
    private static double[] now() {
        OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new double[] {System.nanoTime() / 1e9, process.getProcessCpuTime() / 1e9};
    }

    private static String passed(double[] from, double[] to) {
        return String.format(Locale.ROOT, "%.2f and %.2f s", to[0] - from[0], to[1] - from[1]);
    }

    private static void fill(Path path, int verdicts, boolean withTrials) {
        VerdictStory verdict = new VerdictStory(7, FAMILIES);
        LoadStory trials = new LoadStory(7);
        Supplier<List<Entry>> next =
                withTrials ? () -> trials.next().stream().flatMap(List::stream).toList() : verdict::next;
        SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
        try (Ledger ledger = Ledger.open(path.toString(), clock);
                Lease lease = ledger.acquire("load", Duration.ofDays(9_000))) {
            if (withTrials) {
                LoadStory.families().forEach(lease::commit);
            } else {
                lease.commit(verdict.families());
            }
            List<Entry> batch = new ArrayList<>();
            for (int i = 0; i < verdicts; i++) {
                batch.addAll(next.get());
                if (batch.size() > BATCH) {
                    clock.advance(Duration.ofHours(6));
                    lease.commit(batch);
                    batch.clear();
                }
            }
            lease.commit(batch);
        }
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
