package dev.amdahl.core.stats.rank;

import java.util.Arrays;

/**
 * Doubled midranks of the absolute values of a sample: two sorts and a merge, no boxing.
 */
final class SignedRanks {

    private final int[] doubled;
    private final long positive;
    private final long total;

    private SignedRanks(int[] doubled, long positive, long total) {
        this.doubled = doubled;
        this.positive = positive;
        this.total = total;
    }

    /** Doubled midranks of the values that are not zero, ascending. */
    int[] doubled() {
        return doubled;
    }

    /** The sum of those of the positive values. */
    long positive() {
        return positive;
    }

    /** The sum of all. */
    long total() {
        return total;
    }

    static SignedRanks of(double[] d, Zeros zeros) {
        int negatives = 0;
        int positives = 0;
        for (double value : d) {
            negatives += value < 0 ? 1 : 0;
            positives += value > 0 ? 1 : 0;
        }
        double[] below = new double[negatives];
        double[] above = new double[positives];
        for (double value : d) {
            if (value < 0) {
                below[--negatives] = -value;
            } else if (value > 0) {
                above[--positives] = value;
            }
        }
        Arrays.sort(below);
        Arrays.sort(above);
        return merge(below, above, zeros == Zeros.PRATT ? d.length - below.length - above.length : 0);
    }

    private static SignedRanks merge(double[] below, double[] above, int start) {
        int[] doubled = new int[below.length + above.length];
        long positive = 0;
        long total = 0;
        int i = 0;
        int j = 0;
        while (i + j < doubled.length) {
            double value = i == below.length || (j < above.length && above[j] < below[i]) ? above[j] : below[i];
            int firstBelow = i;
            int firstAbove = j;
            while (i < below.length && below[i] == value) {
                i++;
            }
            while (j < above.length && above[j] == value) {
                j++;
            }
            int rank = 2 * start + firstBelow + firstAbove + 1 + i + j;
            Arrays.fill(doubled, firstBelow + firstAbove, i + j, rank);
            positive += (long) rank * (j - firstAbove);
            total += (long) rank * (i + j - firstBelow - firstAbove);
        }
        return new SignedRanks(doubled, positive, total);
    }

    /** The sum of squared midranks over 4: the variance of the signed-rank sum. */
    double variance() {
        double squares = 0;
        for (double rank : doubled) {
            squares += rank * rank;
        }
        return squares / 16;
    }

    /** The largest number that divides all doubled ranks. */
    int divisor() {
        int divisor = 0;
        for (int rank : doubled) {
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
