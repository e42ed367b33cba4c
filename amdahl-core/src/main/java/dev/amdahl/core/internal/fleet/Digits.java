package dev.amdahl.core.internal.fleet;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Reads numbers and instants from bytes, without an object where they are written plainly. */
final class Digits {
    /** What cannot be read as an instant. */
    static final long NO_TIME = Long.MIN_VALUE;

    private static final double[] TENS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };
    private static final int EXACT_DIGITS = 15;
    private static final long MICROS = 1_000_000;
    private static final int DATE_AND_TIME = 19;

    private Digits() {}

    /** The number written there; NaN if it is none. Exact where there are at most 15 digits, else by the JDK. */
    static double number(byte[] bytes, int from, int to) {
        int at = from;
        boolean isNegative = at < to && bytes[at] == '-';
        at += isNegative ? 1 : 0;
        long digits = 0;
        int count = 0;
        int decimals = 0;
        boolean isFraction = false;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = 10 * digits + digit;
                count++;
                decimals += isFraction ? 1 : 0;
            } else if (bytes[at] == '.' && !isFraction) {
                isFraction = true;
            } else {
                return slowNumber(bytes, from, to);
            }
            if (count > EXACT_DIGITS) {
                return slowNumber(bytes, from, to);
            }
        }
        if (count == 0) {
            return Double.NaN;
        }
        double value = digits / TENS[decimals];
        return isNegative ? -value : value;
    }

    private static double slowNumber(byte[] bytes, int from, int to) {
        try {
            return Double.parseDouble(text(bytes, from, to));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /**
     * The instant written there as {@code 2026-01-31T12:00:00.5Z}, or with an offset; microseconds since 1970.
     *
     * @param isUtcByDefault whether one without an offset is UTC, and a blank may stand between date and time
     */
    static long instant(byte[] bytes, int from, int to, boolean isUtcByDefault) {
        if (to - from >= DATE_AND_TIME && bytes[from + 4] == '-' && bytes[from + 7] == '-') {
            byte between = bytes[from + 10];
            boolean isPlain = (between == 'T' || (isUtcByDefault && between == ' '))
                    && bytes[from + 13] == ':'
                    && bytes[from + 16] == ':';
            long fraction = isPlain ? fraction(bytes, from + DATE_AND_TIME, to, isUtcByDefault) : NO_TIME;
            if (fraction != NO_TIME) {
                int year = 100 * pair(bytes, from) + pair(bytes, from + 2);
                int month = pair(bytes, from + 5);
                int day = pair(bytes, from + 8);
                int hour = pair(bytes, from + 11);
                int minute = pair(bytes, from + 14);
                int second = pair(bytes, from + 17);
                boolean isValid = year > 0
                        && month >= 1
                        && month <= 12
                        && day >= 1
                        && day <= (day <= 28 ? 28 : length(year, month))
                        && hour >= 0
                        && hour <= 23
                        && minute >= 0
                        && minute <= 59
                        && second >= 0
                        && second <= 59;
                return isValid
                        ? ((days(year, month, day) * 24L + hour) * 60 + minute) * 60 * MICROS
                                + second * MICROS
                                + fraction
                        : NO_TIME;
            }
        }
        return slowInstant(text(bytes, from, to), isUtcByDefault);
    }

    /** The microseconds behind the seconds, up to the end or a Z. */
    private static long fraction(byte[] bytes, int from, int to, boolean isUtcByDefault) {
        int end = to;
        if (to > from && bytes[to - 1] == 'Z') {
            end--;
        } else if (!isUtcByDefault) {
            return NO_TIME;
        }
        if (end == from) {
            return 0;
        }
        if (bytes[from] != '.' || end - from < 2 || end - from > 10) {
            return NO_TIME;
        }
        long micros = 0;
        for (int i = 1; i <= 6; i++) {
            int digit = from + i < end ? bytes[from + i] - '0' : 0;
            if (digit < 0 || digit > 9) {
                return NO_TIME;
            }
            micros = 10 * micros + digit;
        }
        return micros;
    }

    private static long slowInstant(String text, boolean isUtcByDefault) {
        String iso = isUtcByDefault ? text.replace(' ', 'T') : text;
        boolean hasOffset = iso.endsWith("Z") || iso.matches(".*T.*[+-][0-9:]+$");
        try {
            Instant at = OffsetDateTime.parse(isUtcByDefault && !hasOffset ? iso + "Z" : iso)
                    .toInstant();
            return Micros.of(at);
        } catch (DateTimeException | ArithmeticException e) {
            return NO_TIME;
        }
    }

    private static int pair(byte[] bytes, int at) {
        int tens = bytes[at] - '0';
        int ones = bytes[at + 1] - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -100_000 : 10 * tens + ones;
    }

    private static int length(int year, int month) {
        if (month == 2) {
            return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /** Days since 1970 in the proleptic Gregorian calendar, years counted from March. */
    private static long days(int year, int month, int day) {
        int y = month <= 2 ? year - 1 : year;
        int era = y / 400;
        int yearOfEra = y - era * 400;
        int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097L + dayOfEra - 719_468;
    }

    static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
}
