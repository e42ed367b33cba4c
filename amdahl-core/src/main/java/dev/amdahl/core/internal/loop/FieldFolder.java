package dev.amdahl.core.internal.loop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.core.internal.io.Removal;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.Assignment;
import dev.amdahl.spi.experiment.RunFiles;
import dev.amdahl.spi.experiment.ScheduledRuns;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.InvalidPropertiesFormatException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop's side of the folder by which the scheduled runs of one family ask what to start with; the host's is {@link ScheduledRuns}. What it
 * offers appears whole or not at all. Keeps in memory what runs were given, which never changes. Thread-safe.
 */
final class FieldFolder {
    private static final Logger LOG = LoggerFactory.getLogger(FieldFolder.class);
    private static final String ASSIGN = "assign";
    private static final String DRAFTS = ".drafts";
    /** Seconds that a run may take, for a host that can end it. */
    private static final String TIME_LIMIT = "AMDAHL_TIME_LIMIT";

    /** Runs are known by their ids for so long; halves of pairs for longer. */
    private static final Duration REMEMBERED = Duration.ofDays(7);

    private static final int LONGER = 13;

    private static final String DIGITS = "%013d";

    private final Path folder;
    private final Clock clock;
    /** By folder of the run. */
    private final Map<Path, Assignment> given = new ConcurrentHashMap<>();

