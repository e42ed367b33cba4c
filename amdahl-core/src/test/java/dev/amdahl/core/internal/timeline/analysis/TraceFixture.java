package dev.amdahl.core.internal.timeline.analysis;

import dev.amdahl.core.internal.timeline.WrittenTimeline;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Interval;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Track;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;

/** Builds small traces by hand: launch calls, device work, host code and steps, times as the test says. */
final class TraceFixture {
    private final WrittenTimeline written = new WrittenTimeline();

    /** A kernel on stream 7 of device 0. */
    TraceFixture kernel(long start, long end, long correlation) {
        return work(0, 7, Activity.KERNEL, "kernel", start, end, correlation);
    }

    TraceFixture work(int device, int stream, Activity activity, String label, long start, long end, long correlation) {
        return add(
                Activity.Side.DEVICE,
                device,
                "device " + device + " stream " + stream,
                new Interval(activity, label, start, end, correlation));
    }

    /** A launch call on the main thread. */
    TraceFixture launch(long start, long end, long correlation) {
        return host("main", Activity.LAUNCH, "cudaLaunchKernel", start, end, correlation);
    }

    TraceFixture host(Activity activity, String label, long start, long end) {
        return host("main", activity, label, start, end, -1);
    }

    TraceFixture host(String thread, Activity activity, String label, long start, long end, long correlation) {
        return add(Activity.Side.HOST, -1, thread, new Interval(activity, label, start, end, correlation));
    }

    TraceFixture step(int number, long start, long end) {
        return add(
                Activity.Side.PHASE,
                -1,
                "steps",
                new Interval(Activity.STEP, "ProfilerStep#" + number, start, end, -1));
    }

    private TraceFixture add(Activity.Side side, int device, String name, Interval interval) {
        written.add(new Track(side, device, name), interval);
        return this;
    }

    Timeline build() {
        int accelerators = (int) written.lanes().stream()
                .mapToInt(Lane::device)
                .filter(device -> device >= 0)
                .distinct()
                .count();
        return written.whole(accelerators);
    }
}
