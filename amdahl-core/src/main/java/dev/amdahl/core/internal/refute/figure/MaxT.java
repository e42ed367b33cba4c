package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.stats.FixedPoint;
import dev.amdahl.core.internal.stats.FlipWorkspace;
import dev.amdahl.core.internal.stats.SubgroupSums;
import java.util.List;

/** Single-step max-T over joint sign flips, two-sided, each metric scaled by its root sum of squares. Stateless, thread-safe. */
final class MaxT {

    private MaxT() {}

    /** The p-value of the claimed metric among itself and the others, over 2^k sign vectors that hold the identity. */
    static double adjusted(double[] claimed, List<double[]> others, int k, long seed) {
        FlipWorkspace workspace = FlipWorkspace.ofThread(k);
        SubgroupSums largest = workspace.second();
        largest.clear(0);
        int[] codes = SubgroupSums.randomCodes(claimed.length, k, seed);
        for (double[] other : others) {
            raise(largest, workspace.sums(), FixedPoint.of("other metric", other), codes);
        }
        return Math.scalb(
                (double) raise(largest, workspace.sums(), FixedPoint.of("claimed metric", claimed), codes), -k);
    }

    /** How many of the maxima then reach this metric's own statistic. */
    private static long raise(SubgroupSums largest, SubgroupSums sums, FixedPoint sample, int[] codes) {
        double squares = 0;
        for (double unit : sample.units()) {
            squares += unit * unit;
        }
        double scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
        sums.fill(sample.units(), codes);
        double reach = Math.max(0, Math.abs(sums.identity()) - sample.tie()) * scale;
        return sums.raise(largest, scale, true, reach);
    }
}
