package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;
import java.util.List;

/**
 * The device work of a window as pieces 0 to n-1, stream by stream, found again by its end. Work waits for the work before it on
 * its stream that ended last. Not thread-safe.
 */
final class DeviceWork {
    private static final int OVERLAPPING = 16;
    private static final int LOOKED_AT = 1024;

    private final Nodes nodes;
    private final Launches launches;
    private final List<Lane> lanes;
    private int[] calls = new int[64];
    private int[] byEnd = {};
    private int size;
    private int withoutLaunch;

    private DeviceWork(Nodes nodes, Launches launches, List<Lane> lanes) {
        this.nodes = nodes;
        this.launches = launches;
        this.lanes = lanes;
    }

    /** Adds the work to the nodes, which must be empty. */
    static DeviceWork of(List<Lane> lanes, Span span, Launches launches, Nodes nodes) {
        DeviceWork work = new DeviceWork(nodes, launches, lanes);
        int pending = work.laneOfPending(span);
        for (int index = 0; index < lanes.size(); index++) {
            if (lanes.get(index).side() == Activity.Side.DEVICE) {
                nodes.beginLane(index);
                work.read(lanes.get(index), span, index == pending);
            }
        }
        work.size = nodes.size;
        work.byEnd = RunSort.order(work.size, (a, b) -> nodes.end[a] < nodes.end[b]);
        return work;
    }

    /**
     * Returns the lane of the work that was launched in the window and is the first to begin after it, none where there is none. It
     * counts as a piece without length at the end: what it waits for there is what the window ends with.
     */
    private int laneOfPending(Span span) {
        int lane = Nodes.NONE;
        long first = Long.MAX_VALUE;
        for (int index = 0; index < lanes.size() && span.isCut(); index++) {
            Lane candidate = lanes.get(index);
            for (int i = 0; candidate.side() == Activity.Side.DEVICE && i < candidate.size(); i++) {
                if (candidate.start(i) >= span.to()) {
                    if (candidate.start(i) < first && isPending(candidate, i, span)) {
                        first = candidate.start(i);
                        lane = index;
                    }
                    break;
                }
            }
        }
        return lane;
    }

    private boolean isPending(Lane lane, int interval, Span span) {
        int call = launches.find(lane.correlation(interval));
        return call != Launches.NONE && launches.start(call) < span.to() && launches.start(call) >= span.from();
    }

    private void read(Lane lane, Span span, boolean withPending) {
        int first = nodes.size;
        int last = Nodes.NONE;
        boolean isOver = false;
        for (int i = 0; i < lane.size() && !isOver; i++) {
            isOver = lane.start(i) >= span.to();
            if (isOver && !withPending) {
                return;
            }
            int call = launches.find(lane.correlation(i));
            if (lane.end(i) <= span.from() || !(isOver || span.holds(launches, call, lane.start(i)))) {
                continue;
            }
            long start = Math.min(span.to(), Math.max(span.from(), lane.start(i)));
            long end = Math.min(span.to(), lane.end(i));
            int node = nodes.add(start, end, i, PathKind.ofDevice(lane.activity(i)), before(first, last, start));
            calls = node < calls.length ? calls : Arrays.copyOf(calls, 2 * calls.length);
            calls[node] = call;
            withoutLaunch += call == Launches.NONE ? 1 : 0;
            if (call != Launches.NONE && launches.start(call) < span.from()) {
                nodes.mark(node, Nodes.LAUNCHED);
            }
            last = last == Nodes.NONE || end >= nodes.end[last] ? node : last;
        }
    }

    /** Returns the work on the stream that ended last before an instant; among overlapping work only the latest few are asked. */
    private int before(int first, int last, long start) {
        if (last == Nodes.NONE || nodes.end[last] <= start) {
            return last;
        }
        int before = Nodes.NONE;
        for (int node = nodes.size - 1; node >= Math.max(first, nodes.size - OVERLAPPING); node--) {
            if (nodes.end[node] <= start && (before == Nodes.NONE || nodes.end[node] > nodes.end[before])) {
                before = node;
            }
        }
        return before;
    }

