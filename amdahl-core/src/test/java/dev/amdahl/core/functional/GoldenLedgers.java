package dev.amdahl.core.functional;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.entry.Screening;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * Records the golden ledgers of the present version: runs each story with the real loop, kills it now and then half-way, and writes
 * down at which moment the next cycle did what. Arguments: the folder of this schema version, and a folder to work in.
 */
final class GoldenLedgers {
    private static final int MAX_CYCLES = 160;

    private final GoldenStory story;
    private final Path work;
    private final Path golden;
    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
    private final SplittableRandom random = new SplittableRandom(20260301);
    private final Map<String, Double> factors = new HashMap<>(Map.of("regressed", 1.4));
    private final JournalScheduler scheduler;
    private final GoldenStory.Answers answers = new GoldenStory.Answers();
    private final List<GoldenPoint> points = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private String epoch = "0";
    private boolean isAnswered;
    private boolean isKept;

    private GoldenLedgers(GoldenStory story, Path work, Path golden) {
        this.story = story;
        this.work = work;
        this.golden = golden;
        scheduler =
                new JournalScheduler(work.resolve("ledger.runs"), traces(), story.slots, GoldenStory.measures(factors));
    }

    public static void main(String[] arguments) throws IOException {
        Path golden = Path.of(arguments[0]);
        Files.createDirectories(golden);
        for (GoldenStory story : GoldenStory.values()) {
            Path work = Files.createDirectories(Path.of(arguments[1], story.name()));
            new GoldenLedgers(story, work, golden).record();
        }
    }

    /** Where traces lie, then and now: their paths stand in the ledgers. */
    static Path traces() {
        return Path.of("target", "golden", "traces");
    }

    private void record() throws IOException {
        if (story == GoldenStory.ENDS) {
            prelude();
        }
        boolean wasKilled = false;
        int quiet = 0;
        for (int cycle = 0; cycle < MAX_CYCLES && quiet < 8; cycle++) {
            clock.advance(Duration.ofSeconds(30));
            steer(cycle);
            if (cycle % 3 == 1 && !wasKilled && dies(random.nextInt(1, 8 * story.slots))) {
                wasKilled = true;
                continue;
            }
            List<String> actions = note(wasKilled, wasKilled && keepsDatabase());
            wasKilled = false;
            quiet = actions.isEmpty() ? quiet + 1 : 0;
        }
        write();
    }

    /** Goes on to the given look at the clock and no further. */
    private boolean dies(int looks) {
        boolean isByClock = isKept || story != GoldenStory.ENDS || ended(view()) < 2;
        scheduler.fatal = isByClock ? 0 : 2;
        try (Ledger ledger = Ledger.open(url(), isByClock ? new MortalClock(clock, looks) : clock)) {
            story.loop(ledger, scheduler, answers, clock, epoch).runCycle();
            return false;
        } catch (MortalClock.Killed killed) {
            return true;
        } finally {
            scheduler.fatal = 0;
        }
    }

