package dev.amdahl.profilers.internal;

import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.job.Lane;
import java.util.Arrays;

/** Growing columns of one lane, in any order. Labels are kept by reference: give equal ones as one object. Not thread-safe. */
public final class LaneColumnsBuilder {
    final Activity.Side side;
    final int device;
    final String name;
    final long process;
    final long thread;
    long[] starts = new long[16];
    long[] ends = new long[16];
    long[] correlations = new long[16];
    String[] labels = new String[16];
    Activity[] activities = new Activity[16];

    private int size;

    /** @param device the accelerator's index for a device lane, else -1 */
    public LaneColumnsBuilder(Activity.Side side, int device, String name) {
        this(side, device, name, -1, -1);
    }

    private LaneColumnsBuilder(Activity.Side side, int device, String name, long process, long thread) {
        this.side = side;
        this.device = device;
        this.name = name;
        this.process = process;
        this.thread = thread;
    }

    /** Returns the lane of a host thread by the ids that the operating system gave. */
    public static LaneColumnsBuilder ofThread(String name, long process, long thread) {
        return new LaneColumnsBuilder(Activity.Side.HOST, -1, name, process, thread);
    }

    /** Adds an interval; {@code end} is not before {@code start}, and the activity is of the lane's side. */
    public void add(long start, long end, Activity activity, String label, long correlation) {
        if (end < start || activity.side() != side) {
            throw new IllegalArgumentException(activity + " from " + start + " to " + end + " on a lane of " + side);
        }
        if (size == starts.length) {
            int capacity = size + size / 2;
            starts = Arrays.copyOf(starts, capacity);
            ends = Arrays.copyOf(ends, capacity);
            correlations = Arrays.copyOf(correlations, capacity);
            labels = Arrays.copyOf(labels, capacity);
            activities = Arrays.copyOf(activities, capacity);
        }
        starts[size] = start;
        ends[size] = end;
        correlations[size] = correlation;
        labels[size] = label;
        activities[size++] = activity;
    }

    /** Intervals so far. */
    public int size() {
        return size;
    }

    /** Returns the lane, with {@code offset} nanoseconds added to each time. */
    public Lane build(long offset) {
        int[] order = new int[size];
        boolean sorted = true;
        for (int i = 0; i < size; i++) {
            order[i] = i;
            sorted &= i == 0 || !after(i - 1, i);
        }
        if (!sorted) {
            sort(order, order.clone(), 0, size);
        }
        return new ColumnLane(this, order, offset);
    }

    private boolean after(int a, int b) {
        return starts[a] > starts[b] || (starts[a] == starts[b] && ends[a] < ends[b]);
    }

    /** Merge sort of {@code into[from, to)}; {@code other} holds the same numbers. */
    private void sort(int[] into, int[] other, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(other, into, from, middle);
        sort(other, into, middle, to);
        int a = from;
        int b = middle;
        for (int i = from; i < to; i++) {
            into[i] = b == to || (a < middle && !after(other[a], other[b])) ? other[a++] : other[b++];
        }
    }
}
