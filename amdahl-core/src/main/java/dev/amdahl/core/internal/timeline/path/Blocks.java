package dev.amdahl.core.internal.timeline.path;

import java.util.Arrays;

/**
 * Stretches in which a helper thread worked without a long pause, of all helper threads: what the main thread may have started
 * and waited for. Not thread-safe.
 */
final class Blocks {
    /** A thread that shows nothing for so long, ns, is taken to have waited for somebody. */
    static final long PAUSE = 20_000;

    private final Nodes nodes;
    private int[] firsts = new int[16];
    private int[] lasts = new int[16];
    private int size;
    private int[] byStart = {};
    private int[] byEnd = {};

    Blocks(Nodes nodes) {
        this.nodes = nodes;
    }

    /** Adds the blocks of one thread, whose pieces are these. */
    void add(int from, int to) {
        int first = Nodes.NONE;
        for (int node = from; node < to; node++) {
            if (isPause(node)) {
                close(first, node - 1);
                first = Nodes.NONE;
            } else if (first == Nodes.NONE) {
                first = node;
            }
        }
        close(first, to - 1);
    }

    private boolean isPause(int node) {
        boolean isIdle = PathKind.of(nodes.kind[node]) == PathKind.UNEXPLAINED;
        return isIdle && nodes.end[node] - nodes.start[node] >= PAUSE;
    }

    private void close(int first, int last) {
        if (first == Nodes.NONE) {
            return;
        }
        if (size == firsts.length) {
            firsts = Arrays.copyOf(firsts, 2 * size);
            lasts = Arrays.copyOf(lasts, 2 * size);
        }
        firsts[size] = first;
        lasts[size++] = last;
    }

    /** Ends the adding. */
    void sort() {
        byStart = RunSort.order(size, (a, b) -> start(a) < start(b));
        byEnd = RunSort.order(size, (a, b) -> end(a) < end(b));
    }

    int size() {
        return size;
    }

    /** Returns the block that is this many-th by its start. */
    int byStart(int rank) {
        return byStart[rank];
    }

    /** Returns the block that is this many-th by its end. */
    int byEnd(int rank) {
        return byEnd[rank];
    }

    long start(int block) {
        return nodes.start[firsts[block]];
    }

    long end(int block) {
        return nodes.end[lasts[block]];
    }

    int last(int block) {
        return lasts[block];
    }

    /** Returns the block's last piece that ended by an instant, or none. */
    int endedBy(int block, long instant) {
        int low = firsts[block];
        int high = lasts[block] + 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nodes.end[middle] <= instant) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1 < firsts[block] ? Nodes.NONE : low - 1;
    }

    /** Says that a block began because a piece ended: the pause before it was a wait. */
    void startedBy(int block, int node) {
        int first = firsts[block];
        nodes.cross[first] = node;
        if (nodes.prev[first] != Nodes.NONE) {
            nodes.mark(nodes.prev[first], Nodes.WAIT);
        }
    }
}
