package dev.amdahl.core.internal.fleet;

/**
 * Remembers ids in four bytes each: a slot of a table and 32 more bits of the hash, so that among ten million ids about one pair in a
 * hundred files is taken for the same by chance; the caller looks such a pair up. Not thread-safe.
 */
final class SeenIds {
    private static final int MAX = 1 << 24;
    private static final int MIN = 1 << 12;
    private static final long BYTES_A_ROW = 40;

    private final int[] table;
    private final int most;
    private int size;

    /** For a file of about that many bytes. */
    SeenIds(long bytes) {
        long rows = Math.max(MIN, Math.min(MAX, bytes / BYTES_A_ROW));
        table = new int[Integer.highestOneBit((int) rows - 1) << 1];
        most = (int) (table.length * .85);
    }

    /** Whether ids are still remembered; beyond about 14 million they are not. */
    boolean isFull() {
        return size >= most;
    }

    /** Whether an id with that hash was seen before; remembers it. */
    boolean isRepeated(long hash) {
        int mark = (int) (hash >>> 32);
        mark = mark == 0 ? 1 : mark;
        int mask = table.length - 1;
        int slot = (int) hash & mask;
        while (table[slot] != 0) {
            if (table[slot] == mark) {
                return true;
            }
            slot = (slot + 1) & mask;
        }
        if (!isFull()) {
            table[slot] = mark;
            size++;
        }
        return false;
    }
}