    FieldFolder(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /**
     * Half of a pair.
     *
     * @param place its folder: among those that wait, or among the runs
     * @param isTaken whether a run has it
     */
    record Half(Path place, boolean isTaken) {}

    /** Returns the halves of each pair that wait or were taken, by key and arm. */
    Map<String, Map<String, Half>> halves() throws IOException {
        Map<String, Map<String, Half>> halves = new HashMap<>();
        // In this order: what is taken meanwhile is seen twice, and the second time counts.
        for (String where : List.of(ScheduledRuns.SLOTS, ScheduledRuns.RUNS)) {
            boolean isTaken = where.equals(ScheduledRuns.RUNS);
            List<Path> places = places(where);
            if (isTaken) {
                given.keySet().retainAll(Set.copyOf(places));
            }
            for (Path place : places) {
                (isTaken ? given(place) : assignment(place))
                        .filter(Assignment::isTrial)
                        .ifPresent(half -> halves.computeIfAbsent(half.key(), pair -> new HashMap<>())
                                .put(half.arm(), new Half(place, isTaken)));
            }
        }
        return halves;
    }

    private Optional<Assignment> given(Path run) throws IOException {
        Optional<Assignment> known = Optional.ofNullable(given.get(run));
        if (known.isPresent()) {
            return known;
        }
        Optional<Assignment> read = assignment(run);
        read.ifPresent(assignment -> given.put(run, assignment));
        return read;
    }

    /** Returns what a folder says; empty if a run has taken it meanwhile, or if it says nothing of the kind: jobs may write here too. */
    private static Optional<Assignment> assignment(Path place) throws IOException {
        try {
            return Optional.of(RunFiles.assignment(place));
        } catch (NoSuchFileException | InvalidPropertiesFormatException none) {
            LOG.debug("{} is left out: {}", place, none.getMessage());
            return Optional.empty();
        }
    }

    private List<Path> places(String where) throws IOException {
        try (Stream<Path> found = Files.list(folder.resolve(where))) {
            return found.filter(place -> !String.valueOf(place.getFileName()).startsWith("."))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        }
    }

    /** Offers what is not offered yet of a pair. */
    void offer(FieldRequest request) throws IOException {
        Map<String, Half> there = halves().getOrDefault(request.key(), Map.of());
        long now = clock.millis();
        Path slots = Files.createDirectories(folder.resolve(ScheduledRuns.SLOTS));
        if (there.isEmpty()) {
            for (int i = 0; i < request.between(); i++) {
                put(
                        slots.resolve(String.format(Locale.ROOT, DIGITS, now) + "-" + request.key() + "-c" + i),
                        RunFiles.assignment(folder.resolve(ScheduledRuns.INCUMBENT)));
            }
        }
        for (ArmRequest arm : request.arms()) {
            if (!there.containsKey(arm.name())) {
                Assignment assignment = assignment(request.key(), arm, request.variables());
                put(
                        slots.resolve(String.format(Locale.ROOT, DIGITS, now) + "-" + request.key() + "-" + arm.name()),
                        assignment);
            }
        }
    }

    private static Assignment assignment(String key, ArmRequest arm, Set<String> variables) {
        Set<String> unset = new TreeSet<>(variables);
        unset.removeAll(arm.environment().keySet());
        Map<String, String> environment = new HashMap<>(arm.environment());
        environment.put(TIME_LIMIT, Long.toString(Math.max(1, arm.timeLimit().toSeconds())));
        return new Assignment(key, key.isEmpty() ? "" : arm.name(), arm.command(), environment, unset);
    }

    /** A folder with both files, or nothing. */
    private void put(Path place, Assignment assignment) throws IOException {
        Path draft = draft();
        write(draft, assignment);
        Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
    }

    private Path draft() throws IOException {
        return Files.createTempDirectory(Files.createDirectories(folder.resolve(DRAFTS)), "");
    }

    private static void write(Path place, Assignment assignment) throws IOException {
        AtomicFiles.write(
                place.resolve(RunFiles.ASSIGNMENT), RunFiles.text(assignment).getBytes(UTF_8));
        AtomicFiles.write(place.resolve(RunFiles.SETTINGS), assignment.shell().getBytes(UTF_8));
    }

    /** Takes back what of a pair no run has taken; one that was is left to its run. */
    void withdraw(String key) throws IOException {
        for (Path place : places(ScheduledRuns.SLOTS)) {
            if (String.valueOf(place.getFileName()).contains("-" + key + "-")) {
                Path draft = draft();
                try {
                    Files.move(place, draft, StandardCopyOption.ATOMIC_MOVE);
                } catch (NoSuchFileException taken) {
                    LOG.debug("{} was taken before it could be taken back", place);
                }
                Removal.of(draft);
            }
        }
    }

    /** Sets what runs get that are part of no pair, and the script that they ask by; forgets runs of long ago. */
    void prepare(ArmRequest incumbent) throws IOException {
        Removal.of(folder.resolve(DRAFTS));
        Assignment assignment = assignment("", incumbent, Set.of());
        Path place = folder.resolve(ScheduledRuns.INCUMBENT);
        Files.createDirectories(folder.resolve(ScheduledRuns.RUNS));
        if (!assignment(place).equals(Optional.of(assignment))) {
            Files.createDirectories(place);
            write(place, assignment);
        }
        byte[] script = script();
        Path assign = folder.resolve(ASSIGN);
        if (!Files.exists(assign) || !Arrays.equals(Files.readAllBytes(assign), script)) {
            AtomicFiles.write(assign, script);
        }
        forget();
    }

    private static byte[] script() throws IOException {
        try (InputStream in = FieldFolder.class.getResourceAsStream("assign.sh")) {
            if (in == null) {
                throw new IllegalStateException("assign.sh is missing from the jar");
            }
            return in.readAllBytes();
        }
    }

    private void forget() throws IOException {
        Instant now = clock.instant();
        for (Path run : places(ScheduledRuns.RUNS)) {
            Instant changed = Files.getLastModifiedTime(run).toInstant();
            if (changed.isBefore(now.minus(REMEMBERED))
                    && (changed.isBefore(now.minus(REMEMBERED.multipliedBy(LONGER)))
                            || given(run).filter(Assignment::isTrial).isEmpty())) {
                Removal.of(run);
                given.remove(run);
            }
        }
    }

    /** Returns whether anything is prepared for runs of this family. */
    boolean isPrepared() {
        return Files.exists(folder.resolve(ScheduledRuns.INCUMBENT).resolve(RunFiles.ASSIGNMENT));
    }

    /** Takes back everything that waits, so that runs start as usual. */
    void close() throws IOException {
        for (String part : List.of(ScheduledRuns.SLOTS, ScheduledRuns.INCUMBENT)) {
            Removal.of(folder.resolve(part));
        }
    }

    /** Returns runs that have asked and of which nobody has said how they went, by id. */
    Map<String, Path> unreported() throws IOException {
        Map<String, Path> runs = new HashMap<>();
        for (Path run : places(ScheduledRuns.RUNS)) {
            if (!Files.exists(run.resolve(RunFiles.OUTCOME))
                    && given(run).filter(Assignment::isTrial).isPresent()) {
                runs.put(String.valueOf(run.getFileName()), run);
            }
        }
        return runs;
    }

    /** Returns the folder of each family below a root. */
    static List<Path> families(Path root) {
        try (Stream<Path> found = Files.list(root)) {
            return found.filter(Files::isDirectory).sorted().toList();
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
