package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** Rows of a CSV file with a header (RFC 4180; also bare LF, a byte order mark, blank lines), split as bytes. Not thread-safe. */
final class CsvCells extends Cells {
    private static final int MAX_COLUMNS = 4096;

    private final List<String> header;
    private boolean[] isEscaped = new boolean[16];
    private boolean hasEscapes;
    private boolean isForeign;
    private int count;
    private int lines;
    private long line = 1;
    private long rowLine = 1;

    CsvCells(Path file) {
        super(file, 16);
        try {
            header = header();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private List<String> header() {
        if (!row()) {
            throw new InvalidInputException(file.toString(), "the file is empty", "give a header and rows");
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(text(i));
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw bad("two columns have one name", "name each column once");
        }
        if (count == 1 && names.get(0).matches(".*[;\t|].*")) {
            throw bad("the header is one column, '" + names.get(0) + "'", "divide columns by commas");
        }
        return List.copyOf(names);
    }

    @Override
    boolean next() {
        if (!row()) {
            return false;
        }
        if (count != header.size()) {
            throw bad(
                    "the row has " + count + " fields, the header " + header.size(),
                    "mend the row, and quote fields that hold commas");
        }
        return true;
    }

    /** Reads a row, whatever its length; blank lines are none. */
    private boolean row() {
        while (true) {
            in.position = end;
            while (!split()) {
                if (!in.more()) {
                    if (in.position >= in.limit) {
                        end = in.limit;
                        return false;
                    }
                    last();
                    break;
                }
            }
            bytes = in.bytes;
            rowLine = line;
            line += lines;
            if (count == 1 && to[0] == from[0] && !isEscaped[0]) {
                continue;
            }
            if (isForeign) {
                requireUtf8(in.position, end);
            }
            if (hasEscapes) {
                unescape();
            }
            return true;
        }
    }

    /** The last row, which no line break ends. */
    private void last() {
        if (in.limit == in.bytes.length) {
            in.bytes = Arrays.copyOf(in.bytes, in.limit + 1);
        }
        in.bytes[in.limit] = '\n';
        in.limit++;
        boolean isWhole = split();
        in.limit--;
        if (!isWhole) {
            rowLine = line;
            end = in.limit;
            throw bad("a quote is opened and never closed", "the file may end in the middle; fetch all of it");
        }
        end = Math.min(end, in.limit);
    }

    /** Splits the row at the position; false if it does not end before the limit. */
    private boolean split() {
        byte[] data = in.bytes;
        int limit = in.limit;
        int at = in.position;
        int column = 0;
        int seen = 0;
        lines = 0;
        hasEscapes = false;
        while (at < limit) {
            if (column == from.length) {
                grow();
            }
            int start = at;
            byte b = data[at];
            if (b == '"') {
                int close = quoted(data, at + 1, limit, column);
                if (close < 0) {
                    return false;
                }
                start = at + 1;
                at = close + 1;
                if (at >= limit) {
                    return false;
                }
                from[column] = start;
                to[column] = close;
                for (int i = start; i < close; i++) {
                    seen |= data[i];
                }
                b = data[at];
                if (b != ',' && b != '\n' && b != '\r') {
                    at = unquotedEnd(data, at, limit);
                    if (at >= limit) {
                        return false;
                    }
                    from[column] = start - 1;
                    to[column] = at;
                    isEscaped[column] = false;
                    b = data[at];
                }
            } else {
                while (b != ',' && b != '\n' && b != '\r') {
                    seen |= b;
                    if (++at == limit) {
                        return false;
                    }
                    b = data[at];
                }
                from[column] = start;
                to[column] = at;
                isEscaped[column] = false;
            }
            column++;
            at++;
            if (b == '\r') {
                if (at == limit) {
                    return false;
                }
                at += data[at] == '\n' ? 1 : 0;
            }
            if (b != ',') {
                return ended(column, at, seen);
            }
        }
        return false;
    }

    private boolean ended(int columns, int at, int seen) {
        count = columns;
        end = at;
        lines++;
        isForeign = seen < 0;
        return true;
    }

    /** Where the closing quote is; -1 if it does not come before the limit. */
    private int quoted(byte[] data, int start, int limit, int column) {
        isEscaped[column] = false;
        for (int at = start; at < limit; at++) {
            byte b = data[at];
            if (b == '"') {
                if (at + 1 < limit && data[at + 1] == '"') {
                    isEscaped[column] = true;
                    hasEscapes = true;
                    at++;
                } else {
                    return at;
                }
            } else if (b == '\n') {
                lines++;
            }
        }
        return -1;
    }

    private static int unquotedEnd(byte[] data, int start, int limit) {
        int at = start;
        while (at < limit && data[at] != ',' && data[at] != '\n' && data[at] != '\r') {
            at++;
        }
        return at;
    }

    /** Makes one quote of two, in place. */
    private void unescape() {
        for (int column = 0; column < count; column++) {
            if (isEscaped[column]) {
                int write = from[column];
                for (int read = from[column]; read < to[column]; read++) {
                    bytes[write++] = bytes[read];
                    if (bytes[read] == '"') {
                        read++;
                    }
                }
                to[column] = write;
            }
        }
    }

    private void grow() {
        if (from.length >= MAX_COLUMNS) {
            throw new InvalidInputException(
                    file + ":" + line, "more than " + MAX_COLUMNS + " columns", "check the separator; it must be ','");
        }
        from = Arrays.copyOf(from, 2 * from.length);
        to = Arrays.copyOf(to, 2 * to.length);
        isEscaped = Arrays.copyOf(isEscaped, 2 * isEscaped.length);
    }

    @Override
    long line() {
        return rowLine;
    }

    @Override
    List<String> columns() {
        return header;
    }

    @Override
    int column(String name) {
        return header.indexOf(name);
    }
}
