package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.InvalidInputException;
import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A cursor over the rows of a table as bytes, which are valid until the next row. Not thread-safe.
 *
 * <p>The cell of column {@code c} is {@code bytes[from[c] .. to[c])}; an empty one was not given.
 */
abstract class Cells implements Closeable {
    byte[] bytes = new byte[0];
    int[] from;
    int[] to;

    final Path file;
    final Chunks in;

    /** Where the next row starts in the chunks: behind a byte order mark. */
    int end;

    /** Opens a file; a subclass that cannot go on closes it. */
    Cells(Path file, int columns) {
        this.file = file;
        in = Chunks.open(file);
        end = in.position;
        from = new int[columns];
        to = new int[columns];
    }

    /** Goes to the next row; false at the end. */
    abstract boolean next();

    /** The line on which the row starts. */
    abstract long line();

    /** The columns, as far as they are known by now. */
    abstract List<String> columns();

    /** The number of a column that is wanted; -1 if there is none and none can come. */
    abstract int column(String name);

    /** Where the row stands: file and line. */
    final String place() {
        return file + ":" + line();
    }

    /** Whether the file can be read no further, so that an error is not one of a row alone. */
    final boolean isBroken() {
        return in.isBroken();
    }

    /** A row that is wrong as a whole. */
    final InvalidInputException bad(String problem, String remedy) {
        return new InvalidInputException(place(), problem, remedy);
    }

    final void requireUtf8(int start, int limit) {
        if (!Utf8.isValid(in.bytes, start, limit)) {
            throw bad("the row is not UTF-8", "write the file in UTF-8");
        }
    }

    @Override
    public final void close() {
        in.close();
    }

    final boolean isEmpty(int column) {
        return column < 0 || column >= from.length || from[column] >= to[column];
    }

    final String text(int column) {
        return isEmpty(column)
                ? ""
                : new String(bytes, from[column], to[column] - from[column], StandardCharsets.UTF_8).strip();
    }
}
