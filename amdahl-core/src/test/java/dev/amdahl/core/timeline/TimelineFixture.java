package dev.amdahl.core.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Builds small timelines by hand; lane names decide the lane, times are what the test says. */
final class TimelineFixture {
    private record Interval(Activity activity, String label, long correlation, long start, long end) {}

    private record Row(Activity.Side side, int device, String name, List<Interval> intervals) implements Lane {
        @Override
        public int size() {
            return intervals.size();
        }

        @Override
        public long start(int i) {
            return intervals.get(i).start();
        }

        @Override
        public long end(int i) {
            return intervals.get(i).end();
        }

        @Override
        public Activity activity(int i) {
            return intervals.get(i).activity();
        }

        @Override
        public String label(int i) {
            return intervals.get(i).label();
        }

        @Override
        public long correlation(int i) {
            return intervals.get(i).correlation();
        }

        /** The number in names like {@code pid 7 main}. */
        @Override
        public long process() {
            return name.startsWith("pid ") ? Long.parseLong(name.split(" ", 3)[1]) : -1;
        }

        @Override
        public long thread() {
            return name.startsWith("pid ") ? name.hashCode() & 0xffff : -1;
        }
    }

    private record Fixture(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
            implements Timeline {}

    private final List<Row> rows = new ArrayList<>();
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
        Row row = rows.stream()
                .filter(candidate ->
                        candidate.device() == device && candidate.name().equals(name))
                .findFirst()
                .orElse(null);
        if (row == null) {
            row = new Row(side, device, name, new ArrayList<>());
            rows.add(row);
        }
        row.intervals().add(new Interval(activity, label, correlation, start, end));
        return this;
    }

    Timeline build(long start, long end, int accelerators) {
        for (Row row : rows) {
            row.intervals()
                    .sort(Comparator.comparingLong(Interval::start).thenComparingLong(interval -> -interval.end()));
        }
        return new Fixture(start, end, epochBased, accelerators, List.copyOf(rows));
    }
}
