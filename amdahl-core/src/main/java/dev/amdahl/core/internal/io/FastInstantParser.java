package dev.amdahl.core.internal.io;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * Reads times as {@link Instant#toString} writes them, at a small part of the cost of a reader of every form; what does not look like
 * that goes to that reader.
 */
public final class FastInstantParser {
    private static final int WHOLE = "0000-00-00T00:00:00".length();
    private static final int DIGITS = 9;
    private static final int MAX = WHOLE + 1 + DIGITS;

    private FastInstantParser() {}

    /**
     * Returns the time that a text says.
     *
     * @throws DateTimeException if it is none
     */
    public static Instant of(String text) {
        return plain(text).orElseGet(() -> Instant.parse(text));
    }

    /** Returns the same, if it is written in this form. */
    public static Optional<Instant> plain(String text) {
        int end = text.length() - 1;
        if (!hasMarks(text, end)) {
            return Optional.empty();
        }
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, WHOLE);
        int nanos = end == WHOLE ? 0 : nanos(text, end);
        if ((year | month | day | hour | minute | second | nanos) < 0) {
            return Optional.empty();
        }
        if (month < 1 || month > 12 || day < 1 || day > days(year, month) || hour > 23 || minute > 59 || second > 59) {
            return Optional.empty();
        }
        long seconds = (epochDay(year, month, day) * 24 + hour) * 3600 + minute * 60L + second;
        return Optional.of(Instant.ofEpochSecond(seconds, nanos));
    }

    private static int days(int year, int month) {
        return switch (month) {
            case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    /** In years that begin in March, so that the leap day is the last. */
    private static long epochDay(int year, int month, int day) {
        long years = month > 2 ? year : year - 1L;
        int months = (month + 9) % 12;
        return 365 * years
                + Math.floorDiv(years, 4)
                - Math.floorDiv(years, 100)
                + Math.floorDiv(years, 400)
                + (153 * months + 2) / 5
                + day
                - 719_469;
    }

    private static boolean hasMarks(String text, int end) {
        return end >= WHOLE
                && end != WHOLE + 1
                && end <= MAX
                && text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && text.charAt(10) == 'T'
                && text.charAt(13) == ':'
                && text.charAt(16) == ':'
                && (end == WHOLE || text.charAt(WHOLE) == '.')
                && text.charAt(end) == 'Z';
    }

    private static int nanos(String text, int end) {
        int nanos = number(text, WHOLE + 1, end);
        for (int digits = end - WHOLE; digits <= DIGITS && nanos > 0; digits++) {
            nanos *= 10;
        }
        return nanos;
    }

    /** Returns what the digits say; below zero if something else is among them. */
    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
