package dev.amdahl.profilers.internal.kineto.lane;

import dev.amdahl.profilers.internal.TrackLane;
import dev.amdahl.spi.job.Activity;
import org.jspecify.annotations.Nullable;

/** A lane over columns that are sorted by start, the longer interval first. Immutable. */
public final class LaneColumns extends TrackLane {
    private final boolean isGpu;
    private final String[] labels;
    private final long offset;
    private final Column starts;
    private final Column durations;
    private final Column correlations;
    private final Column marks;
    private final @Nullable Column arguments;

    /** Takes the columns over: nothing may be added to the builder any more. */
    LaneColumns(LaneBuilder lane, String[] labels, long offset) {
        super(lane.side, lane.device, lane.name, lane.process, lane.thread);
        this.isGpu = lane.isGpu;
        this.labels = labels;
        this.offset = offset;
        int[] order = Order.of(lane.starts, lane.durations);
        boolean sorted = order.length == 0;
        starts = sorted ? lane.starts : lane.starts.in(order);
        durations = sorted ? lane.durations : lane.durations.in(order);
        correlations = sorted ? lane.correlations : lane.correlations.in(order);
        marks = sorted ? lane.marks : lane.marks.in(order);
        arguments = sorted || lane.arguments == null ? lane.arguments : lane.arguments.in(order);
    }

    /** Returns whether this is a stream of a GPU, and not of another accelerator. */
    public boolean isGpu() {
        return isGpu;
    }

    /** Returns what the times of the columns lack. */
    public long offset() {
        return offset;
    }

    /** Returns how many intervals start before an earlier one ends. */
    public int overlaps() {
        int overlaps = 0;
        long reached = Long.MIN_VALUE;
        for (int i = 0; i < size(); i++) {
            long start = starts.get(i);
            overlaps += start < reached ? 1 : 0;
            reached = Math.max(reached, start + durations.get(i));
        }
        return overlaps;
    }

    @Override
    public int size() {
        return starts.size();
    }

    @Override
    public long start(int i) {
        return offset + starts.get(i);
    }

    @Override
    public long end(int i) {
        return offset + starts.get(i) + durations.get(i);
    }

    @Override
    public Activity activity(int i) {
        return MarkCodec.activity(marks.get(i));
    }

    @Override
    public String label(int i) {
        return labels[symbol(i)];
    }

    /** Returns the number of the text that the label is. */
    public int symbol(int i) {
        return MarkCodec.symbol(marks.get(i));
    }

    @Override
    public long correlation(int i) {
        return correlations.get(i);
    }

    @Override
    public String arguments(int i) {
        int called = arguments == null ? 0 : (int) arguments.get(i);
        return called == 0 ? "" : labels[called - 1];
    }
}
