package dev.amdahl.gpu.bilinear;

import java.util.Optional;

/** Linear equations over the integers modulo 2, eliminated once and solved for many right-hand sides. Not thread-safe. */
final class BitMatrix {
    private final int unknowns;
    /** By equation: coefficients of the unknowns. */
    private final long[][] rows;
    /** By equation: of which equations it is the sum by now. */
    private final long[][] sums;
    /** By equation: the unknown that it is solved for. */
    private final int[] pivots;

    private int solved;

    BitMatrix(int equations, int unknowns) {
        this.unknowns = unknowns;
        rows = new long[equations][(unknowns + 63) / 64];
        sums = new long[equations][(equations + 63) / 64];
        pivots = new int[equations];
        for (int i = 0; i < equations; i++) {
            flip(sums[i], i);
        }
    }

    /** Adds 1 to a coefficient, before {@link #eliminate}. */
    void flip(int equation, int unknown) {
        flip(rows[equation], unknown);
    }

    private static void flip(long[] bits, int at) {
        bits[at >> 6] ^= 1L << at;
    }

    private static boolean isSet(long[] bits, int at) {
        return ((bits[at >> 6] >>> at) & 1) != 0;
    }

    /** Gauss and Jordan; unknowns that come first in the order are solved for if they can be. */
    void eliminate(int[] order) {
        for (int unknown : order) {
            int from = solved;
            while (from < rows.length && !isSet(rows[from], unknown)) {
                from++;
            }
            if (from < rows.length) {
                swap(rows, from, solved);
                swap(sums, from, solved);
                pivots[solved] = unknown;
                clear(unknown);
                solved++;
            }
        }
    }

    private void clear(int unknown) {
        for (int i = 0; i < rows.length; i++) {
            if (i != solved && isSet(rows[i], unknown)) {
                add(rows[i], rows[solved]);
                add(sums[i], sums[solved]);
            }
        }
    }

    private static void swap(long[][] all, int i, int j) {
        long[] one = all[i];
        all[i] = all[j];
        all[j] = one;
    }

    private static void add(long[] to, long[] from) {
        for (int i = 0; i < to.length; i++) {
            to[i] ^= from[i];
        }
    }

    /** Returns the solution whose free unknowns are 0; empty if there is none. */
    Optional<boolean[]> solve(long[] right) {
        boolean[] solution = new boolean[unknowns];
        for (int i = 0; i < rows.length; i++) {
            boolean value = isOdd(sums[i], right);
            if (i < solved) {
                solution[pivots[i]] = value;
            } else if (value) {
                return Optional.empty();
            }
        }
        return Optional.of(solution);
    }

    private static boolean isOdd(long[] some, long[] right) {
        long folded = 0;
        for (int i = 0; i < some.length; i++) {
            folded ^= some[i] & right[i];
        }
        return (Long.bitCount(folded) & 1) != 0;
    }
}
