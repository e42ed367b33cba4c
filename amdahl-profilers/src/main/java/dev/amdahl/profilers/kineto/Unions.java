package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Exact lengths of unions of intervals, in integer nanoseconds. */
final class Unions {
    private Unions() {}

    /** Returns the time in which at least one interval of the given activities runs on any of the lanes. */
    static long length(List<Lane> lanes, Set<Activity> wanted) {
        int n = 0;
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                n += wanted.contains(lane.activity(i)) ? 1 : 0;
            }
        }
        long[] starts = new long[n];
        long[] ends = new long[n];
        int next = 0;
        for (Lane lane : lanes) {
            for (int i = 0; i < lane.size(); i++) {
                if (wanted.contains(lane.activity(i))) {
                    starts[next] = lane.start(i);
                    ends[next++] = lane.end(i);
                }
            }
        }
        return length(starts, ends);
    }

    /** The union of [starts[i], ends[i]); sorts both. After k-th smallest start and end, the open ones are counted by rank. */
    private static long length(long[] starts, long[] ends) {
        Arrays.sort(starts);
        Arrays.sort(ends);
        long length = 0;
        int open = 0;
        for (int i = 0; i < starts.length; i++) {
            if (i + 1 == starts.length || starts[i + 1] >= ends[i]) {
                length += ends[i] - starts[open];
                open = i + 1;
            }
        }
        return length;
    }
}
