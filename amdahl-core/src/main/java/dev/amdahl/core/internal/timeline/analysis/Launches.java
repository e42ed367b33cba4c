package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.Arrays;

/**
 * Launch calls with the device work that each caused, joined by correlation; one call of a graph has many pieces of work. Where
 * several host rows share a correlation, the outermost is the call. Immutable.
 */
final class Launches {
    private static final long NOT_SEEN = Long.MAX_VALUE;

    private final LongIndex index = new LongIndex();
    private final long[] callStarts;
    private final long[] callEnds;
    private final String[] names;
    private final Lane[] callLanes;
    private final long[] firstStarts;
    private final long[] lastEnds;
    private final long[] deviceNanos;
    private final int[] ops;

    private Launches(Timeline timeline) {
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; lane.side() == Activity.Side.DEVICE && i < lane.size(); i++) {
                if (lane.correlation(i) >= 0) {
                    index.add(lane.correlation(i));
                }
            }
        }
        int n = index.size();
        callStarts = filled(n, NOT_SEEN);
        callEnds = new long[n];
        names = new String[n];
        Arrays.fill(names, "");
        callLanes = new Lane[n];
        firstStarts = filled(n, Long.MAX_VALUE);
        lastEnds = filled(n, Long.MIN_VALUE);
        deviceNanos = new long[n];
        ops = new int[n];
        timeline.lanes().forEach(lane -> {
            if (lane.side() == Activity.Side.DEVICE) {
                addWork(lane);
            } else if (lane.side() == Activity.Side.HOST) {
                addCalls(lane);
            }
        });
    }

    static Launches of(Timeline timeline) {
        return new Launches(timeline);
    }

    private static long[] filled(int n, long value) {
        long[] array = new long[n];
        Arrays.fill(array, value);
        return array;
    }

    private void addWork(Lane lane) {
        for (int i = 0; i < lane.size(); i++) {
            int launch = of(lane, i);
            if (launch >= 0) {
                firstStarts[launch] = Math.min(firstStarts[launch], lane.start(i));
                lastEnds[launch] = Math.max(lastEnds[launch], lane.end(i));
                deviceNanos[launch] = Distribution.plus(deviceNanos[launch], lane.end(i) - lane.start(i));
                ops[launch]++;
            }
        }
    }

    private void addCalls(Lane lane) {
        for (int i = 0; i < lane.size(); i++) {
            int launch = of(lane, i);
            if (launch >= 0 && lane.start(i) < callStarts[launch]) {
                callStarts[launch] = lane.start(i);
                callEnds[launch] = lane.end(i);
                names[launch] = lane.label(i);
                callLanes[launch] = lane;
            }
        }
    }

    /** Returns how many correlations have device work. */
    int size() {
        return ops.length;
    }

    /** Returns the launch of a piece of device work or of a host call, -1 if it has none. */
    int of(Lane lane, int i) {
        long correlation = lane.correlation(i);
        return correlation < 0 ? -1 : index.find(correlation);
    }

    /** Returns whether the call itself was recorded. */
    boolean hasCall(int launch) {
        return callStarts[launch] != NOT_SEEN;
    }

    long callStart(int launch) {
        return callStarts[launch];
    }

    long callEnd(int launch) {
        return callEnds[launch];
    }

    /** Returns the host thread of a call that was recorded. */
    Lane callLane(int launch) {
        return callLanes[launch];
    }

    String name(int launch) {
        return names[launch];
    }

    /** Start of its first piece of device work. */
    long firstStart(int launch) {
        return firstStarts[launch];
    }

    /** End of its last piece of device work. */
    long lastEnd(int launch) {
        return lastEnds[launch];
    }

    /** Durations of its pieces of device work, added up. */
    long deviceNanos(int launch) {
        return deviceNanos[launch];
    }

    /** Pieces of device work. */
    int ops(int launch) {
        return ops[launch];
    }
}
