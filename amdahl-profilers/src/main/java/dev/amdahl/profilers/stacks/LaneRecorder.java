package dev.amdahl.profilers.stacks;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Collects the intervals of one lane in any order. Not thread-safe. */
public final class LaneRecorder {
    private final Activity.Side side;
    private final int device;
    private final String name;
    private final Labels labels;
    private long[] starts = new long[16];
    private long[] ends = new long[16];
    private long[] correlations = new long[16];
    private int[] symbols = new int[16];
    private Activity[] activities = new Activity[16];
    private int size;

    /** A lane; {@code labels} may be shared between lanes. */
    public LaneRecorder(Activity.Side side, int device, String name, Labels labels) {
        this.side = side;
        this.device = device;
        this.name = name;
        this.labels = labels;
    }

    /** Adds an interval; an end before the start is an error of the caller. */
    public void add(long start, long end, Activity activity, String label, long correlation) {
        if (end < start || activity.side() != side) {
            throw new IllegalArgumentException("no interval of this lane: " + start + " to " + end + ", " + activity);
        }
        if (size == starts.length) {
            int larger = size + (size >> 1) + 16;
            starts = Arrays.copyOf(starts, larger);
            ends = Arrays.copyOf(ends, larger);
            correlations = Arrays.copyOf(correlations, larger);
            symbols = Arrays.copyOf(symbols, larger);
            activities = Arrays.copyOf(activities, larger);
        }
        starts[size] = start;
        ends[size] = end;
        correlations[size] = correlation;
        symbols[size] = labels.of(label);
        activities[size++] = activity;
    }

    /** The lane as it is now, sorted by start, the longer interval first. */
    public Lane lane() {
        int[] order = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(i -> starts[i])
                        .thenComparing(
                                Comparator.<Integer>comparingLong(i -> ends[i]).reversed()))
                .mapToInt(Integer::intValue)
                .toArray();
        return new RecordedLane(
                side,
                device,
                name,
                Arrays.stream(order).mapToLong(i -> starts[i]).toArray(),
                Arrays.stream(order).mapToLong(i -> ends[i]).toArray(),
                Arrays.stream(order).mapToLong(i -> correlations[i]).toArray(),
                Arrays.stream(order).map(i -> symbols[i]).toArray(),
                Arrays.stream(order).mapToObj(i -> activities[i]).toArray(Activity[]::new),
                labels);
    }
}
