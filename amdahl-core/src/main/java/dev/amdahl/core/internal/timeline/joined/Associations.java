package dev.amdahl.core.internal.timeline.joined;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What joined artifacts say about the longest idle times of the accelerators. A gap is spoken of where the artifact covers it whole,
 * it is at least four times as long as the skew of the clocks, and the thread was off the processor in some of it; what was not
 * seen says nothing.
 */
public final class Associations {
    private static final int SKEWS_PER_GAP = 4;

    private Associations() {}

    /** At most so many, of the longest gaps first. */
    public static List<Association> of(RunTimeline run, int most) {
        List<Association> found = new ArrayList<>();
        if (run.timeline().isEmpty() || run.joined().isEmpty()) {
            return found;
        }
        for (Gap gap : longest(run.timeline().get(), most)) {
            for (JoinedArtifact artifact : run.joined()) {
                for (Lane lane : artifact.lanes()) {
                    associate(gap, artifact, lane, found);
                }
            }
        }
        return found.size() > most ? List.copyOf(found.subList(0, most)) : found;
    }

    private record Gap(int device, long from, long to) {
        long length() {
            return to - from;
        }
    }

    private static void associate(Gap gap, JoinedArtifact artifact, Lane lane, List<Association> into) {
        long skew = artifact.clock().skewNanos();
        boolean isCovered = artifact.fromNanos() <= gap.from() && artifact.toNanos() >= gap.to();
        if (!isCovered || gap.length() < SKEWS_PER_GAP * skew) {
            return;
        }
        long off = 0;
        long until = gap.from();
        for (int i = 0; i < lane.size() && lane.start(i) < gap.to(); i++) {
            if (lane.activity(i) == Activity.OFF_CPU && lane.end(i) > until) {
                off += Math.min(gap.to(), lane.end(i)) - Math.max(until, lane.start(i));
                until = Math.min(gap.to(), lane.end(i));
            }
        }
        if (off > 0) {
            into.add(new Association(
                    gap.device(),
                    gap.from(),
                    gap.to(),
                    lane.name(),
                    artifact.profiler(),
                    (double) off / gap.length(),
                    Math.min(1, 2.0 * skew / gap.length())));
        }
    }

    private static List<Gap> longest(Timeline timeline, int most) {
        Map<Integer, List<Lane>> devices = new TreeMap<>();
        for (Lane lane : timeline.lanes()) {
            if (lane.side() == Activity.Side.DEVICE) {
                devices.computeIfAbsent(lane.device(), key -> new ArrayList<>()).add(lane);
            }
        }
        List<Gap> gaps = new ArrayList<>();
        devices.forEach((device, lanes) -> gaps(device, lanes, most, gaps));
        gaps.sort(Comparator.comparingLong(Gap::length).reversed().thenComparingLong(Gap::from));
        return gaps.size() > most ? gaps.subList(0, most) : gaps;
    }

    /** The lanes are sorted, so one walk over all of them in the order of time finds where none is busy. */
    private static void gaps(int device, List<Lane> lanes, int most, List<Gap> into) {
        int[] next = new int[lanes.size()];
        long busyUntil = Long.MIN_VALUE;
        List<Gap> own = new ArrayList<>();
        while (true) {
            int first = -1;
            for (int lane = 0; lane < next.length; lane++) {
                boolean isLeft = next[lane] < lanes.get(lane).size();
                if (isLeft && (first < 0 || start(lanes, next, lane) < start(lanes, next, first))) {
                    first = lane;
                }
            }
            if (first < 0) {
                break;
            }
            long start = start(lanes, next, first);
            if (busyUntil != Long.MIN_VALUE && start > busyUntil) {
                own.add(new Gap(device, busyUntil, start));
                if (own.size() > 1000 + 2 * most) {
                    own.sort(Comparator.comparingLong(Gap::length).reversed());
                    own.subList(most, own.size()).clear();
                }
            }
            busyUntil = Math.max(busyUntil, lanes.get(first).end(next[first]++));
        }
        into.addAll(own);
    }

    private static long start(List<Lane> lanes, int[] next, int lane) {
        return lanes.get(lane).start(next[lane]);
    }
}
