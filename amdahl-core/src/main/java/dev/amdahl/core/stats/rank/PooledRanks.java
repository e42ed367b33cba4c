package dev.amdahl.core.stats.rank;

import java.util.Arrays;

/** Doubled midranks of two samples ranked together. */
final class PooledRanks {

    private final int[] doubled;
    private final long first;
    private final double ties;

    private PooledRanks(int[] doubled, long first, double ties) {
        this.doubled = doubled;
        this.first = first;
        this.ties = ties;
    }

    /** Doubled midranks of all values, ascending. */
    int[] doubled() {
        return doubled;
    }

    /** Returns the sum of those of the first sample. */
    long first() {
        return first;
    }

    /** Returns the sum of t^3 - t over groups of t equal values. */
    double ties() {
        return ties;
    }

    static PooledRanks of(double[] x, double[] y) {
        double[] a = x.clone();
        double[] b = y.clone();
        Arrays.sort(a);
        Arrays.sort(b);
        int[] doubled = new int[a.length + b.length];
        long first = 0;
        double ties = 0;
        int i = 0;
        int j = 0;
        while (i + j < doubled.length) {
            double value = i == a.length || (j < b.length && b[j] < a[i]) ? b[j] : a[i];
            int from = i + j;
            int firstA = i;
            while (i < a.length && a[i] == value) {
                i++;
            }
            while (j < b.length && b[j] == value) {
                j++;
            }
            int rank = from + 1 + i + j;
            Arrays.fill(doubled, from, i + j, rank);
            first += (long) rank * (i - firstA);
            double size = i + j - from;
            ties += size * size * size - size;
        }
        return new PooledRanks(doubled, first, ties);
    }

    long total() {
        long n = doubled.length;
        return n * (n + 1);
    }
}
