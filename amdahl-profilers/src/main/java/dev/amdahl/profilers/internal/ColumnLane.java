package dev.amdahl.profilers.internal;

import dev.amdahl.spi.job.Activity;

/** A lane over columns that are sorted by start, the longer interval first. Immutable. */
final class ColumnLane extends TrackLane {
    private final long[] starts;
    private final long[] ends;
    private final long[] correlations;
    private final String[] labels;
    private final Activity[] activities;

    ColumnLane(LaneColumnsBuilder from, int[] order, long offset) {
        super(from.side, from.device, from.name, from.process, from.thread);
        starts = new long[order.length];
        ends = new long[order.length];
        correlations = new long[order.length];
        labels = new String[order.length];
        activities = new Activity[order.length];
        for (int i = 0; i < order.length; i++) {
            starts[i] = from.starts[order[i]] + offset;
            ends[i] = from.ends[order[i]] + offset;
            correlations[i] = from.correlations[order[i]];
            labels[i] = from.labels[order[i]];
            activities[i] = from.activities[order[i]];
        }
    }

    @Override
    public int size() {
        return starts.length;
    }

    @Override
    public long start(int i) {
        return starts[i];
    }

    @Override
    public long end(int i) {
        return ends[i];
    }

    @Override
    public Activity activity(int i) {
        return activities[i];
    }

    @Override
    public String label(int i) {
        return labels[i];
    }

    @Override
    public long correlation(int i) {
        return correlations[i];
    }
}
