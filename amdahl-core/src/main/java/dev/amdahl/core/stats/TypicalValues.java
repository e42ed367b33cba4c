package dev.amdahl.core.stats;

import dev.amdahl.core.internal.stats.FixedPoint;
import dev.amdahl.core.internal.stats.FlipWorkspace;
import dev.amdahl.core.internal.stats.SubgroupSums;
import java.util.Arrays;

/**
 * The centres at which a sign vector stops being as extreme as the identity; the confidence interval lies between two of
 * them. Mutable view of a workspace, for one thread.
 *
 * <p>With T(x) the signed sum of d and U(x) that of ones, T(x) - c U(x) >= T(0) - c n holds from c = (T(0) - T(x)) / (n - U(x))
 * on, the mean of the values whose sign x turns (Hartigan 1969, "typical values"). So both one-sided tests are inverted by order
 * statistics of these means, without a search.
 */
final class TypicalValues {
    private final FixedPoint sample;
    private final double[] means;
    private final int turned;
    private final int bits;

    private TypicalValues(FixedPoint sample, double[] means, int turned, int bits) {
        this.sample = sample;
        this.means = means;
        this.turned = turned;
        this.bits = bits;
    }

    static TypicalValues of(FixedPoint sample, int[] codes, FlipWorkspace workspace, int bits) {
        double[] ones = new double[codes.length];
        Arrays.fill(ones, 1);
        SubgroupSums sums = workspace.sums();
        SubgroupSums signs = workspace.second();
        sums.fill(sample.units(), codes);
        signs.fill(ones, codes);
        double[] means = workspace.flat();
        int turned = sums.turnedMeans(signs, means);
        return new TypicalValues(sample, means, turned, bits);
    }

    /** Sign vectors that turn nothing are as extreme as the identity at every centre: they come before the first mean. */
    Interval interval(double confidence) {
        long unturned = (1L << bits) - turned;
        long rejecting = (long) Math.floor((1 - confidence) / 2 * (1L << bits));
        long rank = rejecting + 1 - unturned;
        if (rank <= 0) {
            return Interval.unbounded(confidence);
        }
        double lower = sample.value(select(means, turned, (int) rank - 1));
        double upper = sample.value(select(means, turned, turned - (int) rank));
        return new Interval(lower, upper, confidence);
    }

    /** Returns the value of the given rank, from 0, among the first so many; reorders them. */
    private static double select(double[] a, int length, int rank) {
        int low = 0;
        int high = length - 1;
        while (low < high) {
            double pivot = median(a[low], a[(low + high) >>> 1], a[high]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) {
                    i++;
                }
                while (a[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double swapped = a[i];
                    a[i++] = a[j];
                    a[j--] = swapped;
                }
            }
            if (rank <= j) {
                high = j;
            } else if (rank >= i) {
                low = i;
            } else {
                return a[rank];
            }
        }
        return a[rank];
    }

    private static double median(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
