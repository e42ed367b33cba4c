package dev.amdahl.spi.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The host's side of trials in scheduled runs: asks what a run is started with, and says how it went. Works on a folder that a loop keeps
 * filled, with neither ledger nor loop at hand, so that neither can keep a run from starting. Several processes on several hosts may use one
 * folder, where renaming is atomic. Thread-safe.
 *
 * <p>In the folder of a family, {@code slots/NAME} are halves of pairs; each is taken, in alphabetical order, by renaming it to {@code
 * runs/RUN_ID}. {@code incumbent} is what all other runs get. {@link RunFiles} are in each.
 */
public final class ScheduledRuns {
    /** Folder of the halves that wait. */
    public static final String SLOTS = "slots";
    /** Folder of the runs that have asked. */
    public static final String RUNS = "runs";
    /** Folder of what every run without a half gets. */
    public static final String INCUMBENT = "incumbent";
    /** File of one line for each outcome that was refused. */
    public static final String STRAYS = "strays";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");
    /** Of other runs that may take a half just before. */
    private static final int MAX_TRIES = 1000;

    private static final int BOOT = 2;

    private final Path root;
    private final Clock clock;
    private final Path proc;

    /** Returns the runs of a folder: {@code LEDGER.field} beside the file of a ledger. */
    public ScheduledRuns(Path root) {
        this(root, Clock.systemUTC(), Path.of("/proc"));
    }

    /**
     * Returns the runs of a folder under another clock.
     *
     * @param proc where the kernel tells uptime and load; a folder without them tells neither
     */
    public ScheduledRuns(Path root, Clock clock, Path proc) {
        this.root = root;
        this.clock = clock;
        this.proc = proc;
    }

    /** Returns whether this may be the id of a run: letters, digits, '.', '_' and '-', at most 128. */
    public static boolean isRunId(String text) {
        return NAME.matcher(text).matches();
    }

    /** Returns the file of refused outcomes, which is there if any was. */
    public Path strays() {
        return root.resolve(STRAYS);
    }

    /** Returns the folder of a family, of which the name is another where no file can have its own. */
    public Path folder(String family) {
        return root.resolve(isRunId(family) ? family : "_" + UUID.nameUUIDFromBytes(family.getBytes(UTF_8)));
    }

    /**
     * Returns what a run is started with: the same each time it asks. Waits for nothing and never fails: where nothing is prepared, or the
     * folder cannot be used, the run is started as usual.
     */
    public Assignment assign(String family, String runId) {
        try {
            return isRunId(runId) ? assigned(folder(family), runId) : Assignment.usual();
        } catch (IOException | RuntimeException unusable) {
            return Assignment.usual();
        }
    }

    private Assignment assigned(Path folder, String runId) throws IOException {
        Path run = folder.resolve(RUNS).resolve(runId);
        if (!isAssigned(run) && !isTaken(folder, run)) {
            Path incumbent = folder.resolve(INCUMBENT);
            if (!isAssigned(incumbent)) {
                return Assignment.usual();
            }
            Path draft = Files.createTempDirectory(Files.createDirectories(folder.resolve(RUNS)), ".draft-");
            for (String file : List.of(RunFiles.ASSIGNMENT, RunFiles.SETTINGS)) {
                Files.copy(incumbent.resolve(file), draft.resolve(file));
            }
            if (!isMoved(draft, run)) {
                remove(draft);
            }
        }
        Files.writeString(
                run.resolve(RunFiles.STARTS),
                stamp() + "\n",
                UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        force(folder.resolve(RUNS));
        return RunFiles.assignment(run);
    }

    private static boolean isAssigned(Path run) {
        return Files.exists(run.resolve(RunFiles.ASSIGNMENT));
    }

    /** Returns whether the run has a half now. */
    private static boolean isTaken(Path folder, Path run) throws IOException {
        Files.createDirectories(folder.resolve(RUNS));
        for (int i = 0; i < MAX_TRIES; i++) {
            Optional<Path> first;
            try (Stream<Path> slots = Files.list(folder.resolve(SLOTS))) {
                first = slots.filter(ScheduledRuns::isAssigned).min(Path::compareTo);
            } catch (NoSuchFileException none) {
                return false;
            }
            if (first.isEmpty() || isMoved(first.get(), run) || isAssigned(run)) {
                return isAssigned(run);
            }
        }
        return false;
    }

    /** Renaming a folder fails where one with files is there already: each half has one run and each run one half. */
    private static boolean isMoved(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException taken) {
            return false;
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }

    /** Where a folder cannot be forced, a machine that goes down takes the run with it. */
    private static void force(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException cannot) {
            return;
        }
    }

