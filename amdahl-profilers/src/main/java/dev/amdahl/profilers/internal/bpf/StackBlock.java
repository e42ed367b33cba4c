package dev.amdahl.profilers.internal.bpf;

import dev.amdahl.profilers.internal.Numbers;
import dev.amdahl.profilers.internal.stacks.FoldedLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collects a stack that stands over several lines, innermost frame first: as bcc prints it, with the task's name last and the count
 * below, or between the brackets of a bpftrace map. Not thread-safe.
 */
final class StackBlock {
    private static final int DEEPEST = 2048;
    private static final int MAX_LENGTH = 300;
    private static final Pattern TASK = Pattern.compile("^- {1,40}(.{1,64}?) \\(\\d{1,10}\\)$");
    private static final Pattern MAP_END = Pattern.compile("^(.{0,200}?)\\]: (\\d{1,15})$");

    private final List<String> frames = new ArrayList<>();
    private boolean isMap;

    /** A stack and what the tool counted. */
    record Counted(List<String> frames, double count) {}

    void beginMap() {
        frames.clear();
        isMap = true;
    }

    boolean isMap() {
        return isMap;
    }

    void reset() {
        frames.clear();
        isMap = false;
    }

    /** Takes a line of four spaces and a frame; false if it is none. */
    boolean frame(String line) {
        boolean isFrame = line.startsWith("    ") && line.length() > 4 && (isMap || line.charAt(4) != ' ');
        if (isFrame && frames.size() < DEEPEST) {
            String frame = line.strip();
            frames.add(frame.length() > MAX_LENGTH ? frame.substring(0, MAX_LENGTH) : frame);
        }
        return isFrame;
    }

    /** Returns the stack that a line of eight spaces and a count ends. */
    Optional<Counted> end(String line) {
        if (isMap) {
            Matcher end = MAP_END.matcher(line);
            if (!end.find()) {
                return Optional.empty();
            }
            Counted counted = counted(Double.parseDouble(end.group(2)));
            reset();
            return Optional.of(counted);
        }
        long count = line.startsWith("        ") ? Numbers.whole(line) : -1;
        if (count < 0 || frames.isEmpty()) {
            return Optional.empty();
        }
        Counted counted = counted((double) count);
        reset();
        return Optional.of(counted);
    }

    private Counted counted(double count) {
        List<String> outermostFirst = new ArrayList<>();
        for (String text : frames) {
            Matcher task = TASK.matcher(text);
            String frame = task.find() ? task.group(1) : plain(FoldedLine.plain(text));
            if (!frame.isEmpty()) {
                outermostFirst.add(frame);
            }
        }
        Collections.reverse(outermostFirst);
        return new Counted(outermostFirst, count);
    }

    /** Without a decimal offset and the quotes of Python's bytes. */
    private static String plain(String text) {
        String frame = text.startsWith("b'") && text.endsWith("'") && text.length() > 3
                ? text.substring(2, text.length() - 1)
                : text;
        int plus = frame.lastIndexOf('+');
        return plus > 0 && Numbers.whole(frame.substring(plus + 1)) >= 0 ? frame.substring(0, plus) : frame;
    }
}
