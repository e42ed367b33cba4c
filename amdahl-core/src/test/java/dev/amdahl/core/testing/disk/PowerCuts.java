package dev.amdahl.core.testing.disk;

import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.experiment.Review;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Cuts the power under a ledger again and again, at any change of any of its files, and looks at what is there when it is back.
 * Runs in a JVM whose default file system is the watched one. Not thread-safe.
 */
public final class PowerCuts {
    private static final int CUTS_PER_LEDGER = 10;
    private static final int MAX_CHANGES = 400;
    private static final double MAX_LEAKING = .3;

    private final Path folder;
    private final SplittableRandom random;
    private final Set<String> acknowledged = new HashSet<>();
    private final List<String> reviews = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private int commits;
    private int cutsInOpening;

    private PowerCuts(Path folder, long seed) {
        this.folder = folder;
        this.random = new SplittableRandom(seed);
    }

    /** {@code FOLDER SEED CUTS REPORT}: writes what it found into the report, one line without the word {@code problem} if all is well. */
    public static void main(String[] arguments) throws IOException {
        PowerCuts cuts = new PowerCuts(Path.of(arguments[0]), Long.parseLong(arguments[1]));
        String found = cuts.run(Integer.parseInt(arguments[2]));
        WatchedFileSystemProvider.use(Disk.SOUND);
        Files.writeString(Path.of(arguments[3]), found);
    }

    private String run(int cuts) throws IOException {
        Path at = folder;
        for (int cut = 0; cut < cuts; cut++) {
            if (cut % CUTS_PER_LEDGER == 0) {
                at = Files.createDirectories(folder.resolve("ledger-" + cut));
                acknowledged.clear();
                reviews.clear();
            }
            at = cut(at, folder.resolve("after-" + cut), "cut " + cut);
        }
        return String.format(
                        Locale.ROOT,
                        "%d cuts, %d of them while a ledger was opened, %d commits acknowledged%n",
                        cuts,
                        cutsInOpening,
                        commits)
                + String.join("\n", problems);
    }

    private Path cut(Path before, Path after, String when) throws IOException {
        LossyDisk disk = new LossyDisk(before, random.nextInt(1, MAX_CHANGES));
        WatchedFileSystemProvider.use(disk);
        int commitsBefore = commits;
        work(before, disk);
        WatchedFileSystemProvider.use(Disk.SOUND);
        cutsInOpening += commits == commitsBefore ? 1 : 0;
        Files.createDirectories(after);
        disk.restore(after, random, random.nextInt(3) == 0 ? 0 : random.nextDouble(MAX_LEAKING));
        check(after, when);
        return after;
    }

    /** Until the power goes. */
    private void work(Path place, LossyDisk disk) {
        while (!disk.isOff()) {
            try (Ledger ledger = Ledger.open(place.resolve("memory").toString())) {
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
                for (int i = random.nextInt(60); i > 0; i--) {
                    List<Entry> entries = new ArrayList<>();
                    for (int j = random.nextInt(1, 5); j > 0; j--) {
                        entries.add(new Entry.Spent("run-" + random.nextInt(50), Cost.Kind.BUILD_SECONDS, j));
                    }
                    if (random.nextInt(10) == 0) {
                        entries.add(new Entry.CycleEnded("x".repeat(random.nextInt(30_000))));
                    }
                    LedgerView view = lease.commit(entries);
                    acknowledged.add(view.head());
                    commits++;
                    if (random.nextInt(8) == 0) {
                        answer(place);
                    }
                }
            } catch (AmdahlException e) {
                if (!disk.isOff()) {
                    throw e;
                }
            }
        }
    }

    private void answer(Path place) {
        Review review =
                new Review("h" + reviews.size(), true, "ann", "r" + random.nextInt(), Instant.EPOCH, "ab".repeat(32));
        new ReviewFiles(place.resolve("memory.reviews")).write(new ReviewAnswer(review, Optional.empty()));
        reviews.add(review.id());
    }

    private void check(Path place, String when) {
        String url = place.resolve("memory").toString();
        try (Ledger ledger = Ledger.open(url)) {
            Verification found = ledger.verify();
            found.problems().forEach(problem -> problem(when + ": " + problem));
        } catch (AmdahlException e) {
            problem(when + ": does not open: " + e.getMessage());
            return;
        }
        Set<String> lost = new HashSet<>(acknowledged);
        LedgerReader.forEach(url, recorded -> lost.remove(recorded.event().hash()));
        if (!lost.isEmpty()) {
            problem(when + ": " + lost.size() + " acknowledged commits are lost");
        }
        ReviewFiles answers = new ReviewFiles(place.resolve("memory.reviews"));
        for (String id : reviews) {
            if (answers.newest(id).isEmpty()) {
                problem(when + ": the answer to " + id + " is lost");
            }
        }
    }

    private void problem(String text) {
        problems.add("problem: " + text);
    }
}
