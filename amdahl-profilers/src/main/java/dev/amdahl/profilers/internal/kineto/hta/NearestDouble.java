package dev.amdahl.profilers.internal.kineto.hta;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Numbers as the nearest double: HTA computes with doubles, also where they cannot hold the nanosecond. */
final class NearestDouble {
    private static final long NONE = -1;
    private static final long EXACT = 1L << 53;

    private NearestDouble() {}

    /** The number under the parser; NaN if it is none. Leaves the parser on the last token of the value. */
    static double read(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return parser.getTextLength() <= 18 ? (double) parser.getLongValue() : parser.getDoubleValue();
        }
        if (token != JsonToken.VALUE_NUMBER_FLOAT) {
            parser.skipChildren();
            return Double.NaN;
        }
        char[] text = parser.getTextCharacters();
        int offset = parser.getTextOffset();
        int length = parser.getTextLength();
        boolean negative = length > 0 && text[offset] == '-';
        int sign = negative ? 1 : 0;
        long thousandths = thousandths(text, offset + sign, length - sign);
        if (thousandths == NONE) {
            return parser.getDoubleValue();
        }
        double value = ofThousandths(thousandths);
        return Double.isNaN(value) ? parser.getDoubleValue() : negative ? -value : value;
    }

    /** Digits with at most three decimals as an integer of thousandths; {@link #NONE} for all else. */
    private static long thousandths(char[] text, int offset, int length) {
        long value = 0;
        int decimals = -1;
        for (int i = offset; i < offset + length; i++) {
            char c = text[i];
            if (c == '.' && decimals < 0) {
                decimals = 0;
            } else if (c < '0' || c > '9' || decimals == 3 || value > Long.MAX_VALUE / 10 - 1) {
                return NONE;
            } else {
                value = value * 10 + (c - '0');
                decimals += decimals >= 0 ? 1 : 0;
            }
        }
        for (int d = Math.max(decimals, 0); d < 3; d++) {
            if (value > Long.MAX_VALUE / 10 - 1) {
                return NONE;
            }
            value *= 10;
        }
        return value;
    }

    /** The double nearest to {@code n} thousandths, ties to even; NaN where this shortcut does not reach. */
    static double ofThousandths(long n) {
        if (n < EXACT) {
            return n / 1000.0;
        }
        int shift = 52 - (63 - Long.numberOfLeadingZeros(n / 1000));
        if (shift < 0) {
            return Double.NaN;
        }
        long scaled = n << shift;
        long whole = scaled / 1000;
        long rest = scaled % 1000;
        if (rest > 500 || (rest == 500 && (whole & 1) == 1)) {
            whole++;
        }
        return Math.scalb((double) whole, -shift);
    }
}
