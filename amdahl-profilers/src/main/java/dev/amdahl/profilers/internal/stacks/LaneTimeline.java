package dev.amdahl.profilers.internal.stacks;

import dev.amdahl.profilers.internal.LaneColumnsBuilder;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A timeline over recorded lanes, from the first start to the last end.
 *
 * @param startNanos first instant covered
 * @param endNanos last instant covered
 * @param isEpochBased whether times are ns since the epoch
 * @param accelerators how many devices it shows
 * @param lanes sorted by nothing in particular
 */
public record LaneTimeline(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
        implements Timeline {
    public LaneTimeline {
        lanes = List.copyOf(lanes);
    }

    /** Returns a timeline of what was recorded; empty if that is nothing. */
    public static Optional<Timeline> of(Collection<LaneColumnsBuilder> recorded, boolean isEpochBased) {
        List<Lane> lanes = recorded.stream()
                .map(lane -> lane.build(0))
                .filter(lane -> lane.size() > 0)
                .toList();
        if (lanes.isEmpty()) {
            return Optional.empty();
        }
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (Lane lane : lanes) {
            start = Math.min(start, lane.start(0));
            for (int i = 0; i < lane.size(); i++) {
                end = Math.max(end, lane.end(i));
            }
        }
        long devices = lanes.stream()
                .filter(lane -> lane.side() == Activity.Side.DEVICE)
                .mapToInt(Lane::device)
                .distinct()
                .count();
        return Optional.of(new LaneTimeline(start, end, isEpochBased, (int) devices, lanes));
    }
}
