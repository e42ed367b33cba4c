package dev.amdahl.core.internal.steps;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.amdahl.core.internal.timeline.StepTotals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The steps of one run as the job wrote them into {@code AMDAHL_STEPS}, one JSON object a line: {@code {"step": 17, "seconds": .213,
 * "work_units": 64, "arm": "b"}}; the hook for Python adds what the step waited for its loader, what it spent on saving, and when it ended. Columns of equal length, in order of running. The job is not trusted: a log that is not what it should
 * be is no log.
 */
public final class StepLog {
    /** Name of the file in an arm's folder. */
    public static final String FILE = "steps.jsonl";

    private static final long MAX_BYTES = 256L << 20;
    private static final int MAX_STEPS = 2_000_000;
    private static final int MAX_LINE = 4096;

    /** How many times as long as the middle one a step is that did something else beside. */
    private static final double LONG = 5;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(4).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private long[] steps = new long[64];
    private double[] seconds = new double[64];
    private double[] work = new double[64];
    private byte[] arms = new byte[64];
    private double[] asides = new double[64];
    private int size;
    private double waited;
    private double saved;
    private double begun = Double.NaN;
    private double ended = Double.NaN;

    private StepLog() {}

    /** A log that cannot be used; the message says which line, and why. */
    public static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        /** @param message what is wrong, and where */
        public UnusableException(String message) {
            super(message);
        }
    }

    /**
     * Returns the steps of the arm whose files lie in a folder.
     *
     * @throws UnusableException if there is no log, or it is malformed, goes back in steps, or holds a time below 0
     */
    public static StepLog read(Path arm) throws UnusableException {
        Path file = arm.resolve(FILE);
        StepLog log = new StepLog();
        try (InputStream stream = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
                BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            if (Files.size(file) > MAX_BYTES) {
                throw new UnusableException("its step log is larger than " + MAX_BYTES + " bytes");
            }
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isBlank()) {
                    log.add(line, number);
                }
            }
        } catch (NoSuchFileException missing) {
            throw new UnusableException("it wrote no step log: let it write one JSON line a step into $AMDAHL_STEPS");
        } catch (IOException unreadable) {
            throw new UnusableException("its step log cannot be read: " + unreadable.getMessage());
        }
        if (log.size == 0) {
            throw new UnusableException("its step log is empty");
        }
        return log;
    }

    private void add(String line, int number) throws UnusableException {
        if (line.length() > MAX_LINE) {
            throw fault(number, "is longer than " + MAX_LINE + " characters");
        }
        long step = -1;
        double time = Double.NaN;
        double units = Double.NaN;
        byte arm = 0;
        double wait = 0;
        double save = 0;
        double at = Double.NaN;
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw fault(number, "is not a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "step" -> step = value == JsonToken.VALUE_NUMBER_INT ? parser.getLongValue() : -1;
                    case "seconds" -> time = value.isNumeric() ? parser.getDoubleValue() : Double.NaN;
                    case "work_units" -> units = value.isNumeric() ? parser.getDoubleValue() : -1;
                    case "arm" -> arm = arm(parser.getText(), number);
                    case "wait" -> wait = amount(parser, value);
                    case "save" -> save = amount(parser, value);
                    case "at" -> at = amount(parser, value);
                    default -> parser.skipChildren();
                }
            }
        } catch (JsonProcessingException malformed) {
            throw fault(number, "is not JSON: " + malformed.getOriginalMessage());
        } catch (IOException unreadable) {
            throw fault(number, "cannot be read: " + unreadable);
        }
        if (step < 0) {
            throw fault(number, "has no step, a whole number of at least 0");
        }
        if (!(time >= 0 && time < Double.POSITIVE_INFINITY)) {
            throw fault(number, "has no seconds, a number of at least 0");
        }
        if (units < 0 || units == Double.POSITIVE_INFINITY) {
            throw fault(number, "has work units that are not a number of at least 0");
        }
        if (size > 0 && step <= steps[size - 1]) {
            throw fault(number, "goes back to step " + step + " after step " + steps[size - 1]);
        }
        if (size > 0 && Double.isNaN(units) != Double.isNaN(work[size - 1])) {
            throw fault(number, "counts work units where the line before does not, or the other way");
        }
        append(step, time, units, arm, number);
        aside(time, wait, save, at);
    }

    private static double amount(JsonParser parser, JsonToken value) throws IOException {
        double amount = value.isNumeric() ? parser.getDoubleValue() : 0;
        return amount >= 0 && amount < Double.POSITIVE_INFINITY ? amount : 0;
    }

    /** Keeps what the last step did beside its own work, and when it ended. */
    private void aside(double time, double wait, double save, double at) {
        double waiting = Math.min(wait, time);
        double saving = Math.min(save, time - waiting);
        asides[size - 1] = waiting + saving;
        waited += waiting;
        saved += saving;
        if (at > 0) {
            begun = size == 1 ? at - time : begun;
            ended = at;
        }
    }

    private static byte arm(String name, int number) throws UnusableException {
        return switch (name) {
            case "a" -> 'a';
            case "b" -> 'b';
            default -> throw fault(number, "names an arm that is neither a nor b");
        };
    }

    private void append(long step, double time, double units, byte arm, int number) throws UnusableException {
        if (size == MAX_STEPS) {
            throw fault(number, "is one step more than the " + MAX_STEPS + " that are read");
        }
        if (size == steps.length) {
            steps = Arrays.copyOf(steps, 2 * size);
            seconds = Arrays.copyOf(seconds, 2 * size);
            work = Arrays.copyOf(work, 2 * size);
            arms = Arrays.copyOf(arms, 2 * size);
            asides = Arrays.copyOf(asides, 2 * size);
        }
        steps[size] = step;
        seconds[size] = time;
        work[size] = units;
        arms[size++] = arm;
    }

    private static UnusableException fault(int line, String problem) {
        return new UnusableException("line " + line + " of its step log " + problem);
    }

    /** Returns how many steps there are, at least 1. */
    public int size() {
        return size;
    }

    /** Returns the number of the step at a place, from 0. */
    public long step(int i) {
        return steps[i];
    }

    /** Returns how long the step at a place took. */
    public double seconds(int i) {
        return seconds[i];
    }

    /** Returns the work units of the step at a place; 1 where the job counts none. */
    public double work(int i) {
        return Double.isNaN(work[i]) ? 1 : work[i];
    }

    /** Returns {@code a} or {@code b}, the arm that the job says was set at a place; 0 if it does not say. */
    public byte arm(int i) {
        return arms[i];
    }

    /** Returns what all steps took. */
    public StepTotals totals() {
        double[] own = seconds();
        double all = 0;
        for (int i = 0; i < size; i++) {
            all += own[i];
            own[i] -= asides[i];
        }
        Arrays.sort(own);
        double middle = own[(size - 1) / 2];
        double beyond = 0;
        for (int i = size - 1; middle > 0 && i >= 0 && own[i] > LONG * middle; i--) {
            beyond += own[i] - middle;
        }
        return new StepTotals(known(begun), known(ended), all, waited, saved, beyond);
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns the seconds of all steps, a copy. */
    public double[] seconds() {
        return Arrays.copyOf(seconds, size);
    }
}
