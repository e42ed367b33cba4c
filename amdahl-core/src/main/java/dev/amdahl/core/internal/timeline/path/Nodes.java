package dev.amdahl.core.internal.timeline.path;

import java.util.Arrays;

/**
 * The pieces that a timeline is cut into, as growing columns: device work first, then the host threads, each lane's pieces in a
 * row. 34 bytes a piece. Not thread-safe while it grows.
 *
 * <p>A piece begins when the piece before it on its lane, the piece that it waits for, and the call that launched it allow. A
 * piece that is a wait has no time of its own: it lasts as long as what it waits for.
 */
final class Nodes {
    /** No time of its own. */
    static final byte WAIT = 1;
    /** What it waits for is device work that a synchronising call waited for. */
    static final byte SYNCED = 2;
    /** Launched before the window. */
    static final byte LAUNCHED = 4;

    static final int NONE = -1;

    long[] start = new long[64];
    long[] end = new long[64];
    int[] owner = new int[64];
    /** The piece on the same lane whose end comes first. */
    int[] prev = new int[64];
    /** A piece on another lane whose end comes first. */
    int[] cross = new int[64];
    /** The piece whose start comes first. */
    int[] launch = new int[64];

    byte[] kind = new byte[64];
    byte[] flags = new byte[64];
    int size;

    private int[] laneFirst = new int[8];
    private int[] laneIndex = new int[8];
    private int lanes;

    /** From here on pieces belong to this lane of the timeline. */
    void beginLane(int lane) {
        if (lanes == laneFirst.length) {
            laneFirst = Arrays.copyOf(laneFirst, 2 * lanes);
            laneIndex = Arrays.copyOf(laneIndex, 2 * lanes);
        }
        laneFirst[lanes] = size;
        laneIndex[lanes++] = lane;
    }

    /** Returns the lane of the timeline on which a piece stands. */
    int lane(int node) {
        int low = 0;
        int high = lanes - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (laneFirst[middle] <= node) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return laneIndex[low];
    }

    /** Adds a piece; {@code interval} is the index on its lane, or none where nothing is recorded. */
    int add(long from, long to, int interval, PathKind what, int before) {
        if (size == start.length) {
            grow(size + (size >> 1));
        }
        start[size] = from;
        end[size] = to;
        owner[size] = interval;
        prev[size] = before;
        cross[size] = NONE;
        launch[size] = NONE;
        kind[size] = (byte) what.index();
        flags[size] = 0;
        return size++;
    }

    boolean is(int node, byte flag) {
        return (flags[node] & flag) != 0;
    }

    void mark(int node, byte flag) {
        flags[node] |= flag;
    }

    /** Returns when a piece lets the next go on, in the recorded times. */
    long release(int node) {
        return is(node, WAIT) ? start[node] : end[node];
    }

    private void grow(int capacity) {
        start = Arrays.copyOf(start, capacity);
        end = Arrays.copyOf(end, capacity);
        owner = Arrays.copyOf(owner, capacity);
        prev = Arrays.copyOf(prev, capacity);
        cross = Arrays.copyOf(cross, capacity);
        launch = Arrays.copyOf(launch, capacity);
        kind = Arrays.copyOf(kind, capacity);
        flags = Arrays.copyOf(flags, capacity);
    }
}
