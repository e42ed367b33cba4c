package dev.amdahl.profilers.internal.kineto.lane;

/** The order of intervals by start, the longer first; those that tie keep the order of the file. */
final class Order {
    private final Column starts;
    private final Column durations;

    private Order(Column starts, Column durations) {
        this.starts = starts;
        this.durations = durations;
    }

    /** Returns the indices in order; empty if they are in order as they stand. */
    static int[] of(Column starts, Column durations) {
        Order by = new Order(starts, durations);
        int n = starts.size();
        int i = 1;
        while (i < n && !by.after(i - 1, i)) {
            i++;
        }
        if (i >= n) {
            return new int[0];
        }
        int[] order = new int[n];
        for (int k = 0; k < n; k++) {
            order[k] = k;
        }
        by.sort(order, order.clone(), 0, n);
        return order;
    }

    private boolean after(int a, int b) {
        long first = starts.get(a);
        long second = starts.get(b);
        return first > second || (first == second && durations.get(a) < durations.get(b));
    }

    /** Merge sort of {@code into[from, to)}; {@code other} holds the same numbers. Halves that follow each other are copied. */
    private void sort(int[] into, int[] other, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(other, into, from, middle);
        sort(other, into, middle, to);
        if (!after(other[middle - 1], other[middle])) {
            System.arraycopy(other, from, into, from, to - from);
            return;
        }
        int a = from;
        int b = middle;
        for (int i = from; i < to; i++) {
            into[i] = b == to || (a < middle && !after(other[a], other[b])) ? other[a++] : other[b++];
        }
    }
}
