package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How one device was used between its first and its last work, over all its streams: gaps, and the busy share in thirty equal parts,
 * the measures of the tool's rules {@code gpu_gaps} and {@code gpu_time_util}.
 *
 * @param spanNanos first to last work
 * @param longGaps gaps of more than 500 ms
 * @param lowParts parts that are less than half busy
 */
record DeviceUse(int device, long spanNanos, long busyNanos, int longGaps, long longGapNanos, int lowParts) {
    static final int PARTS = 30;
    static final long LONG_GAP = 500_000_000L;

    /** Returns each device that worked, by number. */
    static List<DeviceUse> of(Timeline timeline) {
        Map<Integer, List<Lane>> lanes = new TreeMap<>();
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.DEVICE && lane.size() > 0) {
                lanes.computeIfAbsent(lane.device(), key -> new ArrayList<>()).add(lane);
            }
        }
        return lanes.entrySet().stream()
                .map(entry -> of(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static DeviceUse of(int device, List<Lane> lanes) {
        long first = lanes.stream().mapToLong(lane -> lane.start(0)).min().orElse(0);
        long last = lanes.stream()
                .flatMapToLong(lane -> IntStream.range(0, lane.size()).mapToLong(lane::end))
                .max()
                .orElse(0);
        double part = (double) (last - first) / PARTS;
        double[] busyParts = new double[PARTS];
        int[] next = new int[lanes.size()];
        long covered = first;
        long busy = 0;
        int longGaps = 0;
        long longGapNanos = 0;
        for (int lane = earliest(lanes, next); lane >= 0; lane = earliest(lanes, next)) {
            long start = lanes.get(lane).start(next[lane]);
            long end = lanes.get(lane).end(next[lane]);
            next[lane]++;
            if (start - covered > LONG_GAP) {
                longGaps++;
                longGapNanos += start - covered;
            }
            long from = Math.max(start, covered);
            if (end > from) {
                busy += end - from;
                spread(busyParts, (double) (from - first), (double) (end - first), part);
                covered = end;
            }
        }
        int low = 0;
        for (double inPart : busyParts) {
            low += part > 0 && inPart < part / 2 ? 1 : 0;
        }
        return new DeviceUse(device, last - first, busy, longGaps, longGapNanos, low);
    }

    private static int earliest(List<Lane> lanes, int[] next) {
        int found = -1;
        for (int lane = 0; lane < next.length; lane++) {
            boolean left = next[lane] < lanes.get(lane).size();
            if (left
                    && (found < 0
                            || lanes.get(lane).start(next[lane])
                                    < lanes.get(found).start(next[found]))) {
                found = lane;
            }
        }
        return found;
    }

    private static void spread(double[] parts, double from, double to, double part) {
        for (int i = (int) Math.min(PARTS - 1.0, from / part); i < PARTS && i * part < to; i++) {
            parts[i] += Math.max(0, Math.min(to, (i + 1) * part) - Math.max(from, i * part));
        }
    }

    double busyShare() {
        return spanNanos == 0 ? 0 : (double) busyNanos / spanNanos;
    }
}
