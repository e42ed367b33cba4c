package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reused characters of one scalar. Not thread-safe. */
final class TextBuffer {
    private static final int KEPT = 4096;

    final char[] chars = new char[KEPT];
    int length;

    void clear() {
        length = 0;
    }

    /** Takes the scalar under the parser, its first 4,096 characters. */
    void take(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_STRING && !token.isNumeric()) {
            length = 0;
            parser.skipChildren();
            return;
        }
        length = Math.min(parser.getTextLength(), KEPT);
        System.arraycopy(parser.getTextCharacters(), parser.getTextOffset(), chars, 0, length);
    }

    boolean is(char only) {
        return length == 1 && chars[0] == only;
    }

    /** The first run of digits as an integer, -1 if there is none: {@code "stream 7"} is 7. */
    int number() {
        int i = 0;
        while (i < length && (chars[i] < '0' || chars[i] > '9')) {
            i++;
        }
        long value = -1;
        for (; i < length && chars[i] >= '0' && chars[i] <= '9' && value <= Integer.MAX_VALUE; i++) {
            value = Math.max(value, 0) * 10 + chars[i] - '0';
        }
        return value > Integer.MAX_VALUE ? -1 : (int) value;
    }
}
