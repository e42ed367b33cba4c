package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;

/**
 * Makes the pieces of one host thread. A call that waited for device work becomes a wait until that work ended, and the rest of
 * the call: so do calls that copy and return only when the copy is done. Not thread-safe.
 */
class HostChain implements HostPieces.Sink {
    final Nodes nodes;
    private final Lane lane;
    private final int index;
    private final Launches launches;
    private final DeviceWork work;
    private int last = Nodes.NONE;
    private int awaited = Nodes.NONE;
    private boolean isSync;

    HostChain(Lane lane, int index, Nodes nodes, Launches launches, DeviceWork work) {
        this.lane = lane;
        this.index = index;
        this.nodes = nodes;
        this.launches = launches;
        this.work = work;
    }

    @Override
    public final void begin(int interval) {
        launches.began(lane, index, interval, nodes.size);
    }

    @Override
    public final void piece(long start, long end, int interval, boolean isInput) {
        if (interval == Nodes.NONE) {
            own(start, end, interval, isInput ? PathKind.INPUT_WAIT : PathKind.UNEXPLAINED);
            return;
        }
        PathKind kind = HostRole.kind(lane, interval);
        int device = device(start, end, interval, kind);
        long rest = start;
        if (device != Nodes.NONE) {
            rest = nodes.end[device];
            deviceWait(start, rest, interval);
            await(device, true);
        }
        if (rest < end) {
            own(rest, end, interval, isInput ? PathKind.INPUT_WAIT : kind);
        }
    }

    private int device(long start, long end, int interval, PathKind kind) {
        if (kind == PathKind.SYNC) {
            return work.awaited(start, end, HostRole.waitsForEvent(lane, interval));
        }
        if (lane.activity(interval) != Activity.LAUNCH || !lane.label(interval).contains("emcpy")) {
            return Nodes.NONE;
        }
        int call = launches.find(lane.correlation(interval));
        return call == Launches.NONE ? Nodes.NONE : work.ownCopy(call, start, end);
    }

    /** A piece in which the thread waits for the device. */
    void deviceWait(long start, long end, int interval) {
        nodes.mark(add(start, end, interval, PathKind.SYNC), Nodes.WAIT);
    }

    /** A piece of the thread's own. */
    void own(long start, long end, int interval, PathKind kind) {
        add(start, end, interval, kind);
    }

    /** The piece to come waits for a piece of another lane. */
    final void await(int node, boolean isDevice) {
        awaited = node;
        isSync = isDevice;
    }

    /** Returns what the piece to come waits for, or none. */
    final int awaited() {
        return awaited;
    }

    /** Returns the last piece made, or none. */
    final int last() {
        return last;
    }

    final int add(long start, long end, int interval, PathKind kind) {
        last = nodes.add(start, end, interval, kind, last);
        if (awaited != Nodes.NONE) {
            nodes.cross[last] = awaited;
            if (isSync) {
                nodes.mark(last, Nodes.SYNCED);
            }
            awaited = Nodes.NONE;
        }
        return last;
    }
}
