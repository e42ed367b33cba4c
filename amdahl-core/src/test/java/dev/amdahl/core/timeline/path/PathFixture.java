package dev.amdahl.core.timeline.path;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Builds small timelines by hand, with names and correlations; lane names decide the lane, and
 * a name that ends in {@code @7} the process. Not thread-safe. */
final class PathFixture {
    private record Interval(Activity activity, String label, long start, long end, long correlation) {}

    private record Row(Activity.Side side, int device, String name, List<Interval> intervals) implements Lane {
        @Override
        public long process() {
            int at = name.indexOf('@');
            return at < 0 ? -1 : Long.parseLong(name.substring(at + 1));
        }

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
    }

    private record Fixture(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
            implements Timeline {}

    private final List<Row> rows = new ArrayList<>();

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
        Row row = rows.stream()
                .filter(candidate ->
                        candidate.side() == side && candidate.name().equals(name))
                .findFirst()
                .orElse(null);
        if (row == null) {
            row = new Row(side, device, name, new ArrayList<>());
            rows.add(row);
        }
        row.intervals().add(interval);
        return this;
    }

    /** From the first start to the last end. */
    Timeline build() {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        for (Row row : rows) {
            row.intervals()
                    .sort(Comparator.comparingLong(Interval::start).thenComparingLong(interval -> -interval.end()));
            for (Interval interval : row.intervals()) {
                from = Math.min(from, interval.start());
                to = Math.max(to, interval.end());
            }
        }
        return rows.isEmpty()
                ? new Fixture(0, 0, false, 0, List.of())
                : new Fixture(from, to, false, 1, List.copyOf(rows));
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
