package dev.amdahl.core.testing.crash;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.testing.ShareProfiler;
import dev.amdahl.core.internal.workspace.GitBuilder;
import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.EventLog.Recorded;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.testing.invariants.Acknowledged;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A loop with all that outlives it, in one folder: ledger, scheduler, work trees, answers of people, acknowledged commits. Every cycle
 * opens the ledger and closes it. What is measured depends on the requests alone, so every run of it comes to the same verdicts, however
 * often it is killed. Not thread-safe.
 */
public final class CrashWorld {
    private static final LoopPolicy POLICY = LoopPolicy.DEFAULT.toBuilder()
            .noise(.1, 0)
            .evidenceRuns(1, Duration.ofDays(14))
            .attempts(10)
            .confirmationPause(Duration.ZERO)
            .unsignedAllowed(true)
            .build();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Path folder;
    private final CrashJobs jobs;
    private final Clock clock = Clock.systemUTC();
    private final GitBuilder builder;

    /** The world in that folder, as it was left. */
    public CrashWorld(Path folder, CrashJobs jobs) {
        this.folder = folder.toAbsolutePath();
        this.jobs = jobs;
        this.builder = new GitBuilder(this.folder.resolve("trees"), Duration.ofMinutes(1));
    }

    /** What an arm costs: the share that its environment or its tree says, of a base that its seed says. */
    static double cost(ArmRequest arm) {
        long base = 1000 + arm.seed() % 37;
        Optional<Path> file = arm.directory().map(tree -> tree.resolve("share"));
        String share = file.filter(Files::exists)
                .map(CrashWorld::text)
                .orElseGet(() -> arm.environment().getOrDefault("SHARE", "100"));
        return base * Double.parseDouble(share.strip()) / 100;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where all of it lies. */
    public Path folder() {
        return folder;
    }

    String url() {
        return folder.resolve("ledger").toString();
    }

    private Path acknowledgements() {
        return folder.resolve("acknowledged");
    }

    /** One cycle, and all that people answer to it; whether anything is left to do. */
    public boolean step() {
        return step(ledger -> {});
    }

    /** Something to do with an open ledger. */
    @FunctionalInterface
    interface Use {
        void of(Ledger ledger);
    }

    boolean step(Use use) {
        try (Ledger ledger = Ledger.open(url(), clock)) {
            use.of(ledger);
            AmdahlLoop loop = loop(ledger);
            CycleReport report = loop.runCycle();
            int answers = answer(report.view());
            ledger.backup(folder.resolve("backup.zip"));
            if (report.runsInFlight() > 0) {
                loop.await(PATIENCE);
            }
            return !report.isIdle() || answers > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Steps until nothing is left to do; returns how many. */
    public int finish() {
        for (int steps = 1; steps < 500; steps++) {
            if (!step()) {
                return steps;
            }
        }
        throw new AssertionError("not idle after 500 cycles in " + folder);
    }

    /** As {@link #finish}, in a ledger that is opened once: recovery itself is in its first cycle. */
    void recover() {
        try (Ledger ledger = Ledger.open(url(), clock)) {
            AmdahlLoop loop = loop(ledger);
            for (int cycles = 0; cycles < 500; cycles++) {
                CycleReport report = loop.runCycle();
                int answers = answer(report.view());
                if (report.runsInFlight() > 0) {
                    loop.await(PATIENCE);
                }
                if (report.isIdle() && answers == 0) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        throw new AssertionError("not idle after 500 cycles in " + folder);
    }

    /** As {@link #finish}, but notes each commit that has returned in a file, at each point that is passed. */
    void finishAcknowledging(java.util.function.Consumer<FailPoint> then) {
        Ledger[] open = new Ledger[1];
        try (FailPoints.Installed installed = FailPoints.install(point -> {
            if (open[0] != null) {
                acknowledge(open[0].view());
            }
            then.accept(point);
        })) {
            boolean isBusy = installed != null;
            while (isBusy) {
                isBusy = step(ledger -> open[0] = ledger);
                acknowledge(open[0].view());
            }
        }
    }

    private void acknowledge(LedgerView view) {
        try {
            Files.writeString(
                    acknowledgements(),
                    view.events() + " " + view.head() + "\n",
                    US_ASCII,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What callers were told is kept, one for each commit. */
    List<Acknowledged> acknowledged() {
        List<Acknowledged> commits = new ArrayList<>();
        if (Files.exists(acknowledgements())) {
            text(acknowledgements())
                    .lines()
                    .filter(line -> line.matches("\\d+ [0-9a-f]{64}"))
                    .distinct()
                    .map(line -> line.split(" ", 2))
                    .filter(words -> !words[0].equals("0"))
                    .forEach(words -> commits.add(new Acknowledged(0, Long.parseLong(words[0]), words[1])));
        }
        return commits;
    }

    /** The events, read without a database. */
    List<Recorded> events() {
        Path file = Path.of(url() + ".events.jsonl");
        return Files.exists(file) ? EventLog.read(file) : List.of();
    }

    /** The keys of the runs that were submitted and have not ended. */
    Set<String> submitted() {
        Set<String> keys = new TreeSet<>();
        for (Recorded recorded : events()) {
            Entry entry = recorded.entry();
            if (entry instanceof Entry.RunSubmitted) {
                keys.add(entry.subject());
            } else if (entry instanceof Entry.RunCollected || entry instanceof Entry.RunEnded) {
                keys.remove(entry.subject());
            }
        }
        return keys;
    }

    private AmdahlLoop loop(Ledger ledger) {
        Idea idea = new Idea(
                "pin-memory",
                "pin the memory",
                Bottleneck.INPUT_STARVATION,
                "env",
                List.of(),
                .2,
                "pin it",
                new Provenance(Provenance.Origin.IDEA, "test"),
                Optional.empty());
        return AmdahlLoop.builder(ledger)
                .jobs(jobs.specs(folder))
                .scheduler(scheduler())
                .builder(builder)
                .profilers(List.of(new ShareProfiler()))
                .ideaSources(List.of(query -> List.of(idea)))
                .policy(POLICY)
                .clock(clock)
                .directory(folder.resolve("captures"))
                .build();
    }

    Scheduler scheduler() {
        return jobs.scheduler(folder);
    }

    CrashJobs jobs() {
        return jobs;
    }

    private int answer(LedgerView view) {
        ReviewFiles files = new ReviewFiles(Path.of(url() + ".reviews"));
        int written = 0;
        for (Dossier dossier : view.live()) {
            boolean isAsked = dossier.state() == HypothesisState.IN_REVIEW;
            if (isAsked && files.newest(dossier.id()).isEmpty()) {
                files.write(new ReviewAnswer(
                        new Review(dossier.id(), true, "ann", "saves", clock.instant(), dossier.evidenceHead())
                                .audited("all of it"),
                        Optional.empty()));
                written++;
            }
        }
        return written;
    }
}
