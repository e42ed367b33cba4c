package dev.amdahl.core.timeline.analysis;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Builds small traces by hand: launch calls, device work, host code and steps, times as the test says. */
final class TraceFixture {
    private record Row(Activity activity, long start, long end, String label, long correlation) {}

    private record Track(Activity.Side side, int device, String name, List<Row> rows) implements Lane {
        @Override
        public int size() {
            return rows.size();
        }

        @Override
        public long start(int i) {
            return rows.get(i).start();
        }

        @Override
        public long end(int i) {
            return rows.get(i).end();
        }

        @Override
        public Activity activity(int i) {
            return rows.get(i).activity();
        }

        @Override
        public String label(int i) {
            return rows.get(i).label();
        }

        @Override
        public long correlation(int i) {
            return rows.get(i).correlation();
        }
    }

    private record Trace(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
            implements Timeline {}

    private final List<Track> tracks = new ArrayList<>();

    /** A kernel on stream 7 of device 0. */
    TraceFixture kernel(long start, long end, long correlation) {
        return work(0, 7, Activity.KERNEL, "kernel", start, end, correlation);
    }

    TraceFixture work(int device, int stream, Activity activity, String label, long start, long end, long correlation) {
        return add(
                Activity.Side.DEVICE,
                device,
                "device " + device + " stream " + stream,
                new Row(activity, start, end, label, correlation));
    }

    /** A launch call on the main thread. */
    TraceFixture launch(long start, long end, long correlation) {
        return host("main", Activity.LAUNCH, "cudaLaunchKernel", start, end, correlation);
    }

    TraceFixture host(Activity activity, String label, long start, long end) {
        return host("main", activity, label, start, end, -1);
    }

    TraceFixture host(String thread, Activity activity, String label, long start, long end, long correlation) {
        return add(Activity.Side.HOST, -1, thread, new Row(activity, start, end, label, correlation));
    }

    TraceFixture step(int number, long start, long end) {
        return add(Activity.Side.PHASE, -1, "steps", new Row(Activity.STEP, start, end, "ProfilerStep#" + number, -1));
    }

    private TraceFixture add(Activity.Side side, int device, String name, Row row) {
        Track track = tracks.stream()
                .filter(candidate -> candidate.device() == device
                        && candidate.side() == side
                        && candidate.name().equals(name))
                .findFirst()
                .orElse(null);
        if (track == null) {
            track = new Track(side, device, name, new ArrayList<>());
            tracks.add(track);
        }
        track.rows().add(row);
        return this;
    }

    Timeline build() {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Track track : tracks) {
            track.rows().sort(Comparator.comparingLong(Row::start).thenComparingLong(row -> -row.end()));
            for (Row row : track.rows()) {
                first = Math.min(first, row.start());
                last = Math.max(last, row.end());
            }
        }
        int accelerators = (int) tracks.stream()
                .mapToInt(Track::device)
                .filter(device -> device >= 0)
                .distinct()
                .count();
        return new Trace(first > last ? 0 : first, Math.max(last, 0), false, accelerators, List.copyOf(tracks));
    }
}
