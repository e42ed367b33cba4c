package dev.amdahl.spi.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.InvalidPropertiesFormatException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/** The files in the folder of a scheduled run, and what they say. Stateless, thread-safe. */
public final class RunFiles {
    /** File that says what a run is started with: lines of properties. */
    public static final String ASSIGNMENT = "assignment";
    /** File that says the same as lines of shell. */
    public static final String SETTINGS = "settings.sh";
    /** File of one line for each time a run asked: epoch seconds, uptime, boot, load and host; {@code -} for what was not recorded. */
    public static final String STARTS = "starts";
    /** File that says how a run went: lines of properties. */
    public static final String OUTCOME = "outcome";

    private static final String KEY = "key";
    private static final String ARM = "arm";
    private static final String WORD = "word.";
    private static final String SET = "set.";
    private static final String UNSET = "unset.";
    private static final String EXIT = "exit";
    private static final String TIMED_OUT = "timed_out";
    private static final String SECONDS = "seconds";
    private static final String CPU = "cpu_seconds";
    private static final String WORK = "work_units";
    private static final String INPUT = "input";
    private static final String METRIC = "metric.";
    private static final String COVARIATE = "covariate.";
    private static final String NOTE = "note.";
    private static final int LOAD = 3;
    private static final long MAX_BYTES = 1 << 20;
    private static final int HOST = 4;

    private RunFiles() {}

    /** Returns what a run is started with, as text of the file. */
    public static String text(Assignment assignment) {
        Properties lines = new Properties();
        lines.setProperty(KEY, assignment.key());
        lines.setProperty(ARM, assignment.arm());
        for (int i = 0; i < assignment.command().size(); i++) {
            lines.setProperty(WORD + i, assignment.command().get(i));
        }
        assignment.environment().forEach((name, value) -> lines.setProperty(SET + name, value));
        assignment.unset().forEach(name -> lines.setProperty(UNSET + name, ""));
        return text(lines);
    }

    /**
     * Returns what a run is started with.
     *
     * @throws InvalidPropertiesFormatException if its folder says so in no such file
     * @throws IOException if it cannot be read
     */
    public static Assignment assignment(Path run) throws IOException {
        Properties lines = load(run.resolve(ASSIGNMENT));
        try {
            Set<String> unset = new HashSet<>(after(UNSET, lines).keySet());
            return new Assignment(
                    lines.getProperty(KEY, ""),
                    lines.getProperty(ARM, ""),
                    numbered(WORD, lines),
                    after(SET, lines),
                    unset);
        } catch (IllegalArgumentException malformed) {
            throw malformed(run.resolve(ASSIGNMENT), malformed);
        }
    }

    private static InvalidPropertiesFormatException malformed(Path file, IllegalArgumentException why) {
        InvalidPropertiesFormatException malformed =
                new InvalidPropertiesFormatException(file + ": " + why.getMessage());
        malformed.initCause(why);
        return malformed;
    }

    /** Returns how a run went, as text of the file. */
    static String text(ArmResult result) {
        Properties lines = new Properties();
        result.exitCode().ifPresent(code -> lines.setProperty(EXIT, Integer.toString(code)));
        lines.setProperty(TIMED_OUT, Boolean.toString(result.isTimedOut()));
        set(lines, SECONDS, result.wallSeconds());
        set(lines, CPU, result.cpuSeconds());
        set(lines, WORK, result.workUnits());
        result.inputDigest().ifPresent(digest -> lines.setProperty(INPUT, digest));
        result.metrics().forEach((name, value) -> lines.setProperty(METRIC + name, Double.toString(value)));
        result.covariates().forEach((name, value) -> lines.setProperty(COVARIATE + name, Double.toString(value)));
        for (int i = 0; i < result.notes().size(); i++) {
            lines.setProperty(NOTE + i, result.notes().get(i));
        }
        return text(lines);
    }

    private static void set(Properties lines, String name, OptionalDouble value) {
        value.ifPresent(figure -> lines.setProperty(name, Double.toString(figure)));
    }

    /**
     * Returns how a run went; empty as long as nobody said.
     *
     * @throws InvalidPropertiesFormatException if the record is none
     * @throws IOException if it cannot be read
     */
    public static Optional<ArmResult> outcome(Path run) throws IOException {
        if (!Files.exists(run.resolve(OUTCOME))) {
            return Optional.empty();
        }
        Properties lines = load(run.resolve(OUTCOME));
        try {
            ArmResult result = result(assignment(run).arm(), lines, started(run));
            return Optional.of(startedAt(run).map(result::startedAt).orElse(result));
        } catch (IllegalArgumentException malformed) {
            throw malformed(run.resolve(OUTCOME), malformed);
        }
    }

