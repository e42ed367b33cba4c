package dev.amdahl.core.internal.timeline.path;

import dev.amdahl.core.internal.timeline.WrittenTimeline;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Interval;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Track;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.List;

/** Builds small timelines by hand, with names and correlations; lane names decide the lane, and
 * a name that ends in {@code @7} the process. Not thread-safe. */
final class PathFixture {
    private final WrittenTimeline written = new WrittenTimeline();

    PathFixture host(String thread, Activity activity, String label, long start, long end) {
        return add(Activity.Side.HOST, -1, thread, new Interval(activity, label, start, end, -1));
    }

    PathFixture code(String thread, String label, long start, long end) {
        return host(thread, Activity.HOST_CODE, label, start, end);
    }

    PathFixture sync(String thread, long start, long end) {
        return host(thread, Activity.SYNC, "cudaStreamSynchronize", start, end);
    }

    PathFixture launch(String thread, long start, long end, long correlation) {
        return call(thread, Activity.LAUNCH, "cudaLaunchKernel", start, end, correlation);
    }

    PathFixture call(String thread, Activity activity, String label, long start, long end, long correlation) {
        return add(Activity.Side.HOST, -1, thread, new Interval(activity, label, start, end, correlation));
    }

    PathFixture kernel(int stream, long start, long end, long correlation) {
        return device(stream, Activity.KERNEL, "kernel " + correlation, start, end, correlation);
    }

    PathFixture device(int stream, Activity activity, String label, long start, long end, long correlation) {
        return add(Activity.Side.DEVICE, 0, "stream " + stream, new Interval(activity, label, start, end, correlation));
    }

    PathFixture step(String label, long start, long end) {
        return add(Activity.Side.PHASE, -1, "steps", new Interval(Activity.STEP, label, start, end, -1));
    }

    private PathFixture add(Activity.Side side, int device, String name, Interval interval) {
        int at = name.indexOf('@');
        long process = at < 0 ? -1 : Long.parseLong(name.substring(at + 1));
        written.add(new Track(side, device, name, process, -1), interval);
        return this;
    }

    /** From the first start to the last end. */
    Timeline build() {
        return written.whole(1);
    }

    /** The stretches of a path as text: {@code KIND start-end}. */
    static List<String> stretches(CriticalPath path) {
        List<String> stretches = new ArrayList<>();
        PathSegments segments = path.segments();
        for (int i = 0; i < segments.size(); i++) {
            stretches.add(segments.kind(i) + " " + segments.start(i) + "-" + segments.end(i));
        }
        return stretches;
    }
}
