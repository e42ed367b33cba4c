package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;

/** A lane over primitive columns that are sorted by start, the longer interval first. Immutable. */
final class LaneColumns implements Lane {
    private final Activity.Side side;
    private final int device;
    private final String name;
    private final String[] labels;
    private final long offset;
    private final long[] starts;
    private final long[] ends;
    private final long[] correlations;
    private final int[] symbols;
    private final Activity[] activities;

    LaneColumns(LaneBuilder lane, String[] labels, long offset) {
        this.side = lane.side;
        this.device = lane.device;
        this.name = lane.name;
        this.labels = labels;
        this.offset = offset;
        int[] order = lane.order();
        int n = order.length;
        starts = new long[n];
        ends = new long[n];
        correlations = new long[n];
        symbols = new int[n];
        activities = new Activity[n];
        for (int i = 0; i < n; i++) {
            int from = order[i];
            starts[i] = lane.starts[from];
            ends[i] = lane.ends[from];
            correlations[i] = lane.correlations[from];
            symbols[i] = lane.symbols[from];
            activities[i] = lane.activities[from];
        }
    }

    @Override
    public Activity.Side side() {
        return side;
    }

    @Override
    public int device() {
        return device;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int size() {
        return starts.length;
    }

    @Override
    public long start(int i) {
        return offset + starts[i];
    }

    @Override
    public long end(int i) {
        return offset + ends[i];
    }

    @Override
    public Activity activity(int i) {
        return activities[i];
    }

    @Override
    public String label(int i) {
        return labels[symbols[i]];
    }

    @Override
    public long correlation(int i) {
        return correlations[i];
    }
}
