package dev.amdahl.core.internal.anomaly;

import dev.amdahl.spi.PrivateKeyLines;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.job.Anomaly.Cause;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tells why a job failed by the lines of its logs and its exit code: hardware, memory, network, numeric, data, software or the scheduler,
 * by rules alone.
 * Hand over the lines in order, then ask. Of each rule the first line is kept, as what follows a failure is its echo. Not thread-safe.
 */
public final class FailureTriage {
    private static final int SHOWN = 300;
    private static final int TAIL = 40;

    /** What another rule for the same cause adds, and what one for another cause that is as sure takes away. */
    private static final double SUPPORT = .02;

    private static final double DOUBT = .8;
    private static final double NEAR = .1;
    private static final double MAX = .98;

    private final Map<String, Finding> found = new LinkedHashMap<>();
    private final Deque<Line> tail = new ArrayDeque<>();
    private final PrivateKeyLines keys = new PrivateKeyLines();
    private long lines;

    /**
     * A line of a log.
     *
     * @param file its name
     * @param number from 1; 0 for what stands in no file
     * @param text redacted, without control characters, cut: untrusted
     */
    public record Line(String file, long number, String text) {
        /** Returns the place as {@code file:line}. */
        public String place() {
            return number == 0 ? file : file + ":" + number;
        }
    }

    /**
     * A line that a rule fits.
     *
     * @param rule its name
     * @param confidence the rule's, 0 to 1
     */
    public record Finding(Line line, String rule, Cause cause, double confidence) {}

    /**
     * The cause.
     *
     * @param confidence 0 to 1: that of the rules, no measurement; 0 where nothing is known
     * @param findings the decisive one first; none where nothing is known
     * @param lines how many were read
     */
    public record Result(Cause cause, double confidence, List<Finding> findings, long lines) {
        public Result {
            findings = List.copyOf(findings);
        }
    }

    /** Takes a line. */
    public void line(String file, long number, String text) {
        lines++;
        if (text.isBlank()) {
            return;
        }
        if (tail.size() == TAIL) {
            tail.removeFirst();
        }
        Line line = new Line(file, number, keys.shown(text));
        tail.addLast(line);
        FailureRule.of(text).ifPresent(rule -> found.computeIfAbsent(rule.id(), ignored -> finding(rule, line)));
    }

    /** Takes the exit code of the job, as a shell gives it or, below 0, as the signal that ended it. */
    public void exitCode(int code) {
        int shell = code < 0 ? 128 - code : code;
        Optional<Cause> cause = switch (shell) {
            case 137, 135 -> Optional.of(Cause.MEMORY);
            case 132, 134, 136, 139, 126, 127 -> Optional.of(Cause.SOFTWARE);
            case 143 -> Optional.of(Cause.SCHEDULER);
            default -> Optional.empty();
        };
        cause.ifPresent(known -> found.put(
                "exit-code",
                new Finding(
                        new Line("exit code " + code, 0, meaning(shell)),
                        "exit-code",
                        known,
                        shell < 128 ? .8 : shell == 143 ? .4 : .5)));
    }

    private static String meaning(int code) {
        return switch (code) {
            case 126 -> "the command may not be executed";
            case 127 -> "the command was not found";
            case 137 -> "killed, usually for lack of memory";
            case 143 -> "told to stop, usually by the scheduler or a person";
            case 135 -> "bus error, usually from too little shared memory";
            default -> "ended by signal " + (code - 128);
        };
    }

    private static Finding finding(FailureRule rule, Line line) {
        return new Finding(clean(line), rule.id(), rule.cause(), rule.confidence());
    }

    private static Line clean(Line line) {
        return clean(line, Redaction.of(plain(line)));
    }

    private static String plain(Line line) {
        return line.text().replaceAll("\\p{Cntrl}+", " ").strip();
    }

    private static Line clean(Line line, String text) {
        return new Line(line.file(), line.number(), text.length() <= SHOWN ? text : text.substring(0, SHOWN));
    }

    /** The last lines, for whoever looks where no rule tells. */
    public List<Line> lastLines() {
        List<Line> last = List.copyOf(tail);
        List<String> clean =
                Redaction.lines(last.stream().map(FailureTriage::plain).collect(Collectors.joining("\n")));
        return IntStream.range(0, last.size())
                .mapToObj(i -> clean(last.get(i), i < clean.size() ? clean.get(i) : ""))
                .toList();
    }

    /** Returns what the lines so far say. */
    public Result result() {
        List<Finding> all = new ArrayList<>(found.values());
        all.sort(Comparator.comparingDouble(Finding::confidence).reversed());
        if (all.isEmpty()) {
            return new Result(Cause.UNKNOWN, 0, List.of(), lines);
        }
        Finding first = all.get(0);
        long support = all.stream()
                .skip(1)
                .filter(other -> other.cause() == first.cause())
                .count();
        boolean isDoubtful = all.stream()
                .anyMatch(other -> other.cause() != first.cause() && other.confidence() > first.confidence() - NEAR);
        double confidence = Math.min(MAX, first.confidence() + SUPPORT * support) * (isDoubtful ? DOUBT : 1);
        return new Result(first.cause(), confidence, all, lines);
    }
}
