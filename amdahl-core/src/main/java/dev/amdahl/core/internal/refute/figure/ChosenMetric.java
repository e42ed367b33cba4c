package dev.amdahl.core.internal.refute.figure;

import dev.amdahl.core.internal.refute.check.Check;
import dev.amdahl.core.internal.refute.check.Finding;
import dev.amdahl.core.internal.refute.check.Sample;
import dev.amdahl.core.internal.refute.check.Significance;
import dev.amdahl.core.internal.stats.FixedPoint;
import dev.amdahl.core.internal.stats.FlipWorkspace;
import dev.amdahl.core.internal.stats.SubgroupSums;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Fires if several metrics were examined, the claimed one was not fixed before, and it is not significant for so many: by max-T over
 * joint sign flips (Westfall and Young 1993) where all were recorded, else by Benjamini and Yekutieli's factor.
 */
final class ChosenMetric implements Check {
    private static final int SUBGROUP_BITS = 12;

    @Override
    public String name() {
        return "chosen metric";
    }

    /** Returns where it is known which metrics were examined. */
    @Override
    public boolean applies(Sample sample) {
        return !sample.evidence().conduct().metrics().isEmpty();
    }

    @Override
    public Finding examine(Sample sample) {
        List<String> metrics = sample.evidence().conduct().metrics();
        int count = metrics.size();
        if (count <= 1 || sample.evidence().conduct().isMetricFixed()) {
            return Finding.ruledOut();
        }
        double[] claimed = sample.effects();
        double p = others(sample, metrics)
                .map(others -> maxT(claimed, others, SUBGROUP_BITS, sample.seed()))
                .orElseGet(() -> Math.min(1, Significance.differsFromZero(claimed) * yekutieli(count)));
        return p > .05
                ? Finding.fired("the best of " + count + " metrics is not significant among so many", p, .05)
                : Finding.clear(p, .05);
    }

    /** Log ratios by metric and pair, without the claimed one; empty if any is missing. */
    private static Optional<List<double[]>> others(Sample sample, List<String> metrics) {
        String claimed = sample.evidence().plan().metric().name();
        List<double[]> others = new ArrayList<>();
        for (String metric : metrics) {
            if (!metric.equals(claimed)) {
                double[] d = sample.pairs().stream()
                        .map(trial -> logRatio(trial, metric))
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .toArray();
                if (d.length < sample.size()) {
                    return Optional.empty();
                }
                others.add(d);
            }
        }
        return Optional.of(others);
    }

    private static OptionalDouble logRatio(Trial trial, String metric) {
        double d = Math.log(value(trial.variant(), metric) / value(trial.baseline(), metric));
        return Double.isFinite(d) ? OptionalDouble.of(d) : OptionalDouble.empty();
    }

    private static double value(ArmResult arm, String metric) {
        return arm.metrics().getOrDefault(metric, Double.NaN);
    }

    private static double yekutieli(int count) {
        double harmonic = 0;
        for (int i = 1; i <= count; i++) {
            harmonic += 1.0 / i;
        }
        return count * harmonic;
    }

    /**
     * Returns the p-value of the claimed metric among itself and the others, over 2^k sign vectors that hold the identity: single-step max-T,
     * two-sided, each metric scaled by its root sum of squares.
     */
    private static double maxT(double[] claimed, List<double[]> others, int k, long seed) {
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

    /** Returns how many of the maxima then reach this metric's own statistic. */
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
