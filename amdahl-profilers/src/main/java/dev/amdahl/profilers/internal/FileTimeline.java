package dev.amdahl.profilers.internal;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import java.util.Optional;

/** A timeline read from one file. */
public record FileTimeline(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
        implements Timeline {
    /** Takes a copy of the lanes. */
    public FileTimeline {
        lanes = List.copyOf(lanes);
    }

    /** Returns the lanes that have intervals, over the span of these; empty if none has. */
    public static Optional<Timeline> of(List<? extends Lane> lanes, boolean isEpochBased) {
        List<Lane> shown = lanes.stream()
                .filter(lane -> lane.size() > 0)
                .<Lane>map(lane -> lane)
                .toList();
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Lane lane : shown) {
            for (int i = 0; i < lane.size(); i++) {
                first = Math.min(first, lane.start(i));
                last = Math.max(last, lane.end(i));
            }
        }
        int accelerators = (int) shown.stream()
                .filter(lane -> lane.side() == Activity.Side.DEVICE)
                .mapToInt(Lane::device)
                .distinct()
                .count();
        return Optional.of(new FileTimeline(first, last, isEpochBased, accelerators, shown));
    }
}
