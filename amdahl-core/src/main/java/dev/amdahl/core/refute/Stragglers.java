package dev.amdahl.core.refute;

import dev.amdahl.core.stats.Summary;
import java.util.SplittableRandom;

/**
 * Fires if the slowest runs of the variant are slower than those of the baseline: the 95th percentile is beyond its margin, and
 * four in five resamples of the pairs say that it is worse.
 */
final class Stragglers implements Check {
    private static final double MARGIN = Math.log(1.02);
    private static final int RESAMPLES = 400;

    @Override
    public String name() {
        return "p95 stragglers";
    }

    @Override
    public boolean applies(Sample sample) {
        return sample.size() >= 6
                && sample.evidence().plan().metric().lowerIsBetter()
                && MetricValues.of(sample).isPresent();
    }

    @Override
    public Finding examine(Sample sample) {
        double[][] values = MetricValues.of(sample).orElseThrow();
        int n = sample.size();
        int[] identity = new int[n];
        for (int i = 0; i < n; i++) {
            identity[i] = i;
        }
        double ratio = logRatio(values, identity);
        if (!(ratio > MARGIN)) {
            return Finding.clear(ratio, MARGIN);
        }
        SplittableRandom random = new SplittableRandom(sample.seed());
        double[] resampled = new double[RESAMPLES];
        for (int b = 0; b < RESAMPLES; b++) {
            int[] drawn = random.ints(n, 0, n).toArray();
            resampled[b] = logRatio(values, drawn);
        }
        return Summary.quantile(resampled, .20) > 0
                ? Finding.fired("the variant's slowest runs are slower than the baseline's", ratio, MARGIN)
                : Finding.clear(ratio, MARGIN);
    }

    private static double logRatio(double[][] values, int[] drawn) {
        double[] baseline = new double[drawn.length];
        double[] variant = new double[drawn.length];
        for (int i = 0; i < drawn.length; i++) {
            baseline[i] = values[0][drawn[i]];
            variant[i] = values[1][drawn[i]];
        }
        return Math.log(Summary.quantile(variant, .95) / Summary.quantile(baseline, .95));
    }
}
