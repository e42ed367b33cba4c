package dev.amdahl.profilers.internal.kineto.hta;

import java.util.Arrays;

/**
 * Overlapping and touching pieces of work merged into intervals, us, with HTA's rules where rounding made a duration negative:
 * an interval ends where its latest piece ends, even before its own start. Immutable.
 */
final class Intervals {
    /** Ascending. */
    private final double[] starts;

    private final double[] ends;

    private Intervals(double[] starts, double[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    double[] starts() {
        return starts;
    }

    double[] ends() {
        return ends;
    }

    static Intervals of(Selection selection, int[] rows) {
        double[] starts = new double[rows.length];
        double[] ends = new double[rows.length];
        int size = 0;
        double reached = Double.NaN;
        for (int i : TieOrder.ascending(selection.starts(rows))) {
            double start = selection.table().start[rows[i]];
            double end = selection.end(rows[i]);
            if (size == 0 || start > reached) {
                starts[size] = start;
                ends[size++] = end;
            } else {
                ends[size - 1] = Math.max(ends[size - 1], end);
            }
            reached = Double.isNaN(reached) ? end : Math.max(reached, end);
        }
        return sorted(Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
    }

    private static Intervals sorted(double[] starts, double[] ends) {
        double[] sortedStarts = new double[starts.length];
        double[] sortedEnds = new double[ends.length];
        int next = 0;
        for (int i : TieOrder.ascending(starts)) {
            sortedStarts[next] = starts[i];
            sortedEnds[next++] = ends[i];
        }
        return new Intervals(sortedStarts, sortedEnds);
    }

    int size() {
        return starts.length;
    }

    /** Sum of the ends less sum of the starts. */
    double length() {
        return Numbers.sum(ends) - Numbers.sum(starts);
    }

    /** Sum of the single lengths. */
    double summedLengths() {
        double[] lengths = new double[size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = ends[i] - starts[i];
        }
        return Numbers.sum(lengths);
    }
}
