package dev.amdahl.core.internal.stats;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The lower half of the exact null distribution of the signed-rank sum of n untied values. Thread-safe; the tables up to
 * n = {@value #TABULATED}, less than 2 MiB in all, are kept once computed.
 */
public final class UntiedSignedRanks {

    /** Largest n whose table is kept. */
    public static final int TABULATED = 128;

    private static final AtomicReferenceArray<double[]> TABLES = new AtomicReferenceArray<>(TABULATED + 1);

    private UntiedSignedRanks() {}

    /**
     * P(W+ ≤ w), with a relative error below n · 2^-52.
     *
     * @param n 1 to {@link SubsetSums#MAX_RANKS}
     * @param w at most n(n+1)/4; 0 is returned below 0
     */
    public static double atMost(int n, int w) {
        if (w < 0) {
            return 0;
        }
        return n <= TABULATED ? cumulated(n)[w] : Math.scalb(SubsetSums.atMost(ranks(n), w), -n);
    }

    /** Returns the largest number of smallest sums whose total probability stays within the tail. */
    public static int order(int n, double tail) {
        double[] cumulated = cumulated(n);
        int from = 0;
        int to = cumulated.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (cumulated[middle] <= tail) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private static double[] cumulated(int n) {
        double[] table = n <= TABULATED ? TABLES.get(n) : null;
        if (table == null) {
            table = SubsetSums.counts(ranks(n), n * (n + 1) / 4);
            double sum = 0;
            for (int w = 0; w < table.length; w++) {
                sum += table[w];
                table[w] = Math.scalb(sum, -n);
            }
            if (n <= TABULATED) {
                TABLES.set(n, table);
            }
        }
        return table;
    }

    private static int[] ranks(int n) {
        int[] ranks = new int[n];
        Arrays.setAll(ranks, i -> i + 1);
        return ranks;
    }
}
