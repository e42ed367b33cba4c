package dev.amdahl.core.internal.ledger.disk;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.testing.disk.Disk;
import dev.amdahl.core.testing.disk.FailingDisk;
import dev.amdahl.core.testing.disk.WatchedFileSystemProvider;
import dev.amdahl.spi.AmdahlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Fails the n-th change of a ledger's files, for n = 1, 2, 3 and so on until a whole story passes by; runs in a watched JVM. */
final class FailingWrites {
    private static final int COMMITS = 6;

    private FailingWrites() {}

    /** {@code FOLDER FAULT STEP REPORT}. */
    public static void main(String[] arguments) throws IOException {
        FailingDisk.Fault fault = FailingDisk.Fault.valueOf(arguments[1]);
        int step = Integer.parseInt(arguments[2]);
        StringBuilder report = new StringBuilder();
        int runs = 0;
        int refused = 0;
        for (long failing = 1; ; failing += step) {
            Path place = Files.createDirectories(Path.of(arguments[0]).resolve("run-" + failing));
            FailingDisk disk = new FailingDisk(place, fault, failing);
            refused += run(place, disk, fault + " at change " + failing, report) ? 1 : 0;
            runs++;
            if (!disk.hasFailed()) {
                break;
            }
        }
        Files.writeString(Path.of(arguments[3]), runs + " runs, " + refused + " refused\n" + report);
    }

    /** Whether the fault was seen. */
    private static boolean run(Path place, FailingDisk disk, String when, StringBuilder report) {
        String url = place.resolve("memory").toString();
        Set<String> acknowledged = new HashSet<>();
        boolean isRefused = false;
        WatchedFileSystemProvider.use(disk);
        try (Ledger ledger = Ledger.open(url)) {
            Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
            for (int i = 0; i < COMMITS; i++) {
                acknowledged.add(lease.commit(new Entry.Spent("run-" + i, Cost.Kind.BUILD_SECONDS, i), padding(i))
                        .head());
            }
        } catch (AmdahlException e) {
            isRefused = true;
            if (String.valueOf(e.getMessage()).contains("\n")) {
                report.append("problem: ").append(when).append(": more than one line\n");
            }
        } catch (RuntimeException e) {
            report.append("problem: ").append(when).append(": ").append(e).append('\n');
        }
        disk.mend();
        WatchedFileSystemProvider.use(Disk.SOUND);
        check(url, acknowledged, when, report);
        return isRefused;
    }

    private static Entry padding(int i) {
        return new Entry.CycleEnded("x".repeat(i * 3000));
    }

    private static void check(String url, Set<String> acknowledged, String when, StringBuilder report) {
        try (Ledger ledger = Ledger.open(url)) {
            Verification found = ledger.verify();
            found.problems().forEach(problem -> problem(report, when, problem));
            ledger.acquire("cycle", Duration.ofMinutes(1)).commit(new Entry.CycleEnded("goes on"));
            if (ledger.view().events() % 2 == 0) {
                problem(report, when, "half a commit was kept: " + ledger.view().events() + " events");
            }
        } catch (AmdahlException e) {
            problem(report, when, "does not open again: " + e.getMessage());
            return;
        }
        Set<String> lost = new HashSet<>(acknowledged);
        LedgerReader.forEach(url, recorded -> lost.remove(recorded.event().hash()));
        List.copyOf(lost).forEach(hash -> problem(report, when, "lost " + hash));
    }

    private static void problem(StringBuilder report, String when, String text) {
        report.append("problem: ").append(when).append(": ").append(text).append('\n');
    }
}
