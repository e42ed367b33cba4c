package dev.amdahl.profilers.internal.nsys;

/** A set of numbers from 0 on, without boxes, up to a number of them; what comes after is not kept. Not thread-safe. */
final class LongSet {
    private final int most;
    private long[] table = new long[1 << 10];
    private int size;

    LongSet(int most) {
        this.most = most;
    }

    void add(long value) {
        if (size == most || value < 0) {
            return;
        }
        if (size > table.length / 2) {
            long[] old = table;
            table = new long[2 * old.length];
            for (long kept : old) {
                if (kept != 0) {
                    table[slot(kept - 1)] = kept;
                }
            }
        }
        int slot = slot(value);
        size += table[slot] == 0 ? 1 : 0;
        table[slot] = value + 1;
    }

    boolean contains(long value) {
        return value >= 0 && table[slot(value)] != 0;
    }

    private int slot(long value) {
        int slot = (int) ((value * 0x9E3779B97F4A7C15L) >>> 40) & (table.length - 1);
        while (table[slot] != 0 && table[slot] != value + 1) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }
}
