package dev.amdahl.core.ledger.file;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Reads times as {@link Instant#toString} writes them, at a small part of the cost of a reader of every form; what does not look like
 * that goes to that reader. Stateless.
 */
final class WrittenTime {
    private static final String FORM = "0000-00-00T00:00:00.000000000";
    private static final int WHOLE = FORM.indexOf('.');

    private WrittenTime() {}

    static Instant of(String text) {
        int end = text.length() - 1;
        if (!isInForm(text, end)) {
            return Instant.parse(text);
        }
        try {
            return LocalDateTime.of(
                            number(text, 0, 4),
                            number(text, 5, 7),
                            number(text, 8, 10),
                            number(text, 11, 13),
                            number(text, 14, 16),
                            number(text, 17, 19),
                            nanos(text, end))
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return Instant.parse(text);
        }
    }

    /** Whether it is a time of the years 0000 to 9999 as {@link Instant#toString} writes it, with one to nine places of a second. */
    static boolean isOne(String text) {
        if (!isInForm(text, text.length() - 1)) {
            return false;
        }
        try {
            of(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isInForm(String text, int end) {
        if (end < WHOLE || end == WHOLE + 1 || end > FORM.length() || text.charAt(end) != 'Z') {
            return false;
        }
        for (int i = 0; i < end; i++) {
            char wanted = FORM.charAt(i);
            char is = text.charAt(i);
            if (wanted == '0' ? is < '0' || is > '9' : is != wanted) {
                return false;
            }
        }
        return true;
    }

    private static int nanos(String text, int end) {
        return end == WHOLE ? 0 : (int) (number(text, WHOLE + 1, end) * Math.pow(10, FORM.length() - end));
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }
}
