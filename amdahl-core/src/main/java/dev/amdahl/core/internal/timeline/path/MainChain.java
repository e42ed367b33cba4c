package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.spi.job.Lane;

/**
 * Makes the pieces of the main thread, cut where it started helper threads and where it went on after them. Not thread-safe.
 *
 * <p>What is not recorded is guessed from times, within these bounds. A helper thread that worked again after a pause was started
 * by the main thread at that instant, or, while the main thread was waiting for another helper, by that one. The main thread
 * waited for a helper's block if the block lies inside one stretch in which the main thread shows nothing, or nothing but one
 * range or operator that it had opened before; where it shows nothing at all, the block need only end inside.
 */
final class MainChain extends HostChain {
    private final Blocks blocks;
    private int nextStart;
    private int nextEnd;

    MainChain(Lane lane, int index, Nodes nodes, Launches launches, DeviceWork work, Blocks blocks) {
        super(lane, index, nodes, launches, work);
        this.blocks = blocks;
    }

    @Override
    void deviceWait(long start, long end, int interval) {
        super.deviceWait(start, end, interval);
        skip(end);
    }

    @Override
    void own(long start, long end, int interval, PathKind kind) {
        boolean isSilent = kind == PathKind.UNEXPLAINED;
        boolean mayWait = isSilent || kind == PathKind.HOST_CODE;
        long earliest = isSilent ? Long.MIN_VALUE : start;
        int waitsFor = Nodes.NONE;
        for (int rank = nextEnd; isSilent && rank < blocks.size() && blocks.end(blocks.byEnd(rank)) <= end; rank++) {
            int block = blocks.byEnd(rank);
            boolean isOpen = blocks.start(block) < start && blocks.end(block) > start;
            waitsFor = isOpen ? later(waitsFor, block) : waitsFor;
        }
        for (long at = start; at < end; ) {
            while (nextStart < blocks.size() && blocks.start(blocks.byStart(nextStart)) <= at) {
                int block = blocks.byStart(nextStart++);
                start(block, at, waitsFor);
                waitsFor = mayWait && blocks.start(block) == at && blocks.end(block) <= end
                        ? later(waitsFor, block)
                        : waitsFor;
            }
            long cut = Math.min(end, Math.min(startAfter(at), mayWait ? endAfter(at, earliest, end) : end));
            int piece = add(at, cut, interval, kind);
            if (waitsFor != Nodes.NONE && blocks.end(waitsFor) > at) {
                nodes.mark(piece, Nodes.WAIT);
            }
            at = cut;
            join(at, mayWait, earliest);
        }
    }

    /** The piece to come waits for the blocks that end now, if it may. */
    private void join(long at, boolean mayWait, long earliest) {
        for (; nextEnd < blocks.size() && blocks.end(blocks.byEnd(nextEnd)) <= at; nextEnd++) {
            int block = blocks.byEnd(nextEnd);
            if (mayWait && blocks.end(block) == at && blocks.start(block) >= earliest) {
                await(blocks.last(block), false);
            }
        }
    }

    private void start(int block, long at, int waitsFor) {
        int cause = awaited() != Nodes.NONE ? awaited() : last();
        if (waitsFor != Nodes.NONE && blocks.end(waitsFor) > at) {
            cause = blocks.endedBy(waitsFor, at);
        }
        boolean isTimely = blocks.start(block) == at && cause != Nodes.NONE && nodes.end[cause] <= at;
        if (isTimely && !nodes.is(cause, Nodes.WAIT)) {
            blocks.startedBy(block, cause);
        }
    }

    private int later(int block, int other) {
        return block == Nodes.NONE || blocks.end(other) > blocks.end(block) ? other : block;
    }

    /** Returns the next instant at which a block begins. */
    private long startAfter(long at) {
        for (int rank = nextStart; rank < blocks.size(); rank++) {
            if (blocks.start(blocks.byStart(rank)) > at) {
                return blocks.start(blocks.byStart(rank));
            }
        }
        return Long.MAX_VALUE;
    }

    /** Returns the next instant at which a block ends that the main thread may have waited for. */
    private long endAfter(long at, long earliest, long end) {
        for (int rank = nextEnd; rank < blocks.size() && blocks.end(blocks.byEnd(rank)) <= end; rank++) {
            int block = blocks.byEnd(rank);
            if (blocks.end(block) > at && blocks.start(block) >= earliest) {
                return blocks.end(block);
            }
        }
        return end;
    }

    /** Passes over blocks that begin or end until an instant, while the thread waits for the device. */
    private void skip(long until) {
        while (nextStart < blocks.size() && blocks.start(blocks.byStart(nextStart)) < until) {
            nextStart++;
        }
        while (nextEnd < blocks.size() && blocks.end(blocks.byEnd(nextEnd)) < until) {
            nextEnd++;
        }
    }
}