    private static ArmResult result(String arm, Properties lines, List<String> start) {
        String exit = lines.getProperty(EXIT);
        Map<Covariate, Double> covariates = new HashMap<>();
        after(COVARIATE, lines)
                .forEach((name, value) -> covariates.put(Covariate.valueOf(name), Double.valueOf(value)));
        Map<String, Double> metrics = new HashMap<>();
        after(METRIC, lines).forEach((name, value) -> metrics.put(name, Double.valueOf(value)));
        ArmResult result = ArmResult.notRun(arm)
                .exited(exit == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(exit)));
        if (Boolean.parseBoolean(lines.getProperty(TIMED_OUT))) {
            result = result.timedOut();
        }
        if (lines.containsKey(SECONDS)) {
            result = result.wall(Double.parseDouble(lines.getProperty(SECONDS)));
        }
        if (lines.containsKey(CPU)) {
            result = result.cpu(Double.parseDouble(lines.getProperty(CPU)));
        }
        if (lines.containsKey(WORK)) {
            result = result.work(Double.parseDouble(lines.getProperty(WORK)));
        }
        if (lines.containsKey(INPUT)) {
            result = result.input(lines.getProperty(INPUT));
        }
        if (start.size() > LOAD && !start.get(LOAD).equals("-")) {
            covariates.putIfAbsent(Covariate.LOAD_1M, Double.valueOf(start.get(LOAD)));
        }
        return result.metrics(metrics).covariates(covariates).notes(numbered(NOTE, lines));
    }

    /** Returns the words of each line that a run left when it asked. */
    static List<List<String>> starts(Path run) throws IOException {
        Path file = run.resolve(STARTS);
        return Files.exists(file) && Files.size(file) <= MAX_BYTES
                ? Files.readAllLines(file, UTF_8).stream()
                        .map(line -> List.of(line.split(" ", -1)))
                        .toList()
                : List.of();
    }

    /** Returns when a run asked last, by the clock of its host; empty if nobody recorded it. */
    public static Optional<Instant> startedAt(Path run) throws IOException {
        List<String> start = started(run);
        try {
            if (start.isEmpty()) {
                return Optional.empty();
            }
            return start.get(0).equals("-")
                    ? Optional.of(Files.getLastModifiedTime(run.resolve(STARTS)).toInstant())
                    : Optional.of(Instant.ofEpochMilli(Math.round(1000 * Double.parseDouble(start.get(0)))));
        } catch (NumberFormatException malformed) {
            throw malformed(run.resolve(STARTS), malformed);
        }
    }

    /** Returns the host that a run asked on; empty text if nobody recorded it. */
    public static String host(Path run) throws IOException {
        List<String> start = started(run);
        return start.size() > HOST && !start.get(HOST).equals("-") ? start.get(HOST) : "";
    }

    private static List<String> started(Path run) throws IOException {
        List<List<String>> starts = starts(run);
        return starts.isEmpty() ? List.of() : starts.get(starts.size() - 1);
    }

    private static Map<String, String> after(String prefix, Properties lines) {
        Map<String, String> found = new HashMap<>();
        for (String name : lines.stringPropertyNames()) {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), lines.getProperty(name));
            }
        }
        return found;
    }

    private static List<String> numbered(String prefix, Properties lines) {
        Map<Integer, String> ordered = new TreeMap<>();
        after(prefix, lines).forEach((number, value) -> ordered.put(Integer.valueOf(number), value));
        return List.copyOf(ordered.values());
    }

    /** Jobs may write here too: what is too large is no such file. */
    private static Properties load(Path file) throws IOException {
        Properties lines = new Properties();
        if (Files.size(file) > MAX_BYTES) {
            throw new InvalidPropertiesFormatException(file + ": more than " + MAX_BYTES + " bytes");
        }
        try (Reader reader = Files.newBufferedReader(file, UTF_8)) {
            lines.load(reader);
        } catch (IllegalArgumentException malformed) {
            throw malformed(file, malformed);
        }
        return lines;
    }

    private static String text(Properties lines) {
        StringWriter text = new StringWriter();
        try {
            lines.store(text, null);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return text.toString();
    }
}
