package dev.amdahl.profilers.internal.kineto.lane;

import java.util.Arrays;

/**
 * A growing column of integers: four bytes each as long as all of them fit, else eight, in chunks, so that growing copies little.
 * Not thread-safe; once nothing is added any more, reading is.
 */
public final class Column {
    private static final int SHIFT = 13;
    private static final int CHUNK = 1 << SHIFT;
    private static final int MASK = CHUNK - 1;
    private static final int[][] NONE = {};
    private static final long[][] NONE_WIDE = {};

    private int[][] narrow = NONE;
    private long[][] wide = NONE_WIDE;
    private boolean isWide;
    private int size;

    /** Adds a value at the end. */
    public void add(long value) {
        if (!isWide && (int) value != value) {
            widen();
        }
        int chunk = size >>> SHIFT;
        int at = size & MASK;
        if (isWide) {
            if (at == 0 || at == wide[chunk].length) {
                growWide(chunk, at);
            }
            wide[chunk][at] = value;
        } else {
            if (at == 0 || at == narrow[chunk].length) {
                grow(chunk, at);
            }
            narrow[chunk][at] = (int) value;
        }
        size++;
    }

    /** Returns the value at that place. */
    public long get(int i) {
        return isWide ? wide[i >>> SHIFT][i & MASK] : narrow[i >>> SHIFT][i & MASK];
    }

    /** Returns how many values it has. */
    public int size() {
        return size;
    }

    /** Returns a new column of the values in another order. */
    Column in(int[] order) {
        Column column = new Column();
        for (int i : order) {
            column.add(get(i));
        }
        return column;
    }

    /** Returns a copy of the values, sorted. */
    public long[] sorted() {
        long[] values = new long[size];
        for (int i = 0; i < size; i++) {
            values[i] = get(i);
        }
        Arrays.sort(values);
        return values;
    }

    private void widen() {
        int[][] before = narrow;
        int n = size;
        isWide = true;
        size = 0;
        narrow = NONE;
        for (int i = 0; i < n; i++) {
            add(before[i >>> SHIFT][i & MASK]);
        }
    }

    private void grow(int chunk, int at) {
        narrow = chunk < narrow.length ? narrow : Arrays.copyOf(narrow, chunk + 1 + chunk / 2);
        narrow[chunk] = at == 0 ? new int[capacity(chunk, 0)] : Arrays.copyOf(narrow[chunk], capacity(chunk, at));
    }

    private void growWide(int chunk, int at) {
        wide = chunk < wide.length ? wide : Arrays.copyOf(wide, chunk + 1 + chunk / 2);
        wide[chunk] = at == 0 ? new long[capacity(chunk, 0)] : Arrays.copyOf(wide[chunk], capacity(chunk, at));
    }

    /** The first chunk starts small and doubles, the others are whole at once. */
    private static int capacity(int chunk, int at) {
        return chunk > 0 ? CHUNK : Math.max(4, 2 * at);
    }
}
