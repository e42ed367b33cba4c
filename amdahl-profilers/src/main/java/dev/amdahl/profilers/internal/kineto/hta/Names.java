package dev.amdahl.profilers.internal.kineto.hta;

import java.util.Arrays;

/** Distinct names numbered from 0, found from characters without making a string, and the kernel type of each. Not thread-safe. */
final class Names {
    private static final int MAX_CHARS = 8 << 20;

    private String[] texts = new String[64];
    private KernelType[] types = new KernelType[64];
    private int[] slots = new int[256];
    private int size;
    private long chars;

    /** The number of a name; -1 when all names together are too long. */
    int number(char[] text, int length) {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + text[i];
        }
        int slot = slot(hash);
        for (; slots[slot] != 0; slot = (slot + 1) & (slots.length - 1)) {
            if (same(texts[slots[slot] - 1], text, length)) {
                return slots[slot] - 1;
            }
        }
        chars += length + 32L;
        if (chars > MAX_CHARS) {
            return -1;
        }
        if (size == texts.length) {
            texts = Arrays.copyOf(texts, 2 * size);
            types = Arrays.copyOf(types, 2 * size);
        }
        texts[size++] = new String(text, 0, length);
        slots[slot] = size;
        if (size > slots.length / 2) {
            rehash();
        }
        return size - 1;
    }

    String text(int number) {
        return texts[number];
    }

    KernelType type(int number) {
        KernelType type = types[number];
        if (type == null) {
            type = KernelType.of(texts[number]);
            types[number] = type;
        }
        return type;
    }

    private int slot(int hash) {
        return (((hash ^ (hash >>> 16)) * 0x9E3779B9) >>> 4) & (slots.length - 1);
    }

    private static boolean same(String known, char[] text, int length) {
        if (known.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private void rehash() {
        slots = new int[2 * slots.length];
        for (int n = 0; n < size; n++) {
            int slot = slot(texts[n].hashCode());
            while (slots[slot] != 0) {
                slot = (slot + 1) & (slots.length - 1);
            }
            slots[slot] = n + 1;
        }
    }
}
