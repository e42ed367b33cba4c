package dev.amdahl.spi.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times the steps of a job that runs in a JVM, and tells its settings while they change. Outside of trials, where none of {@code
 * AMDAHL_STEPS}, {@code AMDAHL_SWITCH} and {@code AMDAHL_WORK_LIMIT} is set, it does nothing. Not thread-safe.
 *
 * <pre>{@code
 * try (Steps steps = Steps.of(System.getenv())) {
 *     while (!steps.isOver() && batches.hasNext()) {
 *         steps.begin();
 *         train(batches.next(), steps.setting("PREFETCH").orElse("2"));
 *         steps.end(64);
 *     }
 * }
 * }</pre>
 */
public final class Steps implements AutoCloseable {
    private static final Pattern FROM = Pattern.compile("\"from_step\"\\s*:\\s*(\\d{1,18})");
    private static final Pattern ARM = Pattern.compile("\"arm\"\\s*:\\s*\"([ab])\"");
    private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*)\"";
    private static final Pattern SETTINGS =
            Pattern.compile("\"environment\"\\s*:\\s*\\{((?:\\s*" + TEXT + "\\s*:\\s*" + TEXT + "\\s*,?)*)\\s*}");
    private static final Pattern PAIR = Pattern.compile(TEXT + "\\s*:\\s*" + TEXT);
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u([0-9a-fA-F]{4})|.)");

    private final Map<String, String> environment;
    private final @Nullable BufferedWriter log;
    private final Deque<Switch> due;
    private final double limit;
    private Map<String, String> settings = Map.of();
    private String arm = "";
    private long step;
    private double done;
    private long begun;

    private record Switch(long from, String arm, Map<String, String> settings) {}

    private Steps(Map<String, String> environment, @Nullable BufferedWriter log, Deque<Switch> due, double limit) {
        this.environment = environment;
        this.log = log;
        this.due = due;
        this.limit = limit;
    }

    /**
     * Starts counting.
     *
     * @param environment of the process
     * @throws UncheckedIOException if a file that it names cannot be opened or read
     * @throws IllegalArgumentException if the schedule or the limit is malformed
     */
    public static Steps of(Map<String, String> environment) {
        try {
            String path = environment.get("AMDAHL_STEPS");
            String schedule = environment.get("AMDAHL_SWITCH");
            Deque<Switch> due = new ArrayDeque<>();
            if (schedule != null) {
                Files.readAllLines(Path.of(schedule), UTF_8).stream()
                        .filter(line -> !line.isBlank())
                        .map(Steps::parse)
                        .forEach(due::add);
            }
            double limit = Optional.ofNullable(environment.get("AMDAHL_WORK_LIMIT"))
                    .map(Double::parseDouble)
                    .orElse(Double.POSITIVE_INFINITY);
            return new Steps(
                    Map.copyOf(environment),
                    path == null ? null : Files.newBufferedWriter(Path.of(path), UTF_8),
                    due,
                    limit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Switch parse(String line) {
        Matcher from = FROM.matcher(line);
        Matcher named = ARM.matcher(line);
        Matcher set = SETTINGS.matcher(line);
        if (!from.find() || !named.find() || !set.find()) {
            throw new IllegalArgumentException("not a line of a schedule: " + line);
        }
        Map<String, String> settings = new HashMap<>();
        Matcher pairs = PAIR.matcher(set.group(1));
        while (pairs.find()) {
            settings.put(plain(pairs.group(1)), plain(pairs.group(2)));
        }
        return new Switch(Long.parseLong(from.group(1)), named.group(1), Map.copyOf(settings));
    }

    private static String plain(String escaped) {
        return ESCAPE.matcher(escaped).replaceAll(found -> Matcher.quoteReplacement(unescaped(found.group())));
    }

    private static String unescaped(String sequence) {
        return switch (sequence.charAt(1)) {
            case 'u' -> String.valueOf((char) Integer.parseInt(sequence.substring(2), 16));
            case 'n' -> "\n";
            case 't' -> "\t";
            case 'r' -> "\r";
            case 'b' -> "\b";
            case 'f' -> "\f";
            default -> sequence.substring(1);
        };
    }

    /** Begins a step: puts in force what is due, and starts the clock. */
    public void begin() {
        while (!due.isEmpty() && due.element().from() <= step) {
            Switch now = due.remove();
            arm = now.arm();
            settings = now.settings();
        }
        begun = System.nanoTime();
    }

    /** Ends a step that counts as one unit of work where others are not counted either. */
    public void end() {
        end(OptionalDouble.empty());
    }

    /** Ends a step that did so much work. */
    public void end(double workUnits) {
        end(OptionalDouble.of(workUnits));
    }

    private void end(OptionalDouble work) {
        double seconds = (System.nanoTime() - begun) / 1e9;
        if (log != null) {
            try {
                log.write(String.format(Locale.ROOT, "{\"step\": %d, \"seconds\": %.9f", step, seconds));
                if (work.isPresent()) {
                    log.write(", \"work_units\": " + work.getAsDouble());
                }
                log.write(arm.isEmpty() ? "}\n" : ", \"arm\": \"" + arm + "\"}\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        step++;
        done += work.orElse(1);
    }

    /** Returns the present value of a setting: by the schedule, else the environment variable's. */
    public Optional<String> setting(String name) {
        return Optional.ofNullable(settings.getOrDefault(name, environment.get(name)));
    }

    /** Returns whether as much work is done as a short run is to do. */
    public boolean isOver() {
        return done >= limit;
    }

    /** Writes what is left of the log. */
    @Override
    public void close() {
        if (log != null) {
            try {
                log.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
