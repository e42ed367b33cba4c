package dev.amdahl.examples.traces;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import java.util.List;
import java.util.function.UnaryOperator;

/** Timelines with something taken from them, to show what a difference comes from. */
final class Reshaped {
    private record Changed(Timeline timeline, List<Lane> lanes) implements Timeline {
        @Override
        public long startNanos() {
            return timeline.startNanos();
        }

        @Override
        public long endNanos() {
            return timeline.endNanos();
        }

        @Override
        public boolean isEpochBased() {
            return timeline.isEpochBased();
        }

        @Override
        public int accelerators() {
            return timeline.accelerators();
        }
    }

    /**
     * Starts rounded up and ends rounded down to microseconds, of times that were doubles in microseconds since the epoch: those
     * are a quarter of a microsecond apart.
     */
    private record Rounded(Lane lane) implements Lane {
        @Override
        public Activity.Side side() {
            return lane.side();
        }

        @Override
        public int device() {
            return lane.device();
        }

        @Override
        public String name() {
            return lane.name();
        }

        @Override
        public int size() {
            return lane.size();
        }

        @Override
        public long start(int i) {
            return -Math.floorDiv(-asDouble(lane.start(i)), 1_000L) * 1_000;
        }

        @Override
        public long end(int i) {
            long end = asDouble(asDouble(lane.start(i)) + lane.end(i) - lane.start(i));
            return Math.max(start(i), Math.floorDiv(end, 1_000L) * 1_000);
        }

        private static long asDouble(long nanos) {
            return Math.floorDiv(nanos + 125, 250L) * 250;
        }

        @Override
        public Activity activity(int i) {
            return lane.activity(i);
        }

        @Override
        public String label(int i) {
            return lane.label(i);
        }

        @Override
        public long correlation(int i) {
            return lane.correlation(i);
        }
    }

    private Reshaped() {}

    /** Times as Holistic Trace Analysis rounds them. */
    static Timeline rounded(Timeline timeline) {
        return changed(timeline, Rounded::new, "");
    }

    /** Without the lanes whose name ends so. */
    static Timeline without(Timeline timeline, String nameEnd) {
        return changed(timeline, UnaryOperator.identity(), nameEnd);
    }

    private static Timeline changed(Timeline timeline, UnaryOperator<Lane> change, String nameEnd) {
        List<Lane> lanes = timeline.lanes().stream()
                .filter(lane -> nameEnd.isEmpty() || !lane.name().endsWith(nameEnd))
                .map(change)
                .toList();
        return new Changed(timeline, lanes);
    }
}
