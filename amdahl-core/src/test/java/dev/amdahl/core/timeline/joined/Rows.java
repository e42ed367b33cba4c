package dev.amdahl.core.timeline.joined;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.HotFrame;
import dev.amdahl.spi.profiler.Profile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A profile written by hand, in milliseconds. */
final class Rows {
    private record Interval(Activity activity, long start, long end, String label) {}

    private record Row(Activity.Side side, int device, long process, long thread, List<Interval> intervals)
            implements Lane {
        @Override
        public String name() {
            return "process " + process + " thread " + thread;
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
            return -1;
        }
    }

    private record Seen(String profiler, Optional<String> host, Optional<Timeline> timeline) implements Profile {
        @Override
        public Artifact artifact() {
            return new Artifact(Path.of(profiler), "trace");
        }

        @Override
        public Map<String, Double> counters() {
            return Map.of();
        }

        @Override
        public List<HotFrame> hotFrames() {
            return List.of();
        }

        @Override
        public List<String> findings() {
            return List.of();
        }
    }

    private final String profiler;
    private final List<Row> rows = new ArrayList<>();
    private boolean epoch = true;
    private Optional<String> host = Optional.empty();

    Rows(String profiler) {
        this.profiler = profiler;
    }

    Rows ownClock() {
        epoch = false;
        return this;
    }

    Rows host(String name) {
        host = Optional.of(name);
        return this;
    }

    Rows device(int device, Object... startEndPairs) {
        return row(Activity.KERNEL, device, -1, -1, "kernel", startEndPairs);
    }

    Rows host(Activity activity, long process, long thread, Object... startEndPairs) {
        return row(activity, -1, process, thread, activity.name(), startEndPairs);
    }

    Rows step(String label, double start, double end) {
        return row(Activity.STEP, -1, -1, -1, label, start, end);
    }

    private Rows row(Activity activity, int device, long process, long thread, String label, Object... pairs) {
        Row row = rows.stream()
                .filter(one -> one.side() == activity.side()
                        && one.device() == device
                        && one.process() == process
                        && one.thread() == thread)
                .findFirst()
                .orElse(null);
        if (row == null) {
            row = new Row(activity.side(), device, process, thread, new ArrayList<>());
            rows.add(row);
        }
        for (int i = 0; i < pairs.length; i += 2) {
            row.intervals().add(new Interval(activity, nanos(pairs[i]), nanos(pairs[i + 1]), label));
        }
        return this;
    }

    private static long nanos(Object milliseconds) {
        return Math.round(((Number) milliseconds).doubleValue() * 1e6);
    }

    /** Over the given span, ms. */
    Profile over(double start, double end) {
        rows.forEach(row -> row.intervals().sort(Comparator.comparingLong(Interval::start)));
        List<Lane> lanes = List.copyOf(rows);
        int devices = (int) rows.stream().filter(row -> row.device() >= 0).count();
        return new Seen(
                profiler, host, Optional.of(new JoinedTimeline(nanos(start), nanos(end), epoch, devices, lanes)));
    }
}
