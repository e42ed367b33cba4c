package dev.amdahl.examples.cli.trace;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;

/**
 * Whether the heap holds the analyses of a timeline, by what they were measured to need: a JVM that runs out of memory tries for a
 * minute before it says so.
 *
 * @param intervals of the timeline
 * @param held of other timelines that are kept beside it
 * @param heap bytes
 */
record TraceRoom(long intervals, long held, long heap) {
    private static final long BASE = 12L << 20;
    private static final long EACH_HELD = 28;
    private static final long EACH = 85;
    private static final long EACH_OF_TWO = 150;
    private static final long EACH_ON_PATH = 215;

    static TraceRoom of(Timeline timeline, long held) {
        return new TraceRoom(intervals(timeline), held, Runtime.getRuntime().maxMemory());
    }

    static long intervals(Timeline timeline) {
        long intervals = 0;
        for (Lane lane : timeline.lanes()) {
            intervals += lane.size();
        }
        return intervals;
    }

    /** Returns whether two analyses may run at once. */
    boolean isAmple() {
        return needs(EACH_OF_TWO) <= heap;
    }

    /** @throws InvalidInputException where there is too little */
    void require(String name, boolean withPath) {
        long needed = needs(withPath ? EACH_ON_PATH : EACH);
        if (needed > heap) {
            throw new InvalidInputException(
                    name,
                    "has " + intervals + " intervals, whose analysis needs a heap of about " + (needed >> 20) + " MiB"
                            + (withPath ? " with the critical path" : "") + "; there are " + (heap >> 20),
                    "give the JVM a larger one (-Xmx" + ((needed >> 20) + 50) / 50 * 50 + "m) or record fewer steps");
        }
    }

    private long needs(long each) {
        return BASE + held * EACH_HELD + intervals * each;
    }
}
