package dev.amdahl.gpu;

/**
 * A row-major matrix within a buffer: entry (i, j) is element offset + i * stride + j. One that is empty or leaves the buffer is refused.
 *
 * @param offset its first element
 * @param stride elements from one row to the next, at least columns
 */
public record DeviceMatrix<A>(DeviceBuffer<A> buffer, long offset, int rows, int columns, int stride) {

    public DeviceMatrix {
        if (rows < 1 || columns < 1 || stride < columns) {
            throw new IllegalArgumentException("a matrix needs rows, columns and a stride of at least its columns, was "
                    + rows + " x " + columns + ", stride " + stride);
        }
        long end = offset + (rows - 1L) * stride + columns;
        if (offset < 0 || end > buffer.length()) {
            throw new IllegalArgumentException("a matrix of " + rows + " x " + columns + ", stride " + stride + " from "
                    + offset + " ends at " + end + ", the buffer has " + buffer.length() + " elements");
        }
    }

    /** Creates a buffer's beginning as a matrix without gaps. */
    public static <A> DeviceMatrix<A> of(DeviceBuffer<A> buffer, int rows, int columns) {
        return new DeviceMatrix<>(buffer, 0, rows, columns, columns);
    }

    /** Returns the part that begins at an entry. */
    public DeviceMatrix<A> block(int row, int column, int height, int width) {
        if (row < 0 || column < 0 || row + height > rows || column + width > columns) {
            throw new IllegalArgumentException("block " + height + " x " + width + " at (" + row + ", " + column
                    + ") leaves a matrix of " + rows + " x " + columns);
        }
        return new DeviceMatrix<>(buffer, offset + (long) row * stride + column, height, width, stride);
    }

    /**
     * Refuses shapes that are not those of c = a b.
     *
     * @throws IllegalArgumentException if they do not fit
     */
    public static void requireProduct(DeviceMatrix<?> a, DeviceMatrix<?> b, DeviceMatrix<?> c) {
        if (a.columns != b.rows || a.rows != c.rows || b.columns != c.columns) {
            throw new IllegalArgumentException("the shapes do not fit: " + a.rows + " x " + a.columns + " times "
                    + b.rows + " x " + b.columns + " into " + c.rows + " x " + c.columns);
        }
    }
}
