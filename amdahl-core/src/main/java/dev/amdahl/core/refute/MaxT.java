package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Philox;
import dev.amdahl.core.stats.WalshHadamard;
import java.util.List;

/** Single-step max-T over joint sign flips, two-sided, each metric scaled by its root sum of squares. Stateless, thread-safe. */
final class MaxT {

    private MaxT() {}

    /** The p-value of the claimed metric among itself and the others, over 2^k sign vectors that hold the identity. */
    static double adjusted(double[] claimed, List<double[]> others, int k, long seed) {
        double[] largest = sums(claimed, k, seed);
        double reach = Math.abs(largest[0]) * (1 - 1e-12);
        for (int x = 0; x < largest.length; x++) {
            largest[x] = Math.abs(largest[x]);
        }
        for (double[] other : others) {
            double[] sums = sums(other, k, seed);
            for (int x = 0; x < sums.length; x++) {
                largest[x] = Math.max(largest[x], Math.abs(sums[x]));
            }
        }
        int count = 0;
        for (double value : largest) {
            count += value >= reach ? 1 : 0;
        }
        return (double) count / largest.length;
    }

    private static double[] sums(double[] d, int k, long seed) {
        double[] sums = new double[1 << k];
        double squares = 0;
        for (int i = 0; i < d.length; i++) {
            sums[Philox.firstWord(seed, i) & (sums.length - 1)] += d[i];
            squares += d[i] * d[i];
        }
        double scale = squares == 0 ? 0 : 1 / Math.sqrt(squares);
        for (int x = 0; x < sums.length; x++) {
            sums[x] *= scale;
        }
        WalshHadamard.transform(sums);
        return sums;
    }
}
