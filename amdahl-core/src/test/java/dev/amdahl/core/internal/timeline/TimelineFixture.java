package dev.amdahl.core.internal.timeline;

import dev.amdahl.core.internal.timeline.WrittenTimeline.Interval;
import dev.amdahl.core.internal.timeline.WrittenTimeline.Track;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Timeline;

/** Builds small timelines by hand; lane names decide the lane, times are what the test says. A name like {@code pid 7 main} tells the process. */
final class TimelineFixture {
    private final WrittenTimeline written = new WrittenTimeline();
    private boolean epochBased;

    TimelineFixture epochBased() {
        epochBased = true;
        return this;
    }

    TimelineFixture device(int device, Activity activity, long start, long end) {
        return stream(device, "stream 7", activity, start, end);
    }

    TimelineFixture stream(int device, String stream, Activity activity, long start, long end) {
        return add(Activity.Side.DEVICE, device, stream, activity, start, end);
    }

    TimelineFixture host(Activity activity, long start, long end) {
        return host("main", activity, start, end);
    }

    TimelineFixture host(String thread, Activity activity, long start, long end) {
        return add(Activity.Side.HOST, -1, thread, activity, start, end);
    }

    TimelineFixture phase(Activity activity, long start, long end) {
        return add(Activity.Side.PHASE, -1, "phases", activity, start, end);
    }

    TimelineFixture collective(int device, String label, long start, long end) {
        return add(Activity.Side.DEVICE, device, "stream 9", Activity.COMMUNICATION, label, -1, start, end);
    }

    TimelineFixture named(String thread, Activity activity, String label, long start, long end) {
        return add(Activity.Side.HOST, -1, thread, activity, label, -1, start, end);
    }

    /** A launch of a thread and the kernel that it leads to. */
    TimelineFixture launched(String thread, long launch, long correlation, int device, long start, long end) {
        add(Activity.Side.HOST, -1, thread, Activity.LAUNCH, "launch", correlation, launch, launch + 1_000);
        return add(Activity.Side.DEVICE, device, "stream 7", Activity.KERNEL, "kernel", correlation, start, end);
    }

    private TimelineFixture add(Activity.Side side, int device, String name, Activity activity, long start, long end) {
        return add(side, device, name, activity, "", -1, start, end);
    }

    private TimelineFixture add(
            Activity.Side side,
            int device,
            String name,
            Activity activity,
            String label,
            long correlation,
            long start,
            long end) {
        boolean isNumbered = name.startsWith("pid ");
        written.add(
                new Track(
                        side,
                        device,
                        name,
                        isNumbered ? Long.parseLong(name.split(" ", 3)[1]) : -1,
                        isNumbered ? name.hashCode() & 0xffff : -1),
                new Interval(activity, label, start, end, correlation));
        return this;
    }

    Timeline build(long start, long end, int accelerators) {
        return written.over(start, end, epochBased, accelerators);
    }
}
