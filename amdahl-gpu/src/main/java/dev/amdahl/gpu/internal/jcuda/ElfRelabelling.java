package dev.amdahl.gpu.internal.jcuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Points a shared library at another major version of one that it needs. CUDA gives the soname and the version node of its symbols the
 * same text ({@code libcublas.so.12}), so that text in the string table and the hash of the version node are all that has to change; no
 * symbol is touched. For one use.
 */
final class ElfRelabelling {
    private static final int MAGIC = 0x464c457f;
    private static final int CLASS_AND_ORDER = 0x0102;
    private static final int DYNAMIC_SECTION = 6;
    private static final int NEEDED_VERSIONS_SECTION = 0x6ffffffe;
    private static final int NEEDED_TAG = 1;

    private final ByteBuffer elf;
    private final String from;
    private final String to;
    private final Set<Integer> names = new HashSet<>();

    private ElfRelabelling(byte[] elf, String from, String to) {
        this.elf = ByteBuffer.wrap(elf).order(ByteOrder.LITTLE_ENDIAN);
        this.from = from;
        this.to = to;
    }

    /**
     * Returns a copy that needs the other library.
     *
     * @param from the soname that it needs now
     * @param to the soname that it shall need, as long as the other
     * @throws IllegalArgumentException if the lengths differ, this is no 64-bit little-endian ELF file, or it is damaged
     */
    static byte[] relabelled(byte[] elf, String from, String to) {
        if (from.length() != to.length()) {
            throw new IllegalArgumentException("a new name must be as long as the old: " + from + ", " + to);
        }
        byte[] copy = elf.clone();
        try {
            new ElfRelabelling(copy, from, to).run();
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("a damaged ELF file: an offset leaves its " + elf.length + " bytes", e);
        }
        return copy;
    }

    private void run() {
        if (elf.getInt(0) != MAGIC || elf.getShort(4) != CLASS_AND_ORDER) {
            throw new IllegalArgumentException("not a little-endian 64-bit ELF file");
        }
        int sections = Math.toIntExact(elf.getLong(0x28));
        int size = elf.getShort(0x3A) & 0xffff;
        int count = elf.getShort(0x3C) & 0xffff;
        for (int i = 0; i < count; i++) {
            int header = sections + i * size;
            int strings = offset(sections + elf.getInt(header + 0x28) * size);
            if (elf.getInt(header + 4) == DYNAMIC_SECTION) {
                needed(offset(header), Math.toIntExact(elf.getLong(header + 0x20)), strings);
            } else if (elf.getInt(header + 4) == NEEDED_VERSIONS_SECTION) {
                versions(offset(header), elf.getInt(header + 0x2C), strings);
            }
        }
        byte[] text = to.getBytes(StandardCharsets.US_ASCII);
        names.forEach(at -> elf.put(at, text));
    }

    private int offset(int header) {
        return Math.toIntExact(elf.getLong(header + 0x18));
    }

    private void needed(int at, int size, int strings) {
        for (int entry = at; entry < at + size && elf.getLong(entry) != 0; entry += 16) {
            if (elf.getLong(entry) == NEEDED_TAG) {
                note(strings + Math.toIntExact(elf.getLong(entry + 8)));
            }
        }
    }

    /** Each library's list of version nodes: offsets lead from one to the next. */
    private void versions(int at, int libraries, int strings) {
        int library = at;
        for (int i = 0; i < libraries; i++) {
            note(strings + elf.getInt(library + 4));
            int node = library + elf.getInt(library + 8);
            for (int nodes = elf.getShort(library + 2) & 0xffff; nodes > 0; nodes--) {
                if (note(strings + elf.getInt(node + 8))) {
                    elf.putInt(node, hash(to));
                }
                node += elf.getInt(node + 12);
            }
            library += elf.getInt(library + 12);
        }
    }

    private boolean note(int at) {
        for (int i = 0; i < from.length(); i++) {
            if (elf.get(at + i) != from.charAt(i)) {
                return false;
            }
        }
        if (elf.get(at + from.length()) != 0) {
            return false;
        }
        names.add(at);
        return true;
    }

    /** Returns the hash that System V ELF gives the names of versions. */
    private static int hash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash << 4) + name.charAt(i);
            int high = hash & 0xf0000000;
            hash = (hash ^ (high >>> 24)) & ~high;
        }
        return hash;
    }
}
