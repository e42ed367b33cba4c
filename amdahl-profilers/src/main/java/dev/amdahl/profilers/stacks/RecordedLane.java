package dev.amdahl.profilers.stacks;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;

/** A lane over columns that are sorted by start. Immutable. */
final class RecordedLane implements Lane {
    private final Activity.Side side;
    private final int device;
    private final String name;
    private final long[] starts;
    private final long[] ends;
    private final long[] correlations;
    private final int[] symbols;
    private final Activity[] activities;
    private final Labels labels;

    RecordedLane(
            Activity.Side side,
            int device,
            String name,
            long[] starts,
            long[] ends,
            long[] correlations,
            int[] symbols,
            Activity[] activities,
            Labels labels) {
        this.side = side;
        this.device = device;
        this.name = name;
        this.starts = starts;
        this.ends = ends;
        this.correlations = correlations;
        this.symbols = symbols;
        this.activities = activities;
        this.labels = labels;
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
        return labels.name(symbols[i]);
    }

    @Override
    public long correlation(int i) {
        return correlations[i];
    }
}
