package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.job.Activity;
import java.util.Arrays;

/** Growing columns of one lane, in the order of the file. Not thread-safe. */
final class LaneBuilder {
    final Activity.Side side;
    final int device;
    final String name;
    long[] starts = new long[16];
    long[] ends = new long[16];
    long[] correlations = new long[16];
    int[] symbols = new int[16];
    Activity[] activities = new Activity[16];
    int size;

    private long mergedStart;
    private long mergedEnd = Long.MIN_VALUE;

    LaneBuilder(Activity.Side side, int device, String name) {
        this.side = side;
        this.device = device;
        this.name = name;
    }

    void add(long start, long end, Activity activity, int symbol, long correlation) {
        if (size == starts.length) {
            int capacity = size + size / 2;
            starts = Arrays.copyOf(starts, capacity);
            ends = Arrays.copyOf(ends, capacity);
            correlations = Arrays.copyOf(correlations, capacity);
            symbols = Arrays.copyOf(symbols, capacity);
            activities = Arrays.copyOf(activities, capacity);
        }
        starts[size] = start;
        ends[size] = end;
        correlations[size] = correlation;
        symbols[size] = symbol;
        activities[size++] = activity;
    }

    /** Adds frames whose names do not matter: those that touch become one interval. Says whether an interval was added. */
    boolean merge(long start, long end, int symbol) {
        if (mergedEnd != Long.MIN_VALUE && start <= mergedEnd && end >= mergedStart) {
            mergedStart = Math.min(mergedStart, start);
            mergedEnd = Math.max(mergedEnd, end);
            return false;
        }
        boolean added = flush(symbol);
        mergedStart = start;
        mergedEnd = end;
        return added;
    }

    /** Adds the frames that are still being merged, if any. */
    boolean flush(int symbol) {
        if (mergedEnd == Long.MIN_VALUE) {
            return false;
        }
        add(mergedStart, mergedEnd, Activity.HOST_CODE, symbol, -1);
        mergedEnd = Long.MIN_VALUE;
        return true;
    }

    /** The rows by start, the longer first; rows that tie keep the order of the file. */
    int[] order() {
        int[] order = new int[size];
        boolean sorted = true;
        for (int i = 0; i < size; i++) {
            order[i] = i;
            sorted &= i == 0 || !after(i - 1, i);
        }
        if (!sorted) {
            sort(order, order.clone(), 0, size);
        }
        return order;
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