    int size() {
        return size;
    }

    /** Returns how many pieces have no known launch. */
    int withoutLaunch() {
        return withoutLaunch;
    }

    /** Returns the call that launched a piece, or none. */
    int call(int node) {
        return calls[node];
    }

    /**
     * Returns the work for whose end a synchronising call waited: it ended during the call, was launched before it, and is the last such
     * work of its stream (unless the call waits for an event); of several the one that ended last.
     */
    int awaited(long start, long end, boolean forEvent) {
        int at = endedBy(end);
        for (int i = at; i >= 0 && i > at - LOOKED_AT && nodes.end[byEnd[i]] > start; i--) {
            int node = byEnd[i];
            if (isLaunched(node, start, true) && (forEvent || isLastOfStream(node, start, end))) {
                return node;
            }
        }
        return Nodes.NONE;
    }

    /** Returns the copy that a call launched, if it ended while the call lasted. */
    int ownCopy(int call, long start, long end) {
        int at = endedBy(end);
        for (int i = at; i >= 0 && i > at - LOOKED_AT && nodes.end[byEnd[i]] > start; i--) {
            if (calls[byEnd[i]] == call && PathKind.of(nodes.kind[byEnd[i]]) == PathKind.COPY) {
                return byEnd[i];
            }
        }
        return Nodes.NONE;
    }

    private boolean isLastOfStream(int node, long start, long end) {
        int next = node + 1;
        boolean isLast = next >= size || nodes.lane(next) != nodes.lane(node);
        return isLast || !isLaunched(next, start, nodes.start[next] < end);
    }

    private boolean isLaunched(int node, long until, boolean unknown) {
        return calls[node] == Launches.NONE ? unknown : launches.start(calls[node]) <= until;
    }

    /** Position in the order of ends of the last work that ended by an instant; -1 if none. */
    private int endedBy(long instant) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nodes.end[byEnd[middle]] <= instant) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /**
     * Finds, for work that neither its launch nor its stream explains, the work on another stream that it waited for: the last
     * that ended before it, if one graph launch started both, or if the launching thread made a stream wait for an event since it
     * last launched onto this stream, and had launched that work before.
     */
    void linkStreams() {
        for (int node = 0; node < size; node++) {
            int call = calls[node];
            if (call == Launches.NONE) {
                continue;
            }
            long ready = launches.start(call);
            if (nodes.prev[node] != Nodes.NONE) {
                ready = Math.max(ready, nodes.end[nodes.prev[node]]);
            }
            if (ready < nodes.start[node]) {
                nodes.cross[node] = otherStream(node, call, ready);
            }
        }
    }

    private int otherStream(int node, int call, long ready) {
        int lane = nodes.lane(node);
        int thread = launches.lane(call);
        long since = Long.MIN_VALUE;
        boolean isFollower = node > 0 && nodes.lane(node - 1) == lane && calls[node - 1] != Launches.NONE;
        if (isFollower && launches.lane(calls[node - 1]) == thread) {
            since = launches.start(calls[node - 1]);
        }
        boolean waits = launches.madeStreamWait(thread, since, launches.start(call));
        long asked = waits ? launches.lastStreamWait(thread, launches.start(call)) : Long.MIN_VALUE;
        int at = endedBy(nodes.start[node]);
        for (int i = at; i >= 0 && i > at - OVERLAPPING && nodes.end[byEnd[i]] > ready; i--) {
            int other = byEnd[i];
            boolean isElsewhere = nodes.lane(other) != lane
                    && lanes.get(nodes.lane(other)).device() == lanes.get(lane).device();
            boolean isCause = calls[other] == call || (waits && isLaunched(other, asked, false));
            if (other != node && isElsewhere && isCause) {
                return other;
            }
        }
        return Nodes.NONE;
    }
}
