package dev.amdahl.profilers.kineto;

import java.util.Arrays;

/** Distinct texts numbered from 0, looked up from characters without making a string. Not thread-safe. */
final class Symbols {
    private static final int LONGEST = 1024;

    private final long maxChars;
    private String[] texts = new String[256];
    private int[] table = new int[1024];
    private int size;
    private long chars;

    /** @param maxChars how many characters it may hold in all */
    Symbols(long maxChars) {
        this.maxChars = maxChars;
    }

    /** The number of a text, of which at most the first 1,024 characters are kept; -1 when the table is full. */
    int number(char[] text, int offset, int length) {
        int kept = Math.min(length, LONGEST);
        int hash = 0;
        for (int i = 0; i < kept; i++) {
            hash = 31 * hash + text[offset + i];
        }
        int slot = slot(hash);
        for (; table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
            if (same(texts[table[slot] - 1], text, offset, kept)) {
                return table[slot] - 1;
            }
        }
        if (chars + kept > maxChars) {
            return -1;
        }
        if (size == texts.length) {
            texts = Arrays.copyOf(texts, 2 * size);
        }
        texts[size++] = new String(text, offset, kept);
        chars += kept + 32L;
        table[slot] = size;
        if (size > table.length / 2) {
            rehash();
        }
        return size - 1;
    }

    String text(int number) {
        return texts[number];
    }

    /** The texts by number. */
    String[] toArray() {
        return Arrays.copyOf(texts, size);
    }

    private int slot(int hash) {
        return (((hash ^ (hash >>> 16)) * 0x9E3779B9) >>> 4) & (table.length - 1);
    }

    private static boolean same(String known, char[] text, int offset, int length) {
        if (known.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != text[offset + i]) {
                return false;
            }
        }
        return true;
    }

    private void rehash() {
        table = new int[2 * table.length];
        for (int n = 0; n < size; n++) {
            int slot = slot(texts[n].hashCode());
            while (table[slot] != 0) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = n + 1;
        }
    }
}
