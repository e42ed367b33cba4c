package dev.amdahl.core.internal.timeline.analysis;

import java.util.Arrays;

/** Numbers distinct longs from 0 in the order of their arrival. Not thread-safe. */
final class LongIndex {
    private long[] keys = new long[16];
    private int[] table = new int[64];
    private int size;

    int size() {
        return size;
    }

    /** Returns the number of a key, a new one if it is new. */
    int add(long key) {
        int slot = slot(key);
        if (table[slot] != 0) {
            return table[slot] - 1;
        }
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
        }
        keys[size++] = key;
        table[slot] = size;
        if (2 * size > table.length) {
            table = new int[2 * table.length];
            for (int i = 0; i < size; i++) {
                table[slot(keys[i])] = i + 1;
            }
        }
        return size - 1;
    }

    /** Returns the number of a key, -1 if it has none. */
    int find(long key) {
        return table[slot(key)] - 1;
    }

    private int slot(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 32) & (table.length - 1);
        while (table[slot] != 0 && keys[table[slot] - 1] != key) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }
}
