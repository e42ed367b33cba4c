package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;
import java.util.List;

/**
 * Host calls by correlation, and the calls that make a stream wait for an event. Of several calls with one correlation the first
 * launch counts, else the call that began last: the innermost. At most 52 bytes a call. Not thread-safe.
 */
final class Launches {
    static final int NONE = -1;

    private final long[] correlations;
    private final long[] starts;
    private final int[] lanes;
    private final int[] intervals;
    private final int[] nodes;
    private final boolean[] launches;
    private final int[] table;
    private final long[][] eventWaits;
    private int size;

    private Launches(int calls, int lanes) {
        correlations = new long[calls];
        starts = new long[calls];
        this.lanes = new int[calls];
        intervals = new int[calls];
        nodes = new int[calls];
        launches = new boolean[calls];
        table = new int[Math.max(2, Integer.highestOneBit(Math.max(1, calls)) * 4)];
        eventWaits = new long[lanes][];
    }

    static Launches of(List<Lane> lanes) {
        long calls = 0;
        for (Lane lane : lanes) {
            for (int i = 0; lane.side() == Activity.Side.HOST && i < lane.size(); i++) {
                calls += lane.correlation(i) >= 0 ? 1 : 0;
            }
        }
        Launches launches = new Launches(Math.toIntExact(calls), lanes.size());
        for (int index = 0; index < lanes.size(); index++) {
            launches.read(lanes.get(index), index);
        }
        return launches;
    }

    private void read(Lane lane, int index) {
        long[] waits = new long[4];
        int count = 0;
        for (int i = 0; lane.side() == Activity.Side.HOST && i < lane.size(); i++) {
            if (lane.correlation(i) >= 0) {
                put(lane, index, i);
            }
            if (HostRole.makesStreamWait(lane, i)) {
                waits = count == waits.length ? Arrays.copyOf(waits, 2 * count) : waits;
                waits[count++] = lane.start(i);
            }
        }
        eventWaits[index] = Arrays.copyOf(waits, count);
    }

    private void put(Lane lane, int index, int interval) {
        int slot = slot(lane.correlation(interval));
        boolean isLaunch = lane.activity(interval) == Activity.LAUNCH;
        int call = table[slot] - 1;
        if (call < 0) {
            call = size++;
            table[slot] = size;
        } else {
            boolean isEarlier = lane.start(interval) < starts[call];
            if (launches[call] != isLaunch ? launches[call] : isLaunch != isEarlier) {
                return;
            }
        }
        correlations[call] = lane.correlation(interval);
        starts[call] = lane.start(interval);
        lanes[call] = index;
        intervals[call] = interval;
        nodes[call] = Nodes.NONE;
        launches[call] = isLaunch;
    }

    private int slot(long correlation) {
        long mixed = correlation * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 32) & (table.length - 1);
        while (table[slot] != 0 && correlations[table[slot] - 1] != correlation) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    /** Returns the call with a correlation, or none. */
    int find(long correlation) {
        return correlation < 0 ? NONE : table[slot(correlation)] - 1;
    }

    long start(int call) {
        return starts[call];
    }

    int lane(int call) {
        return lanes[call];
    }

    /** Returns the piece with which a call begins, or none if it lies outside of the window. */
    int node(int call) {
        return nodes[call];
    }

    /** Says that the interval's first piece is this one. */
    void began(Lane lane, int index, int interval, int node) {
        int call = find(lane.correlation(interval));
        if (call != NONE && lanes[call] == index && intervals[call] == interval) {
            nodes[call] = node;
        }
    }

    /** Returns whether a thread made some stream wait for an event after one instant and before another. */
    boolean madeStreamWait(int lane, long after, long before) {
        long[] waits = eventWaits[lane];
        int next = Arrays.binarySearch(waits, after);
        next = next < 0 ? -next - 1 : next;
        return next < waits.length && waits[next] < before;
    }

    /** Start of the last call before an instant with which a thread made a stream wait for an event; the smallest long if none. */
    long lastStreamWait(int lane, long before) {
        int next = Arrays.binarySearch(eventWaits[lane], before);
        next = next < 0 ? -next - 1 : next;
        return next == 0 ? Long.MIN_VALUE : eventWaits[lane][next - 1];
    }
}
