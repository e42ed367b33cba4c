package dev.amdahl.gpu.internal.jcuda;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;

/** Device memory of any size, of which only the pages that were written exist. */
class SparseMemory {
    private static final int PAGE = 1 << 16;

    final long bytes;
    private final Map<Long, byte[]> pages = new HashMap<>();

    SparseMemory(long bytes) {
        this.bytes = bytes;
    }

    boolean holds(long at, long count) {
        return at >= 0 && count >= 0 && at + count <= bytes;
    }

    byte[] read(long at, int count) {
        byte[] read = new byte[count];
        for (int done = 0; done < count; ) {
            int within = (int) ((at + done) % PAGE);
            int part = Math.min(count - done, PAGE - within);
            byte[] page = pages.get((at + done) / PAGE);
            if (page != null) {
                System.arraycopy(page, within, read, done, part);
            }
            done += part;
        }
        return read;
    }

    void write(long at, byte[] written) {
        for (int done = 0; done < written.length; ) {
            int within = (int) ((at + done) % PAGE);
            int part = Math.min(written.length - done, PAGE - within);
            byte[] page = pages.computeIfAbsent((at + done) / PAGE, number -> new byte[PAGE]);
            System.arraycopy(written, done, page, within, part);
            done += part;
        }
    }

    /** Gives it back. */
    void discard() {
        pages.clear();
    }

    /** The bytes of a host array. */
    static byte[] bytes(Object array) {
        byte[] bytes = new byte[Math.toIntExact(size(array))];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (array instanceof byte[] source) {
            buffer.put(source);
        } else if (array instanceof short[] source) {
            buffer.asShortBuffer().put(source);
        } else if (array instanceof int[] source) {
            buffer.asIntBuffer().put(source);
        } else if (array instanceof float[] source) {
            buffer.asFloatBuffer().put(source);
        } else if (array instanceof long[] source) {
            buffer.asLongBuffer().put(source);
        } else {
            buffer.asDoubleBuffer().put((double[]) array);
        }
        return bytes;
    }

    private static long size(Object array) {
        int element = array instanceof byte[]
                ? 1
                : array instanceof short[] ? 2 : array instanceof int[] || array instanceof float[] ? 4 : 8;
        return (long) element * Array.getLength(array);
    }

    /** Replaces the content of a host array. */
    static void into(Object array, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (array instanceof byte[] target) {
            buffer.get(target);
        } else if (array instanceof short[] target) {
            buffer.asShortBuffer().get(target);
        } else if (array instanceof int[] target) {
            buffer.asIntBuffer().get(target);
        } else if (array instanceof float[] target) {
            buffer.asFloatBuffer().get(target);
        } else if (array instanceof long[] target) {
            buffer.asLongBuffer().get(target);
        } else {
            buffer.asDoubleBuffer().get((double[]) array);
        }
    }
}
