package dev.amdahl.profilers.kineto;

import dev.amdahl.profilers.internal.kineto.document.DecimalNanos;
import dev.amdahl.profilers.internal.kineto.document.TraceSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.StringTokenizer;

/**
 * Reads a row from its bytes as {@link Row#read} reads it from a parser, which is slower: what is not kept is passed over, and any row
 * with an escape, with letters beyond ASCII, with exponents or out of proportion is left to the parser. Not thread-safe.
 */
final class RowScanner {
    private static final int OTHER = -1;
    private static final int MAX_NUMBER = 40;

    /** What is kept; the places in this list are the cases below. */
    private static final String NAMES = "ph|cat|name|pid|tid|ts|dur|args"
            + "|device|stream|correlation|bytes|est. achieved occupancy %|blocks per SM|In msg nelems|Out msg nelems|dtype"
            + "|Collective name|Group size|Input Dims|Input dims|Input type|Concrete Inputs|Total Allocated|Total Reserved"
            + "|Device Id|Device Type";

    /** The number of a name at its hash, or behind it where others have that place; {@link #OTHER} elsewhere. */
    private static final int[] TABLE = new int[256];

    private static final byte[][] BYTES;

    static {
        Arrays.fill(TABLE, OTHER);
        StringTokenizer names = new StringTokenizer(NAMES, "|");
        BYTES = new byte[names.countTokens()][];
        for (int n = 0; n < BYTES.length; n++) {
            BYTES[n] = names.nextToken().getBytes(StandardCharsets.US_ASCII);
            int hash = 0;
            for (byte c : BYTES[n]) {
                hash = 31 * hash + c;
            }
            int slot = slot(hash);
            while (TABLE[slot] != OTHER) {
                slot = (slot + 1) & (TABLE.length - 1);
            }
            TABLE[slot] = n;
        }
    }

    private final Row row;
    private final int maxDepth;
    private final char[] number = new char[MAX_NUMBER];
    private byte[] text = {};
    private int at;
    private int depth;
    /** Of the number that was read last. */
    private int digits;

    private boolean isWhole;
    private boolean isUsual;

    /** @param maxDepth of a document, of which a row is the third level */
    RowScanner(Row row, int maxDepth) {
        this.row = row;
        this.maxDepth = maxDepth;
    }

    /** Fills the row, as {@link TraceSink#row} says. */
    int read(byte[] from, int start, int limit) {
        text = from;
        at = start;
        depth = 2;
        isUsual = true;
        row.clear();
        object(false);
        return isUsual ? at : at >= limit ? TraceSink.CUT_OFF : TraceSink.UNUSUAL;
    }

    /** Reads an object: of a row, or of its arguments. */
    private void object(boolean isArguments) {
        isUsual &= ++depth <= maxDepth;
        at++;
        boolean more = white() != '}';
        while (isUsual && more) {
            int name = name();
            expect(':');
            white();
            if (!isUsual) {
                return;
            }
            if (isArguments) {
                argument(name);
            } else {
                field(name);
            }
            more = white() == ',';
            if (more) {
                at++;
                white();
            }
        }
        depth--;
        expect('}');
    }

    private void field(int name) {
        switch (name) {
            case 0 -> take(row.phase);
            case 1 -> take(row.category);
            case 2 -> take(row.name);
            case 3 -> take(row.process);
            case 4 -> take(row.thread);
            case 5 -> row.timestamp = nanos();
            case 6 -> row.duration = nanos();
            case 7 -> {
                row.clearArguments();
                if (text[at] == '{' && row.wantsArguments()) {
                    object(true);
                } else {
                    skip();
                }
            }
            default -> skip();
        }
    }

    private void argument(int name) {
        switch (name) {
            case 8 -> row.device = index();
            case 9 -> row.stream = index();
            case 10 -> row.correlation = whole();
            case 11 -> row.bytes = whole();
            case 12 -> row.occupancy = decimal();
            case 13 -> row.blocksPerMultiprocessor = decimal();
            case 14, 15 -> row.elements = Math.max(row.elements, whole());
            case 16 -> take(row.elementType);
            case 17 -> take(row.collective);
            case 18 -> row.groupSize = whole();
            case 19, 20 -> takeList(row.dimensions, ',');
            case 21 -> takeList(row.types, ';');
            case 22 -> {
                if (row.wantsValues()) {
                    takeList(row.values, ';');
                } else {
                    skip();
                }
            }
            case 23 -> row.allocated = whole();
            case 24 -> row.reserved = whole();
            case 25 -> row.deviceId = index();
            case 26 -> row.deviceType = index();
            default -> skip();
        }
    }

    private byte white() {
        byte c = text[at];
        while (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
            c = text[++at];
        }
        return c;
    }

    private void expect(char c) {
        if (isUsual && white() == c) {
            at++;
        } else {
            isUsual = false;
        }
    }

    /** Returns the number of a name, {@link #OTHER} if it is not among those that are kept. */
    private int name() {
        if (text[at] != '"') {
            isUsual = false;
            return OTHER;
        }
        int start = ++at;
        int hash = 0;
        byte c = text[at];
        while (c != '"' && c >= ' ' && c != '\\') {
            hash = 31 * hash + c;
            c = text[++at];
        }
        if (c != '"') {
            isUsual = false;
            return OTHER;
        }
        int end = at++;
        int slot = slot(hash);
        while (TABLE[slot] != OTHER && !isAt(BYTES[TABLE[slot]], start, end)) {
            slot = (slot + 1) & (TABLE.length - 1);
        }
        return TABLE[slot];
    }

