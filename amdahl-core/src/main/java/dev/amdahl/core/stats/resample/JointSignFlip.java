package dev.amdahl.core.stats.resample;

import dev.amdahl.core.internal.stats.FixedPoint;
import dev.amdahl.core.internal.stats.FlipWorkspace;
import dev.amdahl.core.internal.stats.SubgroupSums;
import dev.amdahl.core.stats.Alternative;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sign-flip tests of many metrics of the same pairs under the same sign vectors, with p-values adjusted by the step-down
 * maximum statistic (Westfall and Young 1993, algorithm 4.1).
 *
 * <p>Metrics are made comparable as T / sqrt(sum d^2): sum d^2 is the same under every flip, so this ranks sign vectors as the
 * studentised statistic does. Strong control of the family-wise error under joint symmetry of the pairs.
 */
public final class JointSignFlip {

    private JointSignFlip() {}

    /**
     * Outcome for one metric; immutable and thread-safe.
     *
     * @param statistic sum of d over the root of the sum of d^2; 0 if all d are 0
     * @param count sign vectors at least as extreme on this metric, the identity included
     * @param adjustedCount sign vectors at least as extreme on the maximum over this metric and all less significant ones, made monotone
     * @param log2Total log2 of the number of sign vectors
     * @param exact whether all 2^n sign vectors were counted
     */
    public record MetricResult(double statistic, long count, long adjustedCount, int log2Total, boolean exact) {
        /** Returns the p-value of the metric alone, never 0. */
        public double p() {
            return Math.scalb((double) count, -log2Total);
        }

        /** Returns the p-value adjusted for all metrics, never below {@link #p}. */
        public double adjustedP() {
            return Math.scalb((double) adjustedCount, -log2Total);
        }
    }

    /** A metric with its standing before any flip. */
    private record Ranked(int index, FixedPoint sample, double sum, double factor) {
        double statistic() {
            return sum * factor;
        }
    }

    /**
     * Tests each metric; all 2^n sign vectors where n is at most k, else a random subgroup of 2^k.
     *
     * @param d differences by metric and pair; every metric has every pair
     * @param k log2 of the number of sign vectors, 1 to 24
     * @return one result per metric, in the order given
     * @throws IllegalArgumentException if there is no metric, the metrics differ in their number of pairs, a value is missing (not
     *     finite), naming metric and pair, or k is out of range
     */
    public static List<MetricResult> test(double[][] d, Alternative alternative, int k, long seed) {
        if (d.length == 0) {
            throw new IllegalArgumentException("d must hold at least one metric");
        }
        SubgroupSums.requireBits(k);
        List<Ranked> ascending = new ArrayList<>(IntStream.range(0, d.length)
                .mapToObj(metric -> ranked(d, metric, alternative))
                .toList());
        ascending.sort(Comparator.comparingDouble(
                metric -> alternative == Alternative.TWO_SIDED ? Math.abs(metric.statistic()) : metric.statistic()));
        int n = d[0].length;
        boolean exact = n <= k;
        int bits = exact ? n : k;
        int[] codes = exact ? SubgroupSums.unitCodes(n) : SubgroupSums.randomCodes(n, k, seed);
        long[] counts = new long[d.length];
        long[] adjusted = new long[d.length];
        count(ascending, codes, FlipWorkspace.ofThread(bits), alternative == Alternative.TWO_SIDED, counts, adjusted);
        long largest = 0;
        for (int i = d.length - 1; i >= 0; i--) {
            int metric = ascending.get(i).index();
            largest = Math.max(largest, adjusted[metric]);
            adjusted[metric] = largest;
        }
        double sign = alternative == Alternative.LESS ? -1 : 1;
        return ascending.stream()
                .sorted(Comparator.comparingInt(Ranked::index))
                .map(metric -> new MetricResult(
                        sign * metric.statistic() + 0.0, counts[metric.index()], adjusted[metric.index()], bits, exact))
                .toList();
    }

    private static Ranked ranked(double[][] d, int metric, Alternative alternative) {
        if (d[metric].length != d[0].length) {
            throw new IllegalArgumentException("metric " + metric + " has " + d[metric].length + " pairs, metric 0 has "
                    + d[0].length + "; every metric needs every pair");
        }
        FixedPoint sample = FixedPoint.of("metric " + metric, d[metric]);
        FixedPoint towards = alternative == Alternative.LESS ? sample.negated() : sample;
        double sum = 0;
        double squares = 0;
        for (double value : towards.units()) {
            sum += value;
            squares += value * value;
        }
        return new Ranked(metric, towards, sum, squares > 0 ? 1 / Math.sqrt(squares) : 0);
    }

    /** From the least significant metric up, so that the running maxima are those over the metrics not yet stepped down from. */
    private static void count(
            List<Ranked> ascending,
            int[] codes,
            FlipWorkspace workspace,
            boolean magnitude,
            long[] counts,
            long[] adjusted) {
        SubgroupSums sums = workspace.sums();
        SubgroupSums maxima = workspace.second();
        maxima.clear(Double.NEGATIVE_INFINITY);
        for (Ranked metric : ascending) {
            double tie = metric.sample().tie();
            sums.fill(metric.sample().units(), codes);
            double reach = magnitude ? Math.max(0, Math.abs(metric.sum()) - tie) : metric.sum() - tie;
            counts[metric.index()] =
                    magnitude ? sums.countMagnitudeAtLeast(Math.ceil(reach)) : sums.countAtLeast(Math.ceil(reach));
            long largest = sums.raise(maxima, metric.factor(), magnitude, reach * metric.factor());
            adjusted[metric.index()] = Math.max(counts[metric.index()], largest);
        }
    }
}
