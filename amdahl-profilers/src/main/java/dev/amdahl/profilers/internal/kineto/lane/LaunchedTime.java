package dev.amdahl.profilers.internal.kineto.lane;

import dev.amdahl.spi.job.Activity;
import java.util.Arrays;
import java.util.List;

/** Device time by the correlation of the call that launched it; each is given out once. Not thread-safe. */
final class LaunchedTime {
    private final long[] correlations;
    private final long[] nanos;
    private long all;

    /** @param lanes of which device lanes are looked at */
    LaunchedTime(List<LaneColumns> lanes) {
        int size = lanes.stream()
                .filter(LaunchedTime::isDevice)
                .mapToInt(LaneColumns::size)
                .sum();
        long[] each = new long[size];
        int filled = 0;
        for (LaneColumns lane : lanes) {
            for (int i = 0; isDevice(lane) && i < lane.size(); i++) {
                each[filled++] = lane.correlation(i);
            }
        }
        correlations = Arrays.stream(each).sorted().distinct().toArray();
        nanos = new long[correlations.length];
        for (LaneColumns lane : lanes) {
            for (int i = 0; isDevice(lane) && i < lane.size(); i++) {
                long length = lane.end(i) - lane.start(i);
                nanos[Arrays.binarySearch(correlations, lane.correlation(i))] += length;
                all += length;
            }
        }
    }

    private static boolean isDevice(LaneColumns lane) {
        return lane.side() == Activity.Side.DEVICE;
    }

    /** Returns the durations of all pieces of device work, added up. */
    long all() {
        return all;
    }

    /** Returns the durations of the pieces that a call launched, at its first asking; 0 for none. */
    long take(long correlation) {
        int found = correlation < 0 ? -1 : Arrays.binarySearch(correlations, correlation);
        if (found < 0) {
            return 0;
        }
        long taken = nanos[found];
        nanos[found] = 0;
        return taken;
    }
}
