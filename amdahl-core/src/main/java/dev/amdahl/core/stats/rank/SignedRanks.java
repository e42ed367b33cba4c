package dev.amdahl.core.stats.rank;

import dev.amdahl.core.internal.stats.Arguments;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Doubled midranks of the absolute values of a sample, by one sort of the bits of its doubles. Immutable. */
final class SignedRanks {

    private final int count;
    private final int @Nullable [] tied;
    private final long positive;
    private final long total;

    private SignedRanks(int count, int @Nullable [] tied, long positive, long total) {
        this.count = count;
        this.tied = tied;
        this.positive = positive;
        this.total = total;
    }

    /** The largest size shows whether all are finite. */
    static SignedRanks of(double[] d, Zeros zeros) {
        long[] keys = new long[d.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = Long.rotateLeft(Double.doubleToRawLongBits(d[i]), 1) ^ Long.MIN_VALUE;
        }
        Arrays.sort(keys);
        if (keys.length == 0 || !Double.isFinite(Double.longBitsToDouble(size(keys[keys.length - 1])))) {
            Arguments.requireNonEmpty("d", d);
        }
        SignedRanks ranks = ifUntied(keys);
        return ranks == null ? ranked(keys, zeros) : ranks;
    }

    /** The common case in one pass: no zeros, no ties. */
    private static @Nullable SignedRanks ifUntied(long[] keys) {
        boolean untied = true;
        long last = 0;
        long positive = 0;
        for (int i = 0; i < keys.length; i++) {
            long size = size(keys[i]);
            untied &= size > last;
            last = size;
            positive += (i + 1) * (2 - 2 * (keys[i] & 1));
        }
        return untied ? new SignedRanks(keys.length, null, positive, keys.length * (keys.length + 1L)) : null;
    }

    private static SignedRanks ranked(long[] keys, Zeros zeros) {
        int first = 0;
        while (first < keys.length && size(keys[first]) == 0) {
            first++;
        }
        return rank(keys, first, zeros == Zeros.PRATT ? 0 : first);
    }

    /** Ranks the keys from the first on, as if there were none before the origin. */
    private static SignedRanks rank(long[] keys, int first, int origin) {
        int[] doubled = new int[keys.length - first];
        long positive = 0;
        long total = 0;
        boolean untied = origin == first;
        int from = first;
        while (from < keys.length) {
            long size = size(keys[from]);
            int to = from;
            int above = 0;
            while (to < keys.length && size(keys[to]) == size) {
                above += 1 - (int) (keys[to] & 1);
                to++;
            }
            int rank = from + to + 1 - 2 * origin;
            for (int i = from; i < to; i++) {
                doubled[i - first] = rank;
            }
            positive += (long) rank * above;
            total += (long) rank * (to - from);
            untied &= to - from == 1;
            from = to;
        }
        return new SignedRanks(doubled.length, untied ? null : doubled, positive, total);
    }

    /** Returns the bits of the absolute value, in its order; the sign is the lowest bit of the key. */
    private static long size(long key) {
        return (key ^ Long.MIN_VALUE) >>> 1;
    }

    /** Doubled midranks of the values that are not zero, ascending. */
    int[] doubled() {
        int[] doubled = tied;
        if (doubled == null) {
            doubled = new int[count];
            Arrays.setAll(doubled, i -> 2 * i + 2);
        }
        return doubled;
    }

    /** Returns the number of values that are not zero. */
    int count() {
        return count;
    }

    /** Returns the sum of those of the positive values. */
    long positive() {
        return positive;
    }

    /** Returns the sum of all. */
    long total() {
        return total;
    }

    /** Returns whether the ranks are 1 to n, all different. */
    boolean areUntied() {
        return tied == null;
    }

    /** Returns the sum of squared midranks over 4: the variance of the signed-rank sum. */
    double variance() {
        double squares = 0;
        for (double rank : doubled()) {
            squares += rank * rank;
        }
        return squares / 16;
    }

    /** Returns the largest number that divides all doubled ranks. */
    int divisor() {
        if (tied == null) {
            return 2;
        }
        int divisor = 0;
        for (int rank : tied) {
            divisor = greatestCommon(divisor, rank);
            if (divisor == 1) {
                break;
            }
        }
        return Math.max(1, divisor);
    }

    static int greatestCommon(int a, int b) {
        int x = a;
        int y = b;
        while (y != 0) {
            int rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }
}
