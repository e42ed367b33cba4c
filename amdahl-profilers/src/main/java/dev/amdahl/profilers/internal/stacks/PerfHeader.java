package dev.amdahl.profilers.internal.stacks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The line that begins a sample of {@code perf script}: command, process, processor, time, then what happened. The command may hold
 * spaces.
 *
 * @param command the task's name
 * @param thread the thread, or the process where only that is shown
 * @param nanos the time, ns on the system's clock
 * @param rest the words after the time
 */
record PerfHeader(String command, long thread, long nanos, List<String> rest) {
    private static final int MAX_WORDS = 64;

    PerfHeader {
        rest = List.copyOf(rest);
    }

    /** Returns the header in a line; empty if it is none. */
    static Optional<PerfHeader> of(String line) {
        List<String> words = words(line);
        for (int i = 1; i < words.size(); i++) {
            long nanos = nanos(words.get(i));
            if (nanos < 0) {
                continue;
            }
            int task = i - 1;
            while (task > 0 && thread(words.get(task)) < 0) {
                task--;
            }
            long thread = thread(words.get(task));
            if (task == 0 || i - task > 3 || thread < 0) {
                return Optional.empty();
            }
            return Optional.of(new PerfHeader(
                    String.join(" ", words.subList(0, task)), thread, nanos, words.subList(i + 1, words.size())));
        }
        return Optional.empty();
    }

    /** Returns the event's name without its modifiers; empty text where the line shows none. */
    String event() {
        int at = hasPeriod() ? 1 : 0;
        if (rest.size() <= at || !rest.get(at).endsWith(":")) {
            return "";
        }
        String name = rest.get(at).substring(0, rest.get(at).length() - 1);
        int modifiers = name.lastIndexOf(':');
        boolean isModified = modifiers > 0 && name.substring(modifiers + 1).matches("[ukhHGpPSDIWeb]{0,9}");
        return FrameSums.cut(isModified ? name.substring(0, modifiers) : name);
    }

    /** Returns what the event counted since the sample before; 1 where not shown. */
    long period() {
        return hasPeriod() ? Long.parseLong(rest.get(0)) : 1;
    }

    boolean hasPeriod() {
        return rest.size() > 1 && isDigits(rest.get(0), 18) && rest.get(1).endsWith(":");
    }

    /** Returns what follows the event on its line: a frame where stacks were not recorded. */
    String afterEvent() {
        int at = hasPeriod() ? 2 : 1;
        return rest.size() <= at ? "" : String.join(" ", rest.subList(at, rest.size()));
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        int from = -1;
        for (int at = 0; at <= line.length() && words.size() < MAX_WORDS; at++) {
            boolean isGap = at == line.length() || Character.isWhitespace(line.charAt(at));
            if (isGap && from >= 0) {
                words.add(line.substring(from, at));
                from = -1;
            } else if (!isGap && from < 0) {
                from = at;
            }
        }
        return words;
    }

    /** {@code 25717.334360551:} as ns; -1 if it is not a time. */
    private static long nanos(String word) {
        int point = word.indexOf('.');
        int end = word.length() - 1;
        if (point < 1 || point > 10 || !word.endsWith(":") || end - point - 1 < 3 || end - point - 1 > 9) {
            return -1;
        }
        String fraction = word.substring(point + 1, end);
        if (!isDigits(word.substring(0, point), 10) || !isDigits(fraction, 9)) {
            return -1;
        }
        long nanos = Long.parseLong(word.substring(0, point)) * 1_000_000_000L;
        return nanos + Long.parseLong((fraction + "000000000").substring(0, 9));
    }

    /** {@code 1507506} or {@code 1507506/1507507}: the last number; -1 if it is none. */
    private static long thread(String word) {
        String number = word.substring(word.indexOf('/') + 1);
        boolean isPair = word.indexOf('/') < 0 || isDigits(word.substring(0, word.indexOf('/')), 10);
        return isPair && isDigits(number, 10) ? Long.parseLong(number) : -1;
    }

    private static boolean isDigits(String text, int most) {
        return !text.isEmpty() && text.length() <= most && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
