package dev.amdahl.core.internal.timeline;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A timeline written down interval by interval; a lane is there once it is named. Not thread-safe. */
public final class WrittenTimeline {
    private static final Comparator<Interval> BY_START = Comparator.comparingLong(Interval::start)
            .thenComparing(Comparator.comparingLong(Interval::end).reversed());

    /** What {@link Lane} tells of one index. */
    public record Interval(Activity activity, String label, long start, long end, long correlation) {}

    /** What {@link Lane} tells of the whole. */
    public record Track(Activity.Side side, int device, String name, long process, long thread) {
        /** Of a process and a thread that are not known. */
        public Track(Activity.Side side, int device, String name) {
            this(side, device, name, -1, -1);
        }
    }

    private record Row(Activity.Side side, int device, String name, long process, long thread, List<Interval> intervals)
            implements Lane {
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

    private record Written(long startNanos, long endNanos, boolean isEpochBased, int accelerators, List<Lane> lanes)
            implements Timeline {}

    private final Map<Track, List<Interval>> tracks = new LinkedHashMap<>();

    /** Adds an interval, in any order. */
    public void add(Track track, Interval interval) {
        tracks.computeIfAbsent(track, any -> new ArrayList<>()).add(interval);
    }

    /** The lanes in the order in which they were named, each sorted by start, the longer interval first. */
    public List<Lane> lanes() {
        List<Lane> lanes = new ArrayList<>();
        tracks.forEach((track, intervals) -> lanes.add(new Row(
                track.side(),
                track.device(),
                track.name(),
                track.process(),
                track.thread(),
                intervals.stream().sorted(BY_START).toList())));
        return List.copyOf(lanes);
    }

    /** Over a span. */
    public Timeline over(long start, long end, boolean isEpochBased, int accelerators) {
        return new Written(start, end, isEpochBased, accelerators, lanes());
    }

    /** From the first start to the last end, on a clock of its own; from 0 to 0 if nothing is there. */
    public Timeline whole(int accelerators) {
        List<Interval> all = tracks.values().stream().flatMap(List::stream).toList();
        return over(
                all.stream().mapToLong(Interval::start).min().orElse(0),
                all.stream().mapToLong(Interval::end).max().orElse(0),
                false,
                accelerators);
    }
}
