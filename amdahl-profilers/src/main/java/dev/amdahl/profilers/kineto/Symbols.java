package dev.amdahl.profilers.kineto;

import dev.amdahl.profilers.internal.kineto.lane.MemoryBudget;
import java.util.Arrays;

/** Distinct texts numbered from 0, looked up from characters without making a string. Not thread-safe. */
final class Symbols {
    private static final int ROOM_EACH = 120;

    private final MemoryBudget room;
    private char[][] texts = new char[256][];
    private int[] table = new int[1024];
    private int size;

    Symbols(MemoryBudget room) {
        this.room = room;
    }

    /** Returns the number of a text; quick where it is the one that the same buffer held before. */
    int number(TextBuffer text) {
        char[] last = text.last;
        if (!Arrays.equals(text.chars, 0, text.length, last, 0, last.length) || text.lastNumber < 0) {
            text.lastNumber = number(text.chars, text.length);
            text.last = texts[text.lastNumber];
        }
        return text.lastNumber;
    }

    int number(String text) {
        return number(text.toCharArray(), text.length());
    }

    /** Returns the number of a text that can be left out; -1 if it is new, and the memory is half full. */
    int numberIfPlenty(TextBuffer text) {
        int known = find(text.chars, text.length);
        if (known < 0 && !room.takeIfPlenty(ROOM_EACH + 3L * text.length)) {
            return -1;
        }
        return known >= 0 ? known : add(text.chars, text.length);
    }

    private int number(char[] text, int length) {
        int known = find(text, length);
        if (known < 0) {
            room.take(ROOM_EACH + 3L * length);
        }
        return known >= 0 ? known : add(text, length);
    }

    private int find(char[] text, int length) {
        int slot = slot(hash(text, length));
        for (; table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
            char[] known = texts[table[slot] - 1];
            if (Arrays.equals(known, 0, known.length, text, 0, length)) {
                return table[slot] - 1;
            }
        }
        return -1;
    }

    private int add(char[] text, int length) {
        int slot = slot(hash(text, length));
        while (table[slot] != 0) {
            slot = (slot + 1) & (table.length - 1);
        }
        if (size == texts.length) {
            texts = Arrays.copyOf(texts, 2 * size);
        }
        texts[size++] = Arrays.copyOf(text, length);
        table[slot] = size;
        if (size > table.length / 2) {
            rehash();
        }
        return size - 1;
    }

    private static int hash(char[] text, int length) {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + text[i];
        }
        return hash;
    }

    /** Returns the text as it was read. */
    String text(int number) {
        return new String(texts[number]);
    }

    /** Returns the texts by number, made harmless. */
    String[] toArray() {
        String[] array = new String[size];
        for (int i = 0; i < size; i++) {
            array[i] = clean(text(i));
        }
        return array;
    }

    /** Returns the text with U+FFFD for what breaks output: control characters and halves of surrogate pairs. */
    static String clean(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || Character.isSurrogate(c)) {
                return replaced(text);
            }
        }
        return text;
    }

    private static String replaced(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> Character.isISOControl(c) || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                        ? 0xFFFD
                        : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private int slot(int hash) {
        return (((hash ^ (hash >>> 16)) * 0x9E3779B9) >>> 4) & (table.length - 1);
    }

    private void rehash() {
        table = new int[2 * table.length];
        for (int n = 0; n < size; n++) {
            int slot = slot(hash(texts[n], texts[n].length));
            while (table[slot] != 0) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = n + 1;
        }
    }
}
