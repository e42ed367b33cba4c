package dev.amdahl.core.refute;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Fires if the slowest runs of the variant are slower than those of the baseline: the 95th percentile is beyond its margin, and
 * four in five resamples of the pairs say that it is worse.
 */
final class Stragglers implements Check {
    private static final double MARGIN = Math.log(1.02);
    private static final int RESAMPLES = 400;
    private static final double LARGEST_SHARE_OF_BETTER = .20;

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
        double[] baseline = values[0].clone();
        double[] variant = values[1].clone();
        double ratio = logRatio(baseline, variant);
        if (!(ratio > MARGIN)) {
            return Finding.clear(ratio, MARGIN);
        }
        SplittableRandom random = new SplittableRandom(sample.seed());
        int better = 0;
        for (int b = 0; b < RESAMPLES; b++) {
            for (int i = 0; i < n; i++) {
                int drawn = random.nextInt(n);
                baseline[i] = values[0][drawn];
                variant[i] = values[1][drawn];
            }
            better += logRatio(baseline, variant) > 0 ? 0 : 1;
        }
        return better < LARGEST_SHARE_OF_BETTER * RESAMPLES
                ? Finding.fired("the variant's slowest runs are slower than the baseline's", ratio, MARGIN)
                : Finding.clear(ratio, MARGIN);
    }

    /** Sorts both in place. */
    private static double logRatio(double[] baseline, double[] variant) {
        return Math.log(p95(variant) / p95(baseline));
    }

    /** By linear interpolation of order statistics (Hyndman and Fan 1996, type 7). */
    private static double p95(double[] values) {
        Arrays.sort(values);
        double position = .95 * (values.length - 1);
        int below = (int) position;
        int above = Math.min(below + 1, values.length - 1);
        return values[below] + (position - below) * (values[above] - values[below]);
    }
}
