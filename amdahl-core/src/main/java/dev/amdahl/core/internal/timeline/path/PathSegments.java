package dev.amdahl.core.internal.timeline.path;

import java.util.Arrays;

/**
 * The stretches of a critical path in rising time: they tile its window. Columnar: read by index. Immutable for its readers; 25
 * bytes a stretch.
 */
public final class PathSegments {
    /** The lane of a stretch in which nothing was recorded on any lane. */
    public static final int NO_LANE = -1;

    private int[] lanes = new int[64];
    private int[] nodes = new int[64];
    private long[] starts = new long[64];
    private byte[] kinds = new byte[64];
    private int size;
    private long end;

    PathSegments(long end) {
        this.end = end;
    }

    /** Adds the stretch that ends where the last one begins; empty ones vanish. */
    void addBefore(long start, int lane, int node, PathKind kind) {
        if (start >= (size == 0 ? end : starts[size - 1])) {
            return;
        }
        if (size == starts.length) {
            int capacity = size + (size >> 1);
            lanes = Arrays.copyOf(lanes, capacity);
            nodes = Arrays.copyOf(nodes, capacity);
            starts = Arrays.copyOf(starts, capacity);
            kinds = Arrays.copyOf(kinds, capacity);
        }
        lanes[size] = lane;
        nodes[size] = node;
        starts[size] = start;
        kinds[size++] = (byte) kind.index();
    }

    /** Returns how many. */
    public int size() {
        return size;
    }

    /** Index among the timeline's lanes of the lane on which it was spent, or of what was held back; {@link #NO_LANE} if none. */
    public int lane(int i) {
        return lanes[size - 1 - i];
    }

    /** Start, ns on the timeline's clock. */
    public long start(int i) {
        return starts[size - 1 - i];
    }

    /** End, ns on the timeline's clock: where the next begins. */
    public long end(int i) {
        return i + 1 < size ? start(i + 1) : end;
    }

    /** Returns what it was spent on. */
    public PathKind kind(int i) {
        return PathKind.of(kinds[size - 1 - i]);
    }

    /** Returns the piece that was done or held back, or none. */
    int node(int i) {
        return nodes[size - 1 - i];
    }
}
