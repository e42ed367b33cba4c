package dev.amdahl.profilers.kineto;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reused characters of one scalar. Not thread-safe. */
final class TextBuffer {
    static final int KEPT = 4096;

    final char[] chars = new char[KEPT];
    int length;
    /** The text that was last looked up in the symbols, and its number there. */
    char[] last = {};

    int lastNumber = -1;

    void clear() {
        length = 0;
    }

    /** Takes the scalar under the parser: of more than 4,096 characters the first, and a digest of all in place of the others. */
    void take(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_STRING && !token.isNumeric()) {
            length = 0;
            parser.skipChildren();
            return;
        }
        char[] text = parser.getTextCharacters();
        int offset = parser.getTextOffset();
        int all = parser.getTextLength();
        length = Math.min(all, KEPT);
        System.arraycopy(text, offset, chars, 0, length);
        if (all > KEPT) {
            long digest = 0;
            for (int i = 0; i < all; i++) {
                digest = digest * 0x9E3779B97F4A7C15L + text[offset + i];
            }
            String end = "\u2026" + Long.toHexString(digest);
            end.getChars(0, end.length(), chars, KEPT - end.length());
        }
    }

    /** Adds characters at the end, which must fit; says whether they did. */
    private boolean add(char[] from, int offset, int count) {
        if (length + count > KEPT) {
            return false;
        }
        System.arraycopy(from, offset, chars, length, count);
        length += count;
        return true;
    }

    boolean add(char one) {
        if (length == KEPT) {
            return false;
        }
        chars[length++] = one;
        return true;
    }

    /** Adds another text at the end; says whether it fit. */
    boolean add(TextBuffer other) {
        return add(other.chars, 0, other.length);
    }

    boolean add(String text) {
        return add(text.toCharArray(), 0, text.length());
    }

    /** Takes the list under the parser, and lists in it, as {@code [[8,4],[4]]}; nothing if it does not fit, or is no list. */
    void takeList(JsonParser parser, char separator) throws IOException {
        length = 0;
        int depth = 0;
        boolean fits = parser.currentToken() == JsonToken.START_ARRAY;
        boolean isFirst = true;
        do {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.END_ARRAY) {
                depth--;
                fits = fits && add(']');
                isFirst = false;
            } else {
                fits = fits && (isFirst || add(separator));
                isFirst = token == JsonToken.START_ARRAY;
                if (isFirst) {
                    depth++;
                    fits = fits && add('[');
                } else if (token == JsonToken.VALUE_STRING || token.isNumeric()) {
                    fits = fits && add(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
                } else {
                    parser.skipChildren();
                }
            }
        } while (depth > 0 && parser.nextToken() != null);
        length = fits ? length : 0;
    }

    boolean contains(String part) {
        for (int from = 0; from + part.length() <= length; from++) {
            int i = 0;
            while (i < part.length() && chars[from + i] == part.charAt(i)) {
                i++;
            }
            if (i == part.length()) {
                return true;
            }
        }
        return false;
    }

    /** Cuts an address at the end off: {@code <built-in method item of Tensor object at 0x7f00>}. */
    void cutAddress() {
        int at = length - 1;
        while (at > 0 && chars[at] != 'x') {
            at--;
        }
        if (at > 4 && chars[0] == '<' && chars[at - 1] == '0' && chars[at - 2] == ' ' && chars[at - 3] == 't') {
            length = at - 4;
            chars[length - 1] = '>';
        }
    }

    boolean is(char only) {
        return length == 1 && chars[0] == only;
    }

    boolean is(String text) {
        if (length != text.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (chars[i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return new String(chars, 0, length);
    }

    /** Returns the first run of digits as an integer, -1 if there is none: {@code "stream 7"} is 7. */
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
