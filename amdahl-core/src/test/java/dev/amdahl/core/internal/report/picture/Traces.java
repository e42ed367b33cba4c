package dev.amdahl.core.internal.report.picture;

import dev.amdahl.core.internal.timeline.WrittenTimeline;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Interval;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Track;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;

/** Timelines made of steps: the host loads, launches and waits, then the accelerators run. */
public final class Traces {
    private Traces() {}

    /** A run of .88 s; device {@code i} starts a little later than the one before. */
    public static Timeline steps(String host, int accelerators, int steps) {
        long wall = 880_000_000L;
        long step = (long) (.9 * wall) / steps;
        long first = (long) (.06 * wall);
        WrittenTimeline written = new WrittenTimeline();
        for (int device = 0; device < accelerators; device++) {
            Track stream = new Track(Activity.Side.DEVICE, device, "stream");
            for (int i = 0; i < steps; i++) {
                long at = first + i * step + step / 2 + device * step / 100;
                written.add(stream, interval(Activity.KERNEL, at, at + step * 40 / 100));
            }
        }
        Track main = new Track(Activity.Side.HOST, -1, host);
        written.add(main, interval(Activity.HOST_CODE, 0, wall));
        for (int i = 0; i < steps; i++) {
            long at = first + i * step;
            written.add(main, interval(Activity.INPUT_WAIT, at, at + step * 45 / 100));
            written.add(main, interval(Activity.LAUNCH, at + step * 45 / 100, at + step / 2));
            written.add(main, interval(Activity.SYNC, at + step * 9 / 10, at + step));
            if (i % 10 == 9) {
                written.add(main, interval(Activity.CHECKPOINT, at + step * 95 / 100, at + step * 13 / 10));
            }
        }
        return written.over(0, wall, false, accelerators);
    }

    private static Interval interval(Activity activity, long start, long end) {
        return new Interval(activity, "", start, end, -1);
    }
}
