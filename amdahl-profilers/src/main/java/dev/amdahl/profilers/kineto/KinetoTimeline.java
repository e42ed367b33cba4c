package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.List;

/** A timeline read from one trace. */
record KinetoTimeline(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
        implements Timeline {
    KinetoTimeline {
        lanes = List.copyOf(lanes);
    }
}