    /**
     * Records how a run went, once and for good.
     *
     * @param result what was measured; its name is that of the assigned arm, or empty for whichever it was. Without seconds, those since the
     *     run was assigned count, by the uptime of its host
     * @return why there are no seconds; empty if there are
     * @throws InvalidInputException if the run was never assigned, has an outcome, had another arm, or a figure is no measurement: of this,
     *     only that it was said is recorded; or if the folder cannot be used
     */
    public Optional<String> outcome(String runId, ArmResult result) {
        try {
            Path run = assignedRun(runId);
            requireOwn(runId, RunFiles.assignment(run).arm(), result.name());
            requireMeasured(runId, result);
            Optional<String> why = Optional.empty();
            ArmResult timed = result;
            if (result.wallSeconds().isEmpty()) {
                why = untimed(run);
                List<String> notes = new ArrayList<>(result.notes());
                why.ifPresent(notes::add);
                timed = why.isPresent() ? result.notes(notes) : result.wall(sinceStart(run));
            }
            write(runId, run, RunFiles.text(timed));
            return why;
        } catch (IOException unusable) {
            throw new InvalidInputException(
                    "run '" + runId + "'",
                    "its outcome cannot be recorded in " + root + ": " + unusable,
                    "check the folder and the disk, and report it again",
                    unusable);
        }
    }

    private Path assignedRun(String runId) throws IOException {
        List<Path> found = List.of();
        if (isRunId(runId) && Files.isDirectory(root)) {
            try (Stream<Path> families = Files.list(root)) {
                found = families.map(family -> family.resolve(RUNS).resolve(runId))
                        .filter(ScheduledRuns::isAssigned)
                        .toList();
            }
        }
        if (found.size() != 1) {
            throw found.isEmpty()
                    ? refused(runId, "was never assigned here", "call assign before it starts, with the same id")
                    : refused(runId, "is the id of runs of " + found.size() + " families", "give each run its own id");
        }
        return found.get(0);
    }

    private void requireOwn(String runId, String assigned, String named) throws IOException {
        if (!named.isEmpty() && !named.equals(assigned)) {
            throw refused(
                    runId,
                    "was assigned " + (assigned.isEmpty() ? "no arm" : "arm " + assigned) + ", not arm " + named,
                    "report each run under its own id");
        }
    }

    private void requireMeasured(String runId, ArmResult result) throws IOException {
        Map<String, Double> figures = new TreeMap<>();
        result.wallSeconds().ifPresent(seconds -> figures.put("seconds", seconds));
        result.workUnits().ifPresent(units -> figures.put("work units", units));
        for (Map.Entry<String, Double> figure : figures.entrySet()) {
            if (!(Double.isFinite(figure.getValue()) && figure.getValue() >= 0)) {
                throw refused(
                        runId,
                        figure.getValue() + " " + figure.getKey() + " are no measurement",
                        "give a number of at least 0, or none");
            }
        }
        for (Map.Entry<String, Double> metric : result.metrics().entrySet()) {
            if (!Double.isFinite(metric.getValue())) {
                throw refused(
                        runId, metric.getKey() + " is not a number: " + metric.getValue(), "give a number, or none");
            }
        }
    }

    /** Keeps that somebody came with an outcome that is not recorded, and says why it is not. */
    private InvalidInputException refused(String runId, String problem, String remedy) throws IOException {
        if (Files.isDirectory(root)) {
            String line = clock.instant() + " run '" + runId + "' " + problem;
            Files.writeString(
                    strays(),
                    line.replaceAll("\\p{Cntrl}", "?") + "\n",
                    UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
        return new InvalidInputException("run '" + runId + "'", problem, remedy);
    }

    private void write(String runId, Path run, String text) throws IOException {
        Path draft = Files.createTempFile(run, ".outcome-", "");
        try (FileChannel file = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            file.force(true);
            Files.createLink(run.resolve(RunFiles.OUTCOME), draft);
        } catch (FileAlreadyExistsException second) {
            throw refused(runId, "has an outcome already, which stays", "report each run once");
        } finally {
            Files.deleteIfExists(draft);
        }
        force(run);
    }

    /** Returns why nothing tells how long the run took since it was assigned; empty if the uptime of its host does, whatever its clock did. */
    private Optional<String> untimed(Path run) throws IOException {
        List<List<String>> starts = RunFiles.starts(run);
        if (starts.size() != 1) {
            return Optional.of(
                    starts.isEmpty()
                            ? "not timed: nobody recorded when it started; give its seconds"
                            : "not timed: it was started " + starts.size() + " times; give the seconds of the last");
        }
        List<String> start = starts.get(0);
        String boot = word("sys/kernel/random/boot_id");
        if (start.size() <= BOOT || boot.equals("-") || !start.get(BOOT).equals(boot)) {
            return Optional.of(
                    "not timed: it was started on another machine, or before this one was; give its seconds");
        }
        return start.get(1).matches("\\d{1,15}\\.\\d+") && word("uptime").matches("\\d{1,15}\\.\\d+")
                ? Optional.empty()
                : Optional.of("not timed: the record of its start is malformed; give its seconds");
    }

    private double sinceStart(Path run) throws IOException {
        return Double.parseDouble(word("uptime"))
                - Double.parseDouble(RunFiles.starts(run).get(0).get(1));
    }

    private String stamp() {
        Instant now = clock.instant();
        return String.format(
                Locale.ROOT,
                "%d.%09d %s %s %s %s",
                now.getEpochSecond(),
                now.getNano(),
                word("uptime"),
                word("sys/kernel/random/boot_id"),
                word("loadavg"),
                word("sys/kernel/hostname"));
    }

    private String word(String file) {
        try {
            String text = Files.readString(proc.resolve(file), UTF_8).strip();
            return text.isEmpty() ? "-" : text.replaceFirst("(?s)\\s.*", "");
        } catch (IOException | RuntimeException unknown) {
            return "-";
        }
    }
}
