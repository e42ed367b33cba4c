package dev.amdahl.profilers.internal.kineto.document;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Decimal microseconds to integer nanoseconds, from the text and never through a double. */
public final class DecimalNanos {
    /** What is returned for text that is not a number or does not fit. */
    public static final long INVALID = Long.MIN_VALUE;

    private static final long SAFE = Long.MAX_VALUE / 10 - 1;

    private DecimalNanos() {}

    /** Nanoseconds of {@code micros}; digits beyond the nanosecond are rounded half up. */
    public static long parse(char[] text, int offset, int length) {
        int end = offset + length;
        int i = offset;
        boolean negative = i < end && text[i] == '-';
        if (negative) {
            i++;
        }
        long value = 0;
        int digits = 0;
        int decimals = -1;
        boolean roundUp = false;
        for (; i < end; i++) {
            char c = text[i];
            if (c == '.' && decimals < 0) {
                decimals = 0;
            } else if (c < '0' || c > '9' || value > SAFE) {
                return general(new String(text, offset, length));
            } else if (decimals < 3) {
                value = value * 10 + (c - '0');
                digits++;
                decimals += decimals >= 0 ? 1 : 0;
            } else {
                roundUp |= decimals == 3 && c >= '5';
                decimals++;
            }
        }
        for (int d = Math.max(decimals, 0); d < 3; d++) {
            if (value > SAFE) {
                return INVALID;
            }
            value *= 10;
        }
        if (digits == 0) {
            return INVALID;
        }
        value += roundUp ? 1 : 0;
        return negative ? -value : value;
    }

    private static long general(String text) {
        try {
            BigDecimal nanos = new BigDecimal(text).movePointRight(3);
            long magnitude = (long) nanos.precision() - nanos.scale();
            if (magnitude > 19) {
                return INVALID;
            }
            if (magnitude < -1) {
                return 0;
            }
            BigDecimal rounded = nanos.setScale(0, RoundingMode.HALF_UP);
            return rounded.longValueExact();
        } catch (NumberFormatException | ArithmeticException e) {
            return INVALID;
        }
    }
}
