package dev.amdahl.core.fleet;

import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A cursor over the rows of a table as bytes, which are valid until the next row. Not thread-safe.
 *
 * <p>The cell of column {@code c} is {@code bytes[from[c] .. to[c])}; an empty one was not given.
 */
abstract class Cells implements Closeable {
    byte[] bytes = new byte[0];
    int[] from = new int[0];
    int[] to = new int[0];

    /** Goes to the next row; false at the end. */
    abstract boolean next();

    /** Where the row stands: file and line. */
    abstract String place();

    /** The line on which the row starts. */
    abstract long line();

    /** Whether the file can be read no further, so that an error is not one of a row alone. */
    abstract boolean isBroken();

    /** The columns, as far as they are known by now. */
    abstract List<String> columns();

    /** The number of a column that is wanted; -1 if there is none and none can come. */
    abstract int column(String name);

    @Override
    public abstract void close();

    final boolean isEmpty(int column) {
        return column < 0 || column >= from.length || from[column] >= to[column];
    }

    final String text(int column) {
        return isEmpty(column)
                ? ""
                : new String(bytes, from[column], to[column] - from[column], StandardCharsets.UTF_8).strip();
    }
}
