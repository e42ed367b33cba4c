package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.ledger.review.FilePromotionGate;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** A ledger in which two settings and a patch wait, and one experiment runs. Not thread-safe. */
final class ReviewWorld {
    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    final Path folder;
    final SettableClock clock = new SettableClock(START);
    final String first;
    final String second;
    final String patch;
    private final String running;

    /** Writes the ledger. */
    ReviewWorld(Path folder) {
        this.folder = folder;
        WaitingWins story = new WaitingWins(11, START);
        first = story.win("train-vision", setting("prefetch", "off", "on"), .73, "Read ahead", 6);
        second = story.win("ranker-train", setting("metric_every", "1", "50"), .81, "Measure less often", 6);
        patch = story.win("embed-batch", patch("-    one(row);\n+    all(rows);\n"), .62, "Embed in one call", 6);
        running = story.running("forecast-train", setting("mode", "sync", "async"), 4);
        story.write(url(), clock);
    }

    /** Copies one. */
    ReviewWorld(Path folder, ReviewWorld from) throws IOException {
        this.folder = folder;
        first = from.first;
        second = from.second;
        patch = from.patch;
        running = from.running;
        try (Stream<Path> files = Files.walk(from.folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = folder.resolve(from.folder.relativize(file).toString());
                Files.createDirectories(to.resolveSibling(""));
                Files.copy(file, to);
            }
        }
    }

    static ConfigChange setting(String lever, String from, String to) {
        return new ConfigChange(List.of(new LeverSetting(lever, new LeverSetting.Environment("LEVER"), from, to)));
    }

    static PatchChange patch(String lines) {
        return new PatchChange(
                "--- a/src/Batch.java\n+++ b/src/Batch.java\n@@ -1 +1 @@\n" + lines, List.of("src/Batch.java"));
    }

    /** The one that is being tested. */
    String running() {
        return running;
    }

    String url() {
        return folder.resolve("ledger").toString();
    }

    Path keys() {
        return folder.resolve("keys");
    }

    ReviewFiles files() {
        return new ReviewFiles(folder.resolve("ledger.reviews"));
    }

    FilePromotionGate gate() {
        return new FilePromotionGate(files());
    }

    ReviewSettings settings() {
        return ReviewSettings.over(url())
                .keys(keys())
                .clock(clock)
                .host("review.example.org")
                .build();
    }

    /** One more win that waits. */
    String another() {
        WaitingWins story = new WaitingWins(12, START);
        String id = story.win("late-train", setting("late", "no", "yes"), .9, "Came later", 2);
        story.write(url(), clock);
        return id;
    }

    CycleReport cycle() {
        try (Ledger ledger = Ledger.open(url(), clock)) {
            return AmdahlLoop.builder(ledger)
                    .scheduler(new ScriptedScheduler(1, arm -> {
                        throw new IllegalStateException("nothing is to be run");
                    }))
                    .clock(clock)
                    .directory(folder)
                    .build()
                    .runCycle();
        }
    }

    /** Every file beside the ledger with its size and time. */
    List<String> beside() {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file + " " + file.toFile().length() + " "
                            + file.toFile().lastModified())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
