package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.List;

/**
 * What had to come before what in a window of a timeline: pieces of device work and of host threads, in an order in which every
 * piece comes after those that it depends on. Where the times contradict a dependency it is left out. 42 bytes a piece, at
 * most two pieces an interval and one a pause. Immutable once built.
 */
final class PathGraph {
    /** Device work that begins later than this after what it waited for was held back by something not recorded, ns. */
    static final long MAX_DELAY = 1_500_000;

    final Timeline timeline;
    final Span span;
    final Nodes nodes;
    final int[] order;
    private final int[] causes;
    private final int deviceNodes;
    private final int withoutLaunch;
    private int contradicted;

    private PathGraph(Timeline timeline, Span span, Nodes nodes, DeviceWork work) {
        this.timeline = timeline;
        this.span = span;
        this.nodes = nodes;
        this.deviceNodes = work.size();
        this.withoutLaunch = work.withoutLaunch();
        for (int node = 0; node < nodes.size; node++) {
            check(node);
        }
        causes = new int[nodes.size];
        for (int node = 0; node < nodes.size; node++) {
            causes[node] = cause(node, nodes.cross[node]);
        }
        order = RunSort.order(nodes.size, this::isBefore);
    }

    static PathGraph of(Timeline timeline, Span span, Launches launches) {
        List<Lane> lanes = timeline.lanes();
        Nodes nodes = new Nodes();
        DeviceWork work = DeviceWork.of(lanes, span, launches, nodes);
        work.linkStreams();
        HostThreads threads = HostThreads.of(lanes, launches, work);
        Blocks blocks = new Blocks(nodes);
        for (int index : threads.helpers()) {
            int first = nodes.size;
            cut(lanes, index, span, nodes, new HostChain(lanes.get(index), index, nodes, launches, work));
            if (threads.isLed(lanes, index)) {
                blocks.add(first, nodes.size);
            }
        }
        blocks.sort();
        if (threads.main() != Nodes.NONE) {
            Lane lane = lanes.get(threads.main());
            cut(lanes, threads.main(), span, nodes, new MainChain(lane, threads.main(), nodes, launches, work, blocks));
        }
        for (int node = 0; node < work.size(); node++) {
            nodes.launch[node] = work.call(node) == Launches.NONE ? Nodes.NONE : launches.node(work.call(node));
        }
        return new PathGraph(timeline, span, nodes, work);
    }

    private static void cut(List<Lane> lanes, int index, Span span, Nodes nodes, HostChain chain) {
        nodes.beginLane(index);
        HostPieces.cut(lanes.get(index), span.from(), span.hostTo(), chain);
    }

    /** Leaves out what contradicts the times, so that no cycle can be. */
    private void check(int node) {
        int launch = nodes.launch[node];
        if (launch != Nodes.NONE && (launch >= nodes.size || !isBefore(launch, node))) {
            nodes.launch[node] = Nodes.NONE;
            contradicted++;
        }
        int cross = nodes.cross[node];
        if (cross != Nodes.NONE && (nodes.release(cross) > nodes.start[node] || !isBefore(cross, node))) {
            nodes.cross[node] = Nodes.NONE;
            contradicted++;
        }
    }

    /** By start; on a tie host pieces first, then as they were made. */
    private boolean isBefore(int a, int b) {
        if (nodes.start[a] != nodes.start[b]) {
            return nodes.start[a] < nodes.start[b];
        }
        boolean isHost = a >= deviceNodes;
        return isHost == b >= deviceNodes ? a < b : isHost;
    }

    boolean isDevice(int node) {
        return node < deviceNodes;
    }

    int deviceNodes() {
        return deviceNodes;
    }

    int withoutLaunch() {
        return withoutLaunch;
    }

    /** Dependencies left out because the times contradict them. */
    int contradicted() {
        return contradicted;
    }

    /**
     * Returns the piece with which the window ends: the last to end, device work before what it keeps waiting and that before host code;
     * none if there is no piece.
     */
    int lastToEnd() {
        int last = Nodes.NONE;
        for (int node = 0; node < nodes.size; node++) {
            boolean isLater = last == Nodes.NONE || nodes.end[node] > nodes.end[last];
            boolean isSame = last != Nodes.NONE && nodes.end[node] == nodes.end[last];
            boolean isRunning = isSame && isDevice(node) && nodes.start[last] == nodes.end[last];
            last = isLater || isRunning ? node : last;
        }
        return last;
    }

    /** Returns the piece that held a piece back longest, or none. */
    int cause(int node) {
        return causes[node];
    }

    /** Returns what would have held it back if no call waited for the device. */
    int causeWithoutSync(int node) {
        return nodes.is(node, Nodes.SYNCED) ? cause(node, Nodes.NONE) : causes[node];
    }

    private int cause(int node, int cross) {
        int cause = nodes.prev[node];
        if (cross != Nodes.NONE && (cause == Nodes.NONE || nodes.release(cross) >= nodes.release(cause))) {
            cause = cross;
        }
        int launch = nodes.launch[node];
        boolean isLaunch = launch != Nodes.NONE && (cause == Nodes.NONE || nodes.start[launch] > nodes.release(cause));
        return isLaunch ? launch : cause;
    }

    /** Returns when, in the recorded times, the cause let the piece begin; without a cause the start of the window. */
    long ready(int node, int cause) {
        if (cause == Nodes.NONE) {
            return span.from();
        }
        return isLaunch(node, cause) ? nodes.start[cause] : nodes.release(cause);
    }

    boolean isLaunch(int node, int cause) {
        return cause != Nodes.NONE && cause == nodes.launch[node];
    }

    /** Until when, before the start of the piece, the call that launched it was still running; else when it was ready. */
    long called(int node, int cause) {
        boolean isCall = isLaunch(node, cause) && !nodes.is(cause, Nodes.WAIT);
        return isCall ? Math.min(nodes.end[cause], nodes.start[node]) : ready(node, cause);
    }

    /** Returns what the time is from the return of the launching call, or else from the cause, to the start of the piece. */
    PathKind delay(int node, int cause) {
        if (nodes.start[node] - called(node, cause) > MAX_DELAY) {
            return PathKind.UNEXPLAINED;
        }
        if (isLaunch(node, cause) || (cause == Nodes.NONE && nodes.is(node, Nodes.LAUNCHED))) {
            return PathKind.LAUNCH_OVERHEAD;
        }
        boolean isGap = cause != Nodes.NONE && isDevice(node) && isDevice(cause);
        return isGap ? PathKind.KERNEL_GAP : PathKind.UNEXPLAINED;
    }

    /** Returns the piece's own name, or what stands for it. */
    String label(int node) {
        int interval = nodes.owner[node];
        return interval == Nodes.NONE
                ? "(nothing recorded)"
                : timeline.lanes().get(nodes.lane(node)).label(interval);
    }
}
