package dev.amdahl.profilers.internal.kineto.hta;

import java.util.Arrays;

/**
 * The moments at which kinds of work begin and end, and by what each changes the sum of the weights of what runs. Immutable.
 */
final class Sweep {
    static final Sweep EMPTY = new Sweep(new double[0], new int[0]);

    private final double[] times;
    private final int[] changes;

    private Sweep(double[] times, int[] changes) {
        this.times = times;
        this.changes = changes;
    }

    /** The moments, us. */
    double[] times() {
        return times;
    }

    /** The weight of what begins, or less the weight of what ends. */
    int[] changes() {
        return changes;
    }

    /** Adds moments behind those there are, begins before ends, and sorts all again: as often as HTA sorts, since ties move. */
    Sweep with(Intervals intervals, int weight) {
        return appended(intervals, weight).sorted();
    }

    /** Adds moments without sorting. */
    Sweep appended(Intervals intervals, int weight) {
        int n = times.length;
        int added = intervals.size();
        double[] allTimes = Arrays.copyOf(times, n + 2 * added);
        int[] allChanges = Arrays.copyOf(changes, n + 2 * added);
        System.arraycopy(intervals.starts(), 0, allTimes, n, added);
        System.arraycopy(intervals.ends(), 0, allTimes, n + added, added);
        Arrays.fill(allChanges, n, n + added, weight);
        Arrays.fill(allChanges, n + added, n + 2 * added, -weight);
        return new Sweep(allTimes, allChanges);
    }

    Sweep sorted() {
        double[] sortedTimes = new double[times.length];
        int[] sortedChanges = new int[times.length];
        int next = 0;
        for (int i : TieOrder.ascending(times)) {
            sortedTimes[next] = times[i];
            sortedChanges[next++] = changes[i];
        }
        return new Sweep(sortedTimes, sortedChanges);
    }
}
