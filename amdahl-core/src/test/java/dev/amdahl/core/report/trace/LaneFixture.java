package dev.amdahl.core.report.trace;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.List;

/** A timeline of one stream and one thread. */
@SuppressWarnings("ArrayRecordComponent")
record LaneFixture(
        Activity.Side side, int device, String name, long[] starts, long[] ends, Activity activity, String text)
        implements Lane {

    private record Line(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
            implements Timeline {}

    static Timeline timeline() {
        return timeline("kernel");
    }

    static Timeline timeline(String text) {
        long[] starts = {0, 600};
        long[] ends = {400, 1_000};
        return new Line(
                0,
                1_000,
                false,
                1,
                List.of(
                        new LaneFixture(
                                Activity.Side.DEVICE, 0, "device 0 stream 7", starts, ends, Activity.KERNEL, text),
                        new LaneFixture(Activity.Side.HOST, -1, "thread 1", starts, ends, Activity.HOST_CODE, text)));
    }

    @Override
    public int size() {
        return starts.length;
    }

    @Override
    public long start(int i) {
        return starts[i];
    }

    @Override
    public long end(int i) {
        return ends[i];
    }

    @Override
    public Activity activity(int i) {
        return activity;
    }

    @Override
    public String label(int i) {
        return text;
    }

    @Override
    public long correlation(int i) {
        return -1;
    }
}
