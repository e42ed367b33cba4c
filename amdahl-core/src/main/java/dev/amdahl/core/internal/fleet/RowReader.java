package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads the rows of a table in a UTF-8 file, which may be packed by gzip, one at a time. Not thread-safe. */
abstract class RowReader implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** Stands for bytes that are not UTF-8: half of a surrogate pair, which no UTF-8 decodes to. */
    private static final char MALFORMED = '\uDFFF';

    final Path file;
    final Reader in;

    /** The cells of the current row; empty ones were not given. */
    final List<String> cells = new ArrayList<>();

    /** The line on which the current row starts. */
    long line;

    /** Whether the file can be read no further, so that an error is not one of a row alone. */
    boolean isBroken;

    /** Opens a file; a subclass whose constructor fails closes it. */
    RowReader(Path file) {
        this.file = file;
        in = open(file);
    }

    static Reader open(Path file) {
        try {
            InputStream raw = Files.newInputStream(file);
            try {
                boolean isPacked = String.valueOf(file.getFileName())
                        .toLowerCase(Locale.ROOT)
                        .endsWith(".gz");
                PushbackInputStream start = new PushbackInputStream(
                        isPacked ? new GZIPInputStream(raw, BUFFER) : raw, BYTE_ORDER_MARK.length);
                byte[] head = start.readNBytes(BYTE_ORDER_MARK.length);
                if (head.length > 1 && head[0] == 0x1F && head[1] == (byte) 0x8B) {
                    throw new InvalidInputException(file.toString(), "it is packed by gzip", "add .gz to its name");
                }
                if (!Arrays.equals(head, BYTE_ORDER_MARK)) {
                    start.unread(head);
                }
                return new InputStreamReader(
                        start,
                        StandardCharsets.UTF_8
                                .newDecoder()
                                .onMalformedInput(CodingErrorAction.REPLACE)
                                .replaceWith(String.valueOf(MALFORMED)));
            } catch (IOException | RuntimeException e) {
                raw.close();
                throw e;
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Goes to the next row; false at the end. */
    abstract boolean next();

    /** Returns the columns, as far as they are known by now. */
    abstract List<String> columns();

    /** Returns the number of a column that is wanted; -1 if there is none and none can come. */
    abstract int column(String name);

    /** Returns a cell without the white space around it; empty where it was not given. */
    final String text(int column) {
        return column < 0 || column >= cells.size() ? "" : cells.get(column).strip();
    }

    /** Returns the number in a cell; NaN if it is none. */
    final double number(int column) {
        return number(text(column));
    }

    /** Returns the number that is written there; NaN if it is none. */
    static double number(String text) {
        try {
            return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /** Returns the file and the line of the current row. */
    final String place() {
        return file + ":" + line;
    }

    /** Creates the error for a row that is wrong as a whole. */
    final InvalidInputException bad(String problem, String remedy) {
        return new InvalidInputException(place(), problem, remedy);
    }

    final void requireUtf8(String text) {
        if (text.indexOf(MALFORMED) >= 0 && text.codePoints().anyMatch(c -> c == MALFORMED)) {
            throw bad("the row is not UTF-8", "write the file in UTF-8");
        }
    }

    /** Creates the error after which nothing more can be read. */
    final InvalidInputException broken(IOException e) {
        isBroken = true;
        return unreadable(file, e);
    }

    static InvalidInputException unreadable(Path file, IOException e) {
        if (e instanceof EOFException) {
            return new InvalidInputException(
                    file.toString(), "the file ends in the middle of its packed data", "fetch all of it again", e);
        }
        String remedy = e instanceof ZipException
                ? "a file named .gz must be packed by gzip"
                : "check the path and its permissions";
        return new InvalidInputException(file.toString(), "the file cannot be read: " + e, remedy, e);
    }

    @Override
    public final void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }
}