    private boolean isAt(byte[] name, int start, int end) {
        return Arrays.equals(name, 0, name.length, text, start, end);
    }

    private static int slot(int hash) {
        return (hash * 0x9E3779B9) >>> 24;
    }

    /** Takes a text or a number; of anything else nothing. */
    private void take(TextBuffer into) {
        into.length = 0;
        byte c = text[at];
        if (c == '"') {
            at++;
            into.length = copyString(into.chars, 0);
        } else if (isNumber(c)) {
            number();
            System.arraycopy(number, 0, into.chars, 0, digits);
            into.length = digits;
        } else {
            skip();
        }
    }

    /** Copies the text up to its quote and returns how many characters there are then. */
    private int copyString(char[] into, int from) {
        byte[] bytes = text;
        int i = at;
        int n = from;
        byte c = bytes[i];
        while (c != '"' && c >= ' ' && c != '\\' && n < into.length) {
            into[n++] = (char) c;
            c = bytes[++i];
        }
        at = i + 1;
        if (c != '"') {
            at = i;
            isUsual = false;
        }
        return n;
    }

    private static boolean isNumber(byte c) {
        return c == '-' || (c >= '0' && c <= '9');
    }

    /** Reads a number without an exponent. */
    private void number() {
        int start = at;
        digits = 0;
        isWhole = true;
        byte c = text[at];
        if (c == '-') {
            number[digits++] = '-';
            c = text[++at];
        }
        int first = at;
        boolean isDigit = c >= '0' && c <= '9';
        boolean isZero = c == '0';
        while (((c >= '0' && c <= '9') || (c == '.' && isWhole)) && digits < MAX_NUMBER) {
            isWhole &= c != '.';
            number[digits++] = (char) c;
            c = text[++at];
        }
        boolean endsInDigit = at > start && text[at - 1] != '.' && text[at - 1] != '-';
        boolean leads = isZero && at > first + 1 && text[first + 1] != '.';
        isUsual &= isDigit
                && endsInDigit
                && !leads
                && (c == ',' || c == '}' || c == ']' || c == ' ' || c == '\n' || c == '\r' || c == '\t');
    }

    private long nanos() {
        if (!isNumber(text[at])) {
            isUsual &= text[at] != '"';
            skip();
            return DecimalNanos.INVALID;
        }
        number();
        return isUsual ? DecimalNanos.parse(number, 0, digits) : DecimalNanos.INVALID;
    }

    private int index() {
        return (int) Math.min(whole(), Integer.MAX_VALUE);
    }

    private long whole() {
        if (!isNumber(text[at])) {
            skip();
            return -1;
        }
        number();
        if (!isWhole || digits > 18 || !isUsual) {
            return -1;
        }
        boolean isNegative = number[0] == '-';
        long value = 0;
        for (int i = isNegative ? 1 : 0; i < digits; i++) {
            value = 10 * value + number[i] - '0';
        }
        return isNegative ? Math.max(-1, -value) : value;
    }

    private double decimal() {
        if (!isNumber(text[at])) {
            skip();
            return -1;
        }
        number();
        return isUsual ? Double.parseDouble(new String(number, 0, digits)) : -1;
    }

    /** Takes a list as {@link TextBuffer#takeList} does. */
    private void takeList(TextBuffer into, char separator) {
        into.length = 0;
        if (text[at] == '[') {
            list(into, separator);
            into.length = isUsual ? into.length : 0;
        } else {
            skip();
        }
    }

    private void list(TextBuffer into, char separator) {
        isUsual &= ++depth <= maxDepth && into.add('[');
        at++;
        boolean more = white() != ']';
        while (isUsual && more) {
            byte c = text[at];
            if (c == '[') {
                list(into, separator);
            } else if (c == '"') {
                at++;
                into.length = copyString(into.chars, into.length);
            } else {
                isUsual &= isNumber(c);
                if (isUsual) {
                    number();
                    isUsual &= into.length + digits < TextBuffer.KEPT;
                    System.arraycopy(number, 0, into.chars, into.length, isUsual ? digits : 0);
                    into.length += isUsual ? digits : 0;
                }
            }
            more = isUsual && white() == ',';
            if (more) {
                at++;
                white();
                isUsual &= into.add(separator);
            }
        }
        depth--;
        expect(']');
        isUsual &= into.add(']');
    }

    /** Passes over a value of any kind. */
    private void skip() {
        byte c = text[at];
        if (c == '"') {
            c = text[++at];
            while (c != '"' && c >= ' ' && c != '\\') {
                c = text[++at];
            }
            isUsual &= c == '"';
            at += c == '"' ? 1 : 0;
        } else if (isNumber(c)) {
            number();
        } else if (c == '{' || c == '[') {
            skipNested(c == '{');
        } else {
            literal(c == 't' ? "true" : c == 'f' ? "false" : "null");
        }
    }

    private void skipNested(boolean isObject) {
        isUsual &= ++depth <= maxDepth;
        at++;
        byte end = isObject ? (byte) '}' : (byte) ']';
        boolean more = white() != end;
        while (isUsual && more) {
            if (isObject) {
                name();
                expect(':');
                white();
            }
            if (isUsual) {
                skip();
            }
            more = isUsual && white() == ',';
            if (more) {
                at++;
                white();
            }
        }
        depth--;
        expect((char) end);
    }

    private void literal(String word) {
        for (int i = 0; i < word.length() && isUsual; i++) {
            isUsual = text[at] == word.charAt(i);
            at += isUsual ? 1 : 0;
        }
    }
}
