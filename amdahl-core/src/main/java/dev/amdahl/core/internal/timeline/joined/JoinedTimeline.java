package dev.amdahl.core.internal.timeline.joined;

import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.List;

/** The lanes of several artifacts on one clock. */
record JoinedTimeline(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
        implements Timeline {
    JoinedTimeline {
        lanes = List.copyOf(lanes);
    }
}
