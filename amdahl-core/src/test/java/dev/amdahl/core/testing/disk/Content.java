package dev.amdahl.core.testing.disk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** The bytes of one file: those that last, and what was done since. Not thread-safe. */
final class Content {
    private static final int BLOCK = 4096;

    private byte[] lasting;
    private int length;
    private final List<Change> pending = new ArrayList<>();

    /** Bytes at a position, or, without bytes, a new length. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Change(long position, byte[] bytes, boolean isLength) {}

    /** @param lasting what lasts; the array is this content's from now on */
    Content(byte[] lasting) {
        this.lasting = lasting;
        this.length = lasting.length;
    }

    /** Each block for itself: no disk writes more than one at once for sure. */
    void write(long position, byte[] bytes) {
        for (int from = 0; from < bytes.length; ) {
            int to = (int) Math.min(bytes.length, from + BLOCK - (position + from) % BLOCK);
            pending.add(new Change(position + from, Arrays.copyOfRange(bytes, from, to), false));
            from = to;
        }
    }

    void resize(long size) {
        pending.add(new Change(size, new byte[0], true));
    }

    void force() {
        pending.forEach(this::apply);
        pending.clear();
    }

    /** The bytes after a power cut, with some of the pending changes in any order. */
    byte[] after(SplittableRandom random, double leaking) {
        List<Change> order = new ArrayList<>(pending);
        for (int i = order.size(); i > 1; i--) {
            int other = random.nextInt(i);
            Change change = order.set(i - 1, order.get(other));
            order.set(other, change);
        }
        Content found = new Content(bytes());
        for (Change change : order) {
            if (random.nextDouble() < leaking) {
                found.apply(change);
            }
        }
        return found.bytes();
    }

    private byte[] bytes() {
        return Arrays.copyOf(lasting, length);
    }

    /** In place; what is cut off is zero if the file grows again. */
    private void apply(Change change) {
        int end = (int) change.position() + change.bytes().length;
        int size = change.isLength() ? end : Math.max(end, length);
        if (size > lasting.length) {
            lasting = Arrays.copyOf(lasting, Math.max(size, 2 * lasting.length));
        }
        if (size < length) {
            Arrays.fill(lasting, size, length, (byte) 0);
        }
        System.arraycopy(change.bytes(), 0, lasting, (int) change.position(), change.bytes().length);
        length = size;
    }
}
