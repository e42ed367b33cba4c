package dev.amdahl.core.internal.report.trace;

import dev.amdahl.core.internal.timeline.WrittenTimeline;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Interval;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Track;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;

/** A timeline of one stream and one thread. */
final class LaneFixture {
    private LaneFixture() {}

    static Timeline timeline() {
        return timeline("kernel");
    }

    static Timeline timeline(String text) {
        WrittenTimeline written = new WrittenTimeline();
        add(written, new Track(Activity.Side.DEVICE, 0, "device 0 stream 7"), Activity.KERNEL, text);
        add(written, new Track(Activity.Side.HOST, -1, "thread 1"), Activity.HOST_CODE, text);
        return written.whole(1);
    }

    private static void add(WrittenTimeline written, Track track, Activity activity, String text) {
        written.add(track, new Interval(activity, text, 0, 400, -1));
        written.add(track, new Interval(activity, text, 600, 1_000, -1));
    }
}
