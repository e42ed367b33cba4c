package dev.amdahl.core.functional;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.MemoryStore;
import dev.amdahl.core.ledger.EventLog;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerImport;
import dev.amdahl.core.ledger.LedgerOverStore;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ledgers that earlier versions have written: the next cycle does what stands beside them. That is what it did on the day they were written, but where
 * the rule has changed on purpose since; {@code -Damdahl.golden=accept} writes what it does now, for a person to compare.
 */
class GoldenReplayTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "ledger");
    private static final List<String> VERSIONS = List.of("v1");
    private static final int EVERY = 4;

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /** A moment of a story as a version has recorded it. */
    record Moment(String version, GoldenStory story, GoldenPoint point) {
        Path file(String suffix) {
            return GOLDEN.resolve(version).resolve(story.name().toLowerCase(Locale.ROOT) + suffix);
        }

        @Override
        public String toString() {
            return version + " " + story + " " + point.name();
        }
    }

    /** Writes the present version's folder instead of only reading, with {@code -Damdahl.golden=write}. */
    @BeforeAll
    static void writeIfAskedFor(@TempDir Path work) throws IOException {
        if ("write".equals(System.getProperty("amdahl.golden"))) {
            GoldenLedgers.main(new String[] {
                GOLDEN.resolve("v" + LedgerStore.schemaVersion()).toString(), work.toString()
            });
        }
    }

    static List<Moment> all() {
        return VERSIONS.stream()
                .flatMap(version -> Arrays.stream(GoldenStory.values())
                        .flatMap(story -> points(version, story).map(point -> new Moment(version, story, point))))
                .toList();
    }

    private static Stream<GoldenPoint> points(String version, GoldenStory story) {
        return GoldenPoint.read(lines(new Moment(version, story, NOWHERE).file(".points"))).stream();
    }

    private static final GoldenPoint NOWHERE =
            new GoldenPoint("", 0, 0, Instant.EPOCH, RunStatus.DONE, "0", List.of(), List.of());

    static List<Moment> moments() {
        List<Moment> all = all();
        return Requires.fullSize()
                ? all
                : IntStream.range(0, all.size())
                        .filter(i -> i % EVERY == 0 || all.get(i).point().name().startsWith("database"))
                        .mapToObj(all::get)
                        .toList();
    }

    @ParameterizedTest
    @MethodSource("moments")
    void theNextCycleDoesWhatItDidThen(Moment moment) throws IOException {
        MemoryStore store = MemoryStore.exclusive("replay");
        Path events = folder.resolve("events.jsonl");
        List<String> lines =
                lines(moment.file(".events.jsonl")).subList(0, moment.point().events());
        if (!lines.isEmpty()) {
            Files.write(events, lines);
            try (Ledger ledger = LedgerOverStore.open(store, Clock.systemUTC())) {
                LedgerImport.read(events, ledger);
            }
        }

        replay(moment, store);
    }

    @Test
    void theDatabaseOfEveryVersionOpensAndGoesOn() throws IOException {
        for (Moment moment : all()) {
            if (moment.point().name().startsWith("database")) {
                try (InputStream packed = new GZIPInputStream(Files.newInputStream(moment.file(".mv.db.gz")))) {
                    Files.copy(packed, folder.resolve("ledger.mv.db"));
                }
                Files.copy(moment.file(".secret"), folder.resolve("ledger.secret"));

                replay(moment, LedgerStore.open(LedgerLocation.of(url())));
                assertThat(lines(Path.of(url() + ".events.jsonl"))
                                .subList(0, moment.point().events()))
                        .as("the events before it")
                        .isEqualTo(lines(moment.file(".events.jsonl"))
                                .subList(0, moment.point().events()));
                try (Ledger ledger = Ledger.open(url())) {
                    assertThat(ledger.verify().problems()).isEmpty();
                }
                Stream.of(".mv.db", ".secret", ".events.jsonl").forEach(suffix -> delete(url() + suffix));
            }
        }
        assertThat(all().stream().filter(moment -> moment.point().name().startsWith("database")))
                .hasSameSizeAs(VERSIONS);
    }

    @Test
    void theStoriesMeetEveryKindOfEntryAndEveryStateThatTheLoopReaches() {
        TreeSet<String> kinds = new TreeSet<>();
        TreeSet<HypothesisState> states = new TreeSet<>();
        for (GoldenStory story : GoldenStory.values()) {
            EventLog.forEach(new Moment("v1", story, NOWHERE).file(".events.jsonl"), recorded -> {
                kinds.add(recorded.event().kind());
                if (recorded.entry() instanceof Entry.Moved moved) {
                    states.add(moved.to());
                } else if (recorded.entry() instanceof Entry.Decided decided) {
                    states.add(decided.verdict().state());
                }
            });
        }

        assertThat(kinds).hasSizeGreaterThanOrEqualTo(23);
        assertThat(states)
                .contains(
                        HypothesisState.SCREENED_OUT,
                        HypothesisState.NEEDS_LEVER,
                        HypothesisState.BUILDING,
                        HypothesisState.BUILD_FAILED,
                        HypothesisState.TESTING,
                        HypothesisState.CONFIRMING,
                        HypothesisState.NO_EFFECT,
                        HypothesisState.REGRESSION,
                        HypothesisState.INCONCLUSIVE,
                        HypothesisState.RUN_FAILED,
                        HypothesisState.NOT_REPLICATED,
                        HypothesisState.REFUTED,
                        HypothesisState.SURVIVED,
                        HypothesisState.PROMOTED,
                        HypothesisState.DECLINED,
                        HypothesisState.STALE,
                        HypothesisState.CANCELLED);
        assertThat(all()).hasSizeGreaterThanOrEqualTo(20);
    }

    private void replay(Moment moment, LedgerStore store) throws IOException {
        GoldenPoint point = moment.point();
        Path runs = folder.resolve("ledger.runs");
        Files.write(runs, lines(moment.file(".runs")).subList(0, point.runs()));
        JournalScheduler scheduler = new JournalScheduler(
                runs, GoldenLedgers.traces(), moment.story().slots, GoldenStory.measures(Map.of()));
        scheduler.status = point.status();
        GoldenStory.Answers answers = new GoldenStory.Answers();
        point.answers().stream()
                .map(line -> line.split(" ", -1))
                .forEach(given -> answers.give(given[0], Boolean.parseBoolean(given[1]), given[2]));
        SettableClock clock = new SettableClock(point.at());
        List<Entry> written = new ArrayList<>();
        try (Ledger ledger = LedgerOverStore.open(store, clock)) {
            moment.story()
                    .loop(ledger, scheduler, answers, clock, point.epoch())
                    .runCycle();
            LedgerOverStore.events(store).stream()
                    .skip(point.events())
                    .forEach(recorded -> written.add(recorded.entry()));
        }

        List<Entry> recorded = entries(moment.file(".events.jsonl"));
        List<String> now = unnamed(GoldenPoint.actions(scheduler.calls(), written), written);
        List<String> then = unnamed(point.actions(), recorded);
        if ("accept".equals(System.getProperty("amdahl.golden")) && !sorted(now).equals(sorted(then))) {
            accept(moment, now);
            return;
        }
        assertThat(now).containsExactlyInAnyOrderElementsOf(then);
    }

    private static List<String> sorted(List<String> actions) {
        return actions.stream().sorted().toList();
    }

    private static synchronized void accept(Moment moment, List<String> actions) throws IOException {
        GoldenPoint old = moment.point();
        GoldenPoint changed = new GoldenPoint(
                old.name(), old.events(), old.runs(), old.at(), old.status(), old.epoch(), old.answers(), actions);
        Files.write(
                moment.file(".points"),
                points(moment.version(), moment.story())
                        .map(point -> point.equals(old) ? changed : point)
                        .flatMap(GoldenPoint::lines)
                        .toList());
    }

    /** What is new in this cycle may be identified otherwise than then; what the ledger holds may not. */
    private static List<String> unnamed(List<String> actions, List<Entry> entries) {
        Set<String> fresh = actions.stream()
                .filter(action -> action.startsWith("propose "))
                .map(action -> action.split(" ", -1)[1])
                .collect(Collectors.toCollection(HashSet::new));
        for (Entry entry : entries) {
            if (entry instanceof Entry.RunIntended intended
                    && fresh.contains(intended.plan().hypothesis())) {
                fresh.add(intended.plan().key());
            }
        }
        return actions.stream()
                .map(action -> Stream.of(action.split(" ", -1))
                        .map(word -> fresh.contains(word) ? "new" : word)
                        .collect(Collectors.joining(" ")))
                .toList();
    }

    private static List<Entry> entries(Path file) {
        return EventLog.read(file).stream().map(EventLog.Recorded::entry).toList();
    }

    private String url() {
        return folder.resolve("ledger").toString();
    }

    private static void delete(String file) {
        try {
            Files.deleteIfExists(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