    private static long ended(LedgerView view) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.state().isTerminal())
                .count();
    }

    private List<String> note(boolean isKilled, boolean isDatabase) {
        List<Entry> before = entries();
        int runs = scheduler.keys().size();
        int calls = scheduler.calls().size();
        Clock now = clock;
        try (Ledger ledger = Ledger.open(url(), now)) {
            LedgerView view = ledger.view();
            List<String> given = answers.lines();
            story.loop(ledger, scheduler, answers, now, epoch).runCycle();
            List<Entry> after = entries();
            List<String> actions = GoldenPoint.actions(
                    scheduler.calls().subList(calls, scheduler.calls().size()),
                    after.subList(before.size(), after.size()));
            if (seen.add(signature(view, actions)) || isDatabase) {
                points.add(new GoldenPoint(
                        (isDatabase ? "database" : isKilled ? "killed" : "whole") + "-" + points.size(),
                        before.size(),
                        runs,
                        now.instant(),
                        scheduler.status,
                        epoch,
                        given,
                        actions));
            }
            return actions;
        }
    }

    /** Two moments are alike if the same states meet the same kinds of actions. */
    private static String signature(LedgerView view, List<String> actions) {
        String states = view.dossiers().stream()
                .map(dossier -> dossier.state().name())
                .sorted()
                .collect(Collectors.joining(","));
        String flights = view.runs().stream()
                .filter(run -> run.state().isInFlight())
                .map(run -> run.state().name())
                .distinct()
                .sorted()
                .collect(Collectors.joining(","));
        String verbs = actions.stream()
                .map(action -> action.split(" ", 2)[0])
                .distinct()
                .sorted()
                .collect(Collectors.joining(","));
        return states + "|" + flights + "|" + verbs;
    }

    private void steer(int cycle) {
        LedgerView view = view();
        switch (story) {
            case PROMOTION -> answerFirst(view, HypothesisState.IN_REVIEW);
            case SIBLINGS -> {
                boolean both = in(view, HypothesisState.IN_REVIEW).size() == 2;
                if (both) {
                    answerFirst(view, HypothesisState.IN_REVIEW);
                }
            }
            case ENDS -> steerEnds(view, cycle);
            case OUTAGES -> {
                scheduler.unanswered = cycle == 2 || cycle == 6 ? 1 : 0;
                scheduler.status = cycle >= 8 && cycle < 11
                        ? RunStatus.RUNNING
                        : cycle >= 14 && cycle < 17
                                ? RunStatus.UNKNOWN
                                : cycle >= 24 ? RunStatus.INFRA_FAILED : RunStatus.DONE;
                if (cycle == 16) {
                    clock.advance(Duration.ofDays(2));
                }
            }
            default -> {}
        }
    }

    private void answerFirst(LedgerView view, HypothesisState state) {
        if (!isAnswered && !in(view, state).isEmpty()) {
            answers.give(in(view, state).get(0), true);
            isAnswered = true;
        }
    }

    private void steerEnds(LedgerView view, int cycle) {
        in(view, HypothesisState.CONFIRMING).stream()
                .filter(dossier -> dossier.hypothesis().family().equals("unreplicated"))
                .forEach(dossier -> factors.put("unreplicated", 1.0));
        for (Dossier asked : in(view, HypothesisState.IN_REVIEW)) {
            String family = asked.hypothesis().family();
            if (family.equals("declined") && asked.reason().contains("frozen")) {
                answers.give(asked, false);
            } else if (family.equals("declined")) {
                commit(new Entry.Held(asked.id(), "promotions are frozen by hand"));
            } else if (family.equals("stale") && answers.answer(asked.id()).isEmpty()) {
                epoch = "1";
                answers.give(asked, true);
            }
        }
        in(view, HypothesisState.TESTING).stream()
                .filter(dossier -> dossier.hypothesis().family().equals("cancelled") && cycle > 5)
                .forEach(this::cancel);
    }

    private void cancel(Dossier dossier) {
        try (Ledger ledger = Ledger.open(url(), clock)) {
            story.loop(ledger, scheduler, answers, clock, epoch).cancel(dossier.id(), "ada", "the cluster is needed");
        }
    }

    /** Entries that no story of the loop leads to; of a job that is no longer declared, so that they stay as they are. */
    private void prelude() {
        Hypothesis parked = new Hypothesis(
                "parked-by-hand",
                "elsewhere",
                List.of(Bottleneck.INPUT_STARVATION),
                ResourceAxis.IO,
                "more workers",
                new ConfigChange(
                        List.of(new LeverSetting("workers", new LeverSetting.Environment("WORKERS"), "0", "2"))),
                OptionalDouble.of(.15),
                new Provenance(Provenance.Origin.HUMAN, "ada"),
                List.of(),
                new Fingerprint("ab".repeat(32)));
        Screening screening = new Screening(
                OptionalDouble.of(1.5), OptionalDouble.empty(), .03, OptionalDouble.empty(), OptionalDouble.of(12.25));
        commit(
                new Entry.FamilySeen("elsewhere", "h200", "0"),
                new Entry.Diagnosed(new Diagnosis(
                        "elsewhere",
                        List.of(new Account(Bottleneck.INPUT_STARVATION, 10, 40)),
                        12,
                        Map.of("gpu_idle", .4),
                        List.of("run-1"),
                        List.of("a finding"))),
                new Entry.OutputChecked("elsewhere", true),
                new Entry.IdeaFound(
                        "elsewhere",
                        new Idea(
                                "prefetch",
                                "Read ahead",
                                Bottleneck.INPUT_STARVATION,
                                "config",
                                List.of(new Idea.Symptom("gpu_idle", ">", .2)),
                                .2,
                                "let the loader read ahead",
                                new Provenance(Provenance.Origin.IDEA, "prefetch"),
                                Optional.empty())),
                new Entry.Proposed(parked, screening, Optional.empty()),
                new Entry.Screened(parked.id(), screening),
                new Entry.ReviewerAdmitted("ada", "MCowBQYDK2VwAyEA"),
                new Entry.Spent("elsewhere", Cost.Kind.BUILD_SECONDS, 2.5),
                new Entry.CycleEnded("by hand"));
    }

    private void commit(Entry... entries) {
        try (Ledger ledger = Ledger.open(url(), clock);
                var lease = ledger.acquire("by hand", Duration.ofMinutes(1))) {
            lease.commit(entries);
        }
    }

    private static List<Dossier> in(LedgerView view, HypothesisState state) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.state() == state)
                .toList();
    }

    private LedgerView view() {
        try (Ledger ledger = Ledger.open(url(), clock)) {
            return ledger.view();
        }
    }

    private String url() {
        return work.resolve("ledger").toString();
    }

    private Path eventFile() {
        return work.resolve("ledger.events.jsonl");
    }

    private List<Entry> entries() {
        return Files.exists(eventFile())
                ? EventLog.read(eventFile()).stream()
                        .map(EventLog.Recorded::entry)
                        .toList()
                : List.of();
    }

    /** The whole database, once, at a moment when most is open: its events are the first of the story's. */
    private boolean keepsDatabase() throws IOException {
        LedgerView view = view();
        Set<RunState> runs = view.runs().stream().map(Run::state).collect(Collectors.toSet());
        boolean isRich = runs.contains(RunState.INTENDED) && runs.contains(RunState.SUBMITTED) && ended(view) >= 2;
        if (story != GoldenStory.ENDS || !isRich || isKept) {
            return false;
        }
        isKept = true;
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(golden.resolve("ends.mv.db.gz")))) {
            Files.copy(work.resolve("ledger.mv.db"), out);
        }
        Files.copy(work.resolve("ledger.secret"), golden.resolve("ends.secret"));
        return true;
    }

    private void write() throws IOException {
        String name = story.name().toLowerCase(java.util.Locale.ROOT);
        GoldenPoint last = points.get(points.size() - 1);
        try (Stream<String> lines = Files.lines(eventFile(), UTF_8)) {
            Files.write(
                    golden.resolve(name + ".events.jsonl"),
                    lines.limit(last.events()).toList());
        }
        Files.write(
                golden.resolve(name + ".runs"),
                scheduler.recorded().stream().limit(last.runs()).toList());
        Files.write(
                golden.resolve(name + ".points"),
                points.stream().flatMap(GoldenPoint::lines).toList());
        Map<String, Long> kinds = entries().stream()
                .collect(Collectors.groupingBy(entry -> entry.getClass().getSimpleName(), Collectors.counting()));
        System.out.println(name + ": " + last.events() + " events, " + points.size() + " points, " + kinds + " "
                + view().dossiers().stream()
                        .map(dossier -> dossier.hypothesis().family() + " " + dossier.state())
                        .toList());
    }
}
